import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

// Pages are looked at as they stand (tests/e2e/pages.test.ts); here what is opened over them, at a phone's width.

const listed = (...items: object[]) => ({ items, total: 4321, totalIsBound: true })
const goods = {
  ...{ companyId: 'c-1', ownCode: '100001', name: '阿莫西林胶囊䶮𠮷', spec: '0.25g*24粒', unit: '盒' },
  ...{ producer: '示例制药股份有限公司', price: '12.50', stopped: false, nationalCode: 'XJ01CAA040E001010104021' },
}
const moved = {
  ...{ id: 'k-1', kind: '3501', docNo: 'PD20261120000100001', state: 'waiting', on: '2026-11-20', storeId: 's-1' },
  ...{ name: goods.name, lot: 'L20260101', quantity: '100.0000' },
}

const reports = '/report-management/report-manager'
const places = [
  ['商品', '/menu-manager/menu-diff', { 'OwnItem/Paged': listed(goods) }],
  ['进销存', '/menu-manager/menu-diff', { 'Stock/Paged': listed(moved) }],
  ['编辑', reports, {}],
  ['运行', reports, {}],
  ['历史', reports, {}],
  ['定时', reports, {}],
] as const

/** What scrolls sideways, as lines: only the frame of a table may. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll<HTMLElement>('*:not(.ant-table-content, [role=tablist])')]
      .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
      .map((one) => `${one.tagName} ${one.getAttribute('class') ?? ''} ${one.scrollWidth} > ${one.clientWidth}`),
  )

/** Cells and heads of a table that are narrower than three characters: their words stand one below the other. */
const squeezed = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog] :is(th, td):not(.ant-table-selection-column)')]
      .filter((one) => one.innerText.trim().length > 1 && one.getBoundingClientRect().width < 48)
      .map((one) => `${one.innerText} ${Math.round(one.getBoundingClientRect().width)} px`),
  )

describe.skipIf(!browserPath)('over a page at 390 px', () => {
  const app = opened(openConsole)

  test.each(places)('%s', async (name, path, answers) => {
    const page = await app.newPage(390, 844)
    for (const [end, result] of Object.entries(answers))
      await page.route(`**/api/**${end}**`, (route) => route.fulfill({ json: envelope({ result } as object) }))
    await app.enter(page, path, 'area')
    await page.getByRole('button', { name, exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('.ant-drawer-title').waitFor()
    await expect.poll(() => dialog.locator('.ant-skeleton, .ant-spin-spinning').count()).toBe(0)
    await expect.poll(() => sideways(page)).toEqual([])
    expect(await squeezed(page)).toEqual([])
    await page.unrouteAll()
  })

  test.each([
    ['a finger', { hasTouch: true, isMobile: true }, [false, true]],
    ['a mouse and keys', {}, [true, false]],
  ] as const)('the diseases say how to take one to %s, and not to the other', async (_, options, expected) => {
    const page = await app.newPage(390, 844, options)
    await app.enter(page, '/disease-select?readId=r-1')
    await page.getByRole('listbox', { name: '病种' }).getByRole('option').first().waitFor()
    const shown = (text: string) => page.getByText(text, { exact: true }).isVisible()
    expect([await shown('↑ ↓ 选择，Enter 交给 ERP'), await shown('点一下选中，再点一下交给 ERP')]).toEqual(expected)
  })

  test.each([
    ['a finger', { hasTouch: true, isMobile: true }, 44],
    ['a mouse', {}, 32],
  ] as const)('the buttons and fields of a list are as high as %s needs', async (_, options, expected) => {
    const page = await app.newPage(390, 844, options)
    await app.enter(page, '/menu-manager/menu-diff', 'area')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: '重新比对', exact: true }).waitFor()
    const touched = main.locator(
      ':is(.ant-btn:not(.ant-btn-sm), .ant-input-affix-wrapper, .ant-select, .ant-picker):visible',
    )
    await expect.poll(() => touched.count()).toBeGreaterThan(6)
    const heights = await touched.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)))
    expect(Math.min(...heights)).toBe(expected)
  })

  test('a notice leaves the steps of the counter and the bar with the money free', async () => {
    const page = await app.newPage(390, 844)
    await app.enter(page, '/swiping-card', 'clerk')
    const step = page.getByRole('button', { name: '参保人', exact: false }).first()
    await step.waitFor()
    const notice = page.locator('[class*=toasts]')
    // As long as any: what the font lacks.
    await notice.evaluate((one) => {
      const line = document.createElement('div')
      line.textContent = '小票照常打印，缺字：字库没有 䶮、𠮷，以〓和编码代替。请联系管理员报告缺字'
      one.append(line)
    })
    const covered = await notice.evaluate((one) => {
      const box = one.getBoundingClientRect()
      return [...document.querySelectorAll<HTMLElement>('main button')]
        .filter((button) => /^(1|2|3)|预结算/.test(button.innerText))
        .filter((button) => {
          const { top, bottom } = button.getBoundingClientRect()
          return bottom > 0 && bottom > box.top && top < box.bottom
        })
        .map((button) => button.innerText)
    })
    expect(covered).toEqual([])
  })
})
