import { continuation } from '@yibao/shared/calls/base.ts'
import { order } from '@yibao/shared/calls/books.ts'
import { card, settlement } from '@yibao/shared/calls/counter.ts'
import { signIn as signInCall } from '@yibao/shared/calls/store.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, signIn } from './browser.ts'
import { psnNo, useProduct } from './setup.ts'

// A report over settlements that were really made: its figures, its chart and table, the list it counts, its sheet.

const path = '/report-management/fund-pay-report'

describe.skipIf(!hasBrowser)('the fund report', () => {
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
  beforeAll(async () => {
    await at.api.ok(signInCall.do)
    await sell()
    await sell()
  }, 60_000)

  const open = async (query = ''): Promise<Page> => {
    const page = await at.page({ acceptDownloads: true })
    await signIn(page, at.product.site, 'area1')
    await page.getByText('苏州市 320500').first().waitFor()
    await page.goto(`${at.product.site}${path}${query}`)
    await page.getByRole('button', { name: '导出' }).waitFor()
    return page
  }

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
    await page.getByRole('button', { name: '导出' }).click()
    const dialog = page.getByRole('dialog', { name: '导出基金支付报表' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: /^导\s?出$/ }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^基金支付报表.*\.xlsx$/)
  })
})
