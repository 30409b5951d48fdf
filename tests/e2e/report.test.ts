import { continuation } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn as signInCall } from '@yibao/shared/calls/sign-in.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import type { Page } from 'playwright-core'
import readXlsx from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { psnNo, useProduct } from './setup.ts'

// A report over settlements that were really made: its figures, its chart and table, the list it counts, its sheet.

const at = useProduct()

/** One settlement of the clerk's, by scanned code. */
const sell = async () => {
  const { api, product } = at
  const asked = await api.send(card.read, { medium: 'eVoucher' })
  const { pubSubId, action } = asked.confimResultInfo!
  const result = JSON.stringify({ medium: 'eVoucher', code: await product.centre.code(psnNo(1)) })
  await api.ok(continuation.complete, { pubSubId, action, ok: true, result })
  const person = await api.ok(card.read, { medium: 'eVoucher' }, { [PUB_SUB_HEADER]: pubSubId })
  const made = await api.ok(settlement.preSettle, {
    ...{ readId: person.readId, insutype: person.insutype, medicalType: '41' },
    lines: [{ ownCode: '100002', quantity: '1', price: '30.00' }],
  })
  await api.ok(settlement.settle, { orderId: made.id }, { 'idempotency-key': made.settleKey! })
}

const open = async (query = '', path = '/report-management/fund-pay-report'): Promise<Page> => {
  const page = await at.window('area1', path + query, { acceptDownloads: true })
  await page.getByRole('button', { name: '导出' }).waitFor()
  return page
}

