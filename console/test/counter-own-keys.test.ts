import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../tools/machine.ts'
import { openCounter } from './counter/browser.ts'
import { scan } from './counter/scanner.ts'

// A store whose ERP takes some of the standard keys has others (ux 2.3): an area setting moves them.

describe.skipIf(!findBrowser())('a counter with keys of its own', () => {
  let counter: Awaited<ReturnType<typeof openCounter>>
  beforeAll(async () => {
    counter = await openCounter()
  })
  afterAll(() => counter?.close())

  test('they run, buttons and messages name them, and the freed ones do nothing', async () => {
    const keys = encodeURIComponent(JSON.stringify({ presettle: 'F7', settle: 'F12', print: 'F8' }))
    const page = await counter.open({ query: `?keys=${keys}` })
    page.setDefaultTimeout(9000)
    const says = (key: string) => page.waitForSelector(`[data-key="${key}"]`)
    await scan(page, '310120261121103000000000000001')
    await says('read.done')
    await scan(page, '6901234567892')
    await page.waitForSelector('tbody tr[aria-rowindex]')
    const line = () => page.locator('[data-key] p').innerText()
    await page.getByRole('button', { name: 'F7 预结算' }).waitFor()
    await page.keyboard.press('F12')
    await says('pre.first')
    expect(await line()).toContain('按 F7 预结算，核对金额后再按 F12')
    await page.keyboard.press('F8')
    await says('print.none')
    expect(await line()).toContain('预结算或结算后按 F8')
    await page.keyboard.press('F7')
    await says('pre.done')
    expect(await line()).toContain('按 F12 结算')
    await page.waitForTimeout(420) // The guard of N5.
    for (const freed of ['F9', 'F10']) await page.keyboard.press(freed)
    const settled = () => page.evaluate(() => window.fake.calls.filter(({ path }) => path.endsWith('/Settle')).length)
    expect(await settled()).toBe(0)
    await page.keyboard.press('F12')
    await says('settle.doneNoCash')
    expect(await settled()).toBe(1)
    await page.keyboard.press('F1')
    const sheet = page.getByRole('dialog', { name: '按键一览' })
    await expect.poll(() => sheet.innerText()).toContain('F12 只在预结算有效时结算')
  })
})
