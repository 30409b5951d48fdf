import { continuation } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn as signInCall } from '@yibao/shared/calls/sign-in.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { formatDay } from '@yibao/shared/time.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { psnNo, useProduct } from './setup.ts'

// The reports that are summed from the orders themselves, over settlements that were really made: of somebody insured
// here, in another city and in another province.

const [here, otherCity, otherProvince] = [1, 9, 10]

describe.skipIf(!hasBrowser)('people insured elsewhere', () => {
  const at = useProduct()
  const sell = async (person: number) => {
    const { api, product } = at
    const asked = await api.send(card.read, { medium: 'eVoucher' })
    const { pubSubId, action } = asked.confimResultInfo!
    const result = JSON.stringify({ medium: 'eVoucher', code: await product.centre.code(psnNo(person)) })
    await api.ok(continuation.complete, { pubSubId, action, ok: true, result })
    const { readId, insutype } = await api.ok(card.read, { medium: 'eVoucher' }, { [PUB_SUB_HEADER]: pubSubId })
    const made = await api.ok(settlement.preSettle, {
      ...{ readId, insutype, medicalType: '41' },
      lines: [{ ownCode: '100002', quantity: '1', price: '30.00' }],
    })
    await api.ok(settlement.settle, { orderId: made.id }, { 'idempotency-key': made.settleKey! })
  }
  beforeAll(async () => {
    await at.api.ok(signInCall.do)
    for (const person of [here, otherCity, otherProvince, otherCity]) await sell(person)
  })

  const open = async (path: string, query: string): Promise<Page> => {
    const page = await at.window('area1', `/report-management/${path}?${query}`)
    await page.getByRole('button', { name: '导出' }).waitFor()
    return page
  }
  const month = formatDay(new Date()).slice(0, 7)

  test('are declared by their area, each row with the orders that it counts', async () => {
    const page = await open('medical-outprovinceapply-report', `f.from=${month}&f.to=${month}&f.show=table`)
    await page.getByRole('row', { name: /^上海市 310000/ }).waitFor()
    await page
      .getByRole('row', { name: /^无锡市 320200/ })
      .getByRole('link', { name: '2', exact: true })
      .click()
    await page.waitForURL('**/order-management?**f.insuredArea=320200**')
    await page.getByText('共 2 条').waitFor()
  })

  test('a printed declaration has who signs it', async () => {
    const page = await open('medical-outprovinceapply-report', `f.from=${month}&f.to=${month}&f.insuredArea=31`)
    await expect.poll(() => page.locator('[data-figure=settlements] dd').innerText()).toBe('1')
    // The paper stays until the printer has answered: here nobody does.
    await page.addInitScript(() => Object.assign(window, { print: () => {} }))
    await page.reload()
    await expect.poll(() => page.locator('[data-figure=settlements] dd').innerText()).toBe('1')
    await page.getByRole('button', { name: '打印', exact: true }).click()
    const paper = page.frameLocator('iframe[srcdoc]')
    await expect.poll(() => paper.locator('footer span').allInnerTexts()).toEqual(['制表：', '审核：', '负责人：'])
    expect(await paper.locator('tbody tr').first().innerText()).toMatch(/^上海市 310000/)
    // Whose it is, which question it answers, by whom and when: what is on paper tells nothing else.
    expect(await paper.locator('p').allInnerTexts()).toEqual([
      `条件：月份 ${month}；参保地区划 上海市 31`,
      expect.stringMatching(/^苏州市 320500 · 郑区管 · 统计时间 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    ])
  })

  test('are people of the business report like everybody else, counted once', async () => {
    const page = await open('medical-insurance-report', 'f.show=table')
    await expect.poll(() => page.locator('[data-figure=persons] dd').innerText()).toBe('3')
    await expect.poll(() => page.locator('[data-figure=visits] dd').innerText()).toBe('4')
    await page
      .getByRole('row', { name: /^职工基本医疗保险/ })
      .getByRole('link', { name: '4', exact: true })
      .click()
    await page.waitForURL('**/order-management?f.settledFrom=**f.insutype=310**')
    await page.getByText('共 4 条').waitFor()
  })
})