/** Takes the rows out by the page's own button; answers the sheet. */
const sheetOf = async (page: Page, title: string) => {
  await page.getByRole('button', { name: '导出' }).click()
  const dialog = page.getByRole('dialog', { name: `导出${title}` })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^导\s?出$/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${title}.*\\.xlsx$`))
  await dialog.getByRole('button', { name: /^完\s?成$/ }).click()
  return (await readXlsx(await file.path()))[0]!.data
}

describe.skipIf(!hasBrowser)('the fund report', () => {
  beforeAll(async () => {
    await at.api.ok(signInCall.do)
    await sell()
    await sell()
  })

  test('shows the sums, draws them, and tells them in a table', async () => {
    const page = await open()
    const { items } = await at.api.ok(order.paged, {})
    const total = formatAmount(items.reduce((sum, { total: one }) => sum + Number(one), 0).toFixed(2))
    await expect.poll(() => page.locator('[data-figure=settlements] dd').innerText()).toBe('2')
    await expect.poll(() => page.locator('[data-figure=total] dd').innerText()).toBe(total)
    await page
      .getByRole('img', { name: /^日统计图/ })
      .locator('canvas')
      .waitFor()
    await page.getByText('按险种', { exact: true }).click()
    await page.waitForURL('**f.groupBy=insutype**')
    await page.getByText('表格', { exact: true }).click()
    await page.waitForURL('**f.show=table**')
    await page.getByRole('row').filter({ hasText: '职工基本医疗保险' }).getByText(total).first().waitFor()
    await page.getByRole('row').filter({ hasText: '合计' }).getByText(total).first().waitFor()
    // The address carries the whole view to a colleague.
    const other = await open(new URL(page.url()).search)
    await other.getByRole('row').filter({ hasText: '职工基本医疗保险' }).waitFor()
  })

  test('a figure leads to the orders it counts', async () => {
    const page = await open('?f.show=table&f.groupBy=day')
    await page.getByRole('row').getByRole('link', { name: '2', exact: true }).click()
    await page.waitForURL('**/order-management?f.settledFrom=**')
    await page.getByText('共 2 条').waitFor()
  })

  test('an empty period says so, and a period that cannot be is refused in words', async () => {
    const page = await open('?f.from=2020-01-01&f.to=2020-01-31')
    await page.getByText('这段时间没有医保结算。请放宽日期或条件').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '导出' }).isDisabled()).toBe(true)
    const wrong = await open('?f.from=2020-01-01&f.to=2022-01-31')
    await wrong.getByText('输入有误：统计期间不能超过一年').waitFor()
  })

  test('leaves as a sheet', async () => {
    const page = await open()
    await page.locator('[data-figure=settlements] dd').getByText('2').waitFor()
    await sheetOf(page, '基金支付报表')
  })
})

describe.skipIf(!hasBrowser)('lists of the books', () => {
  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
  const figure = (page: Page, title: string) =>
    page
      .getByRole('region', { name: '合计' })
      .locator('div')
      .filter({ hasText: title })
      .locator('dd')
      .last()
      .innerText()
  beforeAll(async () => {
    const [first] = (await at.api.ok(order.paged, {})).items
    await at.api.ok(
      settlement.cancel,
      { orderId: first!.id, reason: '顾客退药' },
      { 'idempotency-key': 'list-of-books' },
    )
  })

  test('结算报表: a reversal is a row of its own, the sums are of everything, a row shows every amount', async () => {
    const page = await open('', '/report-management/medical-settlement-report')
    await expect.poll(() => row(page, '撤销').count()).toBe(1)
    await row(page, '撤销').getByText('-30.00').first().waitFor()
    expect(await row(page, '✓ 结算').count()).toBe(2)
    await expect.poll(() => figure(page, '结算笔数')).toBe('2')
    await expect.poll(() => figure(page, '撤销笔数')).toBe('1')
    await expect.poll(() => figure(page, '费用总额')).toBe('30.00')
    await page.getByText('本页 3 行：费用总额 30.00 元').waitFor()
    const [head, ...rows] = await sheetOf(page, '结算报表')
    expect(rows.map((cells) => cells[head!.indexOf('费用总额')])).toEqual([-30, 30, 30])
    await row(page, '撤销').getByText('-30.00').first().click()
    await page.getByRole('dialog').getByText('先行自付').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '更多条件' }).click()
    await page.getByRole('combobox', { name: '操作员' }).click()
    await page.keyboard.type('李店')
    await page.locator('.ant-select-item-option').filter({ visible: true, hasText: '李店员' }).click()
    await page.getByRole('button', { name: '查询' }).click()
    await page.waitForURL('**f.operatorId=**')
    await expect.poll(() => figure(page, '结算笔数')).toBe('2')
    await page.getByPlaceholder('订单号、ERP 单号、结算号').fill('没有这一单')
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByText('这段时间没有符合条件的结算。请放宽日期或条件').waitFor()
    await expect.poll(() => figure(page, '费用总额')).toBe('0.00')
  })

  test('订单信息报表: line by line and by goods', async () => {
    const page = await open('', '/report-management/order-info-report')
    await expect.poll(() => row(page, '30.00').count()).toBe(3)
    await row(page, '-30.00').getByText('-1', { exact: true }).waitFor()
    await page.getByText('按商品合计', { exact: true }).click()
    await page.waitForURL('**f.groupBy=goods**')
    await row(page, '共 2 单').getByText('30.00').first().waitFor()
    await expect.poll(() => row(page, '30.00').count()).toBe(1)
    const [head, ...rows] = await sheetOf(page, '订单信息报表')
    expect(rows.map((cells) => ['数量', '金额'].map((name) => cells[head!.indexOf(name)]))).toEqual([[1, 30]])
    await page.getByPlaceholder('商品编码、国家码或名称').fill('没有这个药')
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByText('这段时间没有符合条件的医保销售。请放宽日期或条件').waitFor()
    const long = await open('?f.from=2026-01-01&f.to=2026-06-30', '/report-management/order-info-report')
    await long.getByText('没有选门店时一次最多查 31 天，请缩短日期，或选一家门店').first().waitFor()
  })
})

describe.skipIf(!hasBrowser)('a report of one’s own', () => {
  const path = '/report-management/report-manager'
  const own = (page: Page) => page.getByRole('row').filter({ hasText: 'YY-01' })
  const choose = async (page: Page, name: string, option: string) => {
    await page.getByRole('combobox', { name, exact: true }).click()
    await page.keyboard.type(option)
    await page.locator('.ant-select-item-option').filter({ visible: true, hasText: option }).first().click()
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

  test('is defined, previewed, published and sent by an administrator, and run and taken out by somebody else', async () => {
    const page = await at.window('area1', path)
    await page.getByRole('row').filter({ hasText: 'SP-01' }).waitFor()
    await press(page, '新增报表')
    await press(page, '下一步')
    const form = page.getByRole('dialog', { name: '新增报表（结算与冲正）' })
    await form.getByLabel('编码', { exact: true }).fill('SP-01')
    await form.getByLabel('名称', { exact: true }).fill('观前店䶮结算')
    for (const [n, field, use] of [
      ['1', '门店名称', '分组'],
      ['2', '撤销笔数', '合计'],
      ['3', '费用总额', '合计'],
    ] as const) {
      await press(page, '添加列')
      await choose(page, `第 ${n} 个列的字段`, field)
      await choose(page, `第 ${n} 个列的用法`, use)
    }
    await choose(page, '默认期间', '本月')
    await choose(page, '可运行的角色', '只读')
    await page.keyboard.press('Escape')
    await press(page, '保存草稿')
    // Only now it is known that another report has the code: what was chosen stays.
    await form.getByText('这个编码已经有了').waitFor()
    await form.getByLabel('编码', { exact: true }).fill('YY-01')
    await press(page, '保存草稿')
    await page.getByText('草稿已保存').waitFor()
    await own(page).getByRole('button', { name: '预览' }).click()
    const total = page
      .getByRole('dialog', { name: /预览 YY-01/ })
      .getByRole('row')
      .filter({ hasText: '合计' })
    await total.getByText('30.00').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
    await own(page).getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '发布' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^发\s?布$/ })
      .click()
    await own(page).getByText('已发布').waitFor()
    await own(page).getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '定时', exact: true }).click()
    await choose(page, '周期', '每天')
    await choose(page, '收件人（选填）', '孙稽核')
    await press(page, '开始定时')
    await own(page)
      .getByText(/^每天 06:00，下次 \d\d-\d\d 06:00$/)
      .waitFor()

    const reader = await at.window('viewer', path, { acceptDownloads: true })
    await own(reader).getByRole('button', { name: '运行' }).click()
    await reader.getByRole('row').filter({ hasText: '合计' }).getByText('30.00').waitFor()
    expect(await reader.getByRole('button', { name: '新增报表' }).count()).toBe(0)
    expect(await sheetOf(reader, '观前店䶮结算')).toEqual([
      ['门店名称', '撤销笔数', '费用总额'],
      ['示例大药房观前店', 1, 30],
      ['合计', 1, 30],
    ])
  })
})
