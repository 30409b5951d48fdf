import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bill } from '@yibao/shared/calls/bill.ts'
import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { stock } from '@yibao/shared/calls/stock.ts'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { company, openShop } from './test/shop.ts'

// The calls of docs/ERP.md as they are printed there: a vendor begins by copying them.

const text = readFileSync(fileURLToPath(new URL('../../../../docs/ERP.md', import.meta.url)), 'utf8')
/** The example under a heading, its verify code filled in. */
const printed = (heading: string) => {
  const [, body] = /```json\n([\s\S]*?)```/.exec(text.slice(text.indexOf(`\n## ${heading}\n`))) ?? []
  return { ...JSON.parse(body!), verifyCode: company.verifyCode }
}

const shop = opened(openShop)

test('the example of Stock/Report is taken as it is printed, and again', async () => {
  for (let n = 0; n < 2; n += 1) {
    const { result } = await shop.server.nobody.send(stock.report, printed('Stock'))
    expect(result?.map(({ kind, ok, state }) => [kind, ok, state])).toEqual([
      ['purchase', true, 'waiting'],
      ['take', true, 'waiting'],
    ])
  }
})

test('the example of OtherPay/Report is taken as it is printed, and again', async () => {
  const example = printed('Payments')
  const { id } = await shop.sell({ erpBill: example.payments[0].billNo })
  await shop.reverse(id)
  for (let n = 0; n < 2; n += 1) {
    const { result } = await shop.server.nobody.send(otherPay.report, example)
    expect(result?.map(({ list, ok }) => [list, ok])).toEqual([
      ['payments', true],
      ['refunds', true],
    ])
    expect(result?.at(-1)?.state).toBe('backFull')
  }
})

test('the example of Bill/Results is answered as it is printed', async () => {
  const example = printed('Results')
  const { id } = await shop.sell({ erpBill: example.billNos[1] })
  const { result } = await shop.server.nobody.send(bill.results, example)
  const rows = result?.map(({ billNo, results }) => [billNo, results.map(({ orderId, state }) => [orderId, state])])
  expect(rows?.[1]).toEqual([example.billNos[1], [[id, 'settled']]])
})

test('what a refused call says is where the document says it', async () => {
  const example = printed('Stock')
  const wrong = { ...example, take: [{ ...example.take[0], quantity: '-1' }] }
  const answer = await shop.server.nobody.send(stock.report, wrong)
  expect([answer.success, answer.statusCode, Object.keys(answer.error?.fields ?? {})]).toEqual([
    false,
    400,
    ['take.0.quantity'],
  ])
  const statuses = [
    { ...example, verifyCode: 'wrong' },
    { ...example, storeNo: 'S999' },
    { ...example, verifyCode: company.verifyCode.replace('-', '%2D'), unnamed: true },
  ].map(async (input) => (await shop.server.nobody.send(stock.report, input)).statusCode)
  expect(await Promise.all(statuses)).toEqual([403, 404, 200])
})
