import { describe, expect, test } from 'vitest'
import { findBrowser } from '../../tools/machine.ts'
import { lookedAt, says, useCounter } from './counter/browser.ts'
import { scan } from './counter/scanner.ts'

// A store whose ERP takes some of the standard keys has others (ux 2.3): an area setting moves them.

describe.skipIf(!findBrowser())('a counter with keys of its own', () => {
  const open = useCounter()

  test('they run, buttons and messages name them, and the freed ones do nothing', async () => {
    const keys = encodeURIComponent(JSON.stringify({ presettle: 'F7', settle: 'F12', print: 'F8' }))
    const page = await open({ query: `?keys=${keys}` })
    await scan(page, '310120261121103000000000000001')
    await says(page, 'read.done')
    await scan(page, '6901234567892')
    await page.waitForSelector('tbody tr[aria-rowindex]')
    const line = () => page.locator('[data-key] p').innerText()
    await page.getByRole('button', { name: 'F7 预结算' }).waitFor()
    await page.keyboard.press('F12')
    await says(page, 'pre.first')
    expect(await line()).toContain('按 F7 预结算，核对金额后再按 F12')
    await page.keyboard.press('F8')
    await says(page, 'print.none')
    expect(await line()).toContain('预结算或结算后按 F8')
    await page.keyboard.press('F7')
    await says(page, 'pre.done')
    expect(await line()).toContain('按 F12 结算')
    await lookedAt(page)
    for (const freed of ['F9', 'F10']) await page.keyboard.press(freed)
    const settled = () => page.evaluate(() => window.fake.calls.filter(({ path }) => path.endsWith('/Settle')).length)
    expect(await settled()).toBe(0)
    await page.keyboard.press('F12')
    await says(page, 'settle.doneNoCash')
    expect(await settled()).toBe(1)
    await page.keyboard.press('F1')
    const sheet = page.getByRole('dialog', { name: '按键一览' })
    await expect.poll(() => sheet.innerText()).toContain('F12 只在预结算有效时结算')
  })
})
