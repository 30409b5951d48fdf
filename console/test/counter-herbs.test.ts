import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFindings } from '../../tools/axe.ts'
import { findBrowser } from '../../tools/machine.ts'
import { says, useCounter } from './counter/browser.ts'
import { scan } from './counter/scanner.ts'

// 中药饮片 at the counter: asked once, by keys alone, and not of who buys none.

const herbs = [
  ['159', '黄芪', '6901234567939'],
  ['160', '当归', '6901234567946'],
] as const

describe.skipIf(!findBrowser())('herbs at the counter', () => {
  const open = useCounter()
  const sent = (page: Page) =>
    page.evaluate(() =>
      window.fake.calls.filter(({ path }) => path === '/api/Settlement/PreSettle').map(({ input }) => input.herbs),
    )
  const dialog = (page: Page) => page.getByRole('dialog', { name: '中药饮片 2 种' })
  const fill = async (page: Page) => {
    await page.evaluate((all) => {
      const [like] = window.fake.items
      for (const [n, name, barCode] of all)
        window.fake.items.push({
          ...like!,
          ...{ ownCode: n, name, barCode, nationalCode: `T000000${n}`, spec: '统货', unit: '克', price: '0.12' },
        })
    }, herbs)
    await scan(page, '310120261121103000000000000001')
    await says(page, 'read.done')
    for (const [, , code] of herbs) await scan(page, code)
    await page.waitForFunction(() => document.querySelectorAll('tbody tr[aria-rowindex]').length === 2)
  }

  test('F8, the number of doses, Enter: the split is there, and F8 again asks nothing', async () => {
    const page = await open()
    await fill(page)
    await page.keyboard.press('F8')
    await dialog(page).waitFor()
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await says(page, 'pre.done')
    expect(await sent(page)).toEqual([{ use: '1', doses: 7 }])
    await page.getByRole('button', { name: '饮片 复方 · 7 剂' }).waitFor()
    await page.keyboard.press('F8')
    await expect.poll(() => sent(page)).toHaveLength(2)
    await says(page, 'pre.done')
    // Put right behind the split, that counts no more.
    await page.getByRole('button', { name: /^饮片/ }).click()
    await dialog(page).getByText('单方', { exact: true }).click()
    await dialog(page).getByRole('button', { name: '确定' }).click()
    await says(page, 'pre.chosen')
    expect(await sent(page)).toHaveLength(2)
  })

  test('what is no number of doses stays in the question; left empty it is none; the question can be read', async () => {
    const page = await open()
    await fill(page)
    await page.keyboard.press('F8')
    await dialog(page).waitFor()
    expect((await axeFindings(page)).filter((one) => one.startsWith('color-contrast'))).toEqual([])
    await page.keyboard.type('1.5')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('剂数填 1 到 999 的整数；不按剂配的留空').waitFor()
    expect(await sent(page)).toEqual([])
    await dialog(page).getByLabel('剂数').fill('')
    await page.keyboard.press('Enter')
    await says(page, 'pre.done')
    expect(await sent(page)).toEqual([{ use: '1' }])
  })
})
