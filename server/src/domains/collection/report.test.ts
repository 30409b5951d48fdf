import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { changsha, company, longName, openShop } from './test/shop.ts'

const shop = opened(openShop)

const paidAt = '2026-11-20 09:00:00'
const paid = (billNo: string | null, payNo: string, more: object = {}) => ({
  ...{ billNo, kind: '02', payNo, amount: '25.60', paidAt, operator: longName },
  ...more,
})
const back = (billNo: string | null, payNo: string, refundNo: string, more: object = {}) => ({
  ...{ billNo, kind: '02', payNo, refundNo, amount: '25.60', refundedAt: paidAt, operator: '李䶮', reason: '退货' },
  ...more,
})

test('payments and their refunds in one call; sent again they answer how their order stands', async () => {
  const [one, two] = [await shop.sell(), await shop.sell()]
  await shop.reverse(two.id)
  const rows = {
    payments: [paid(one.erpBill, 'P1'), paid(two.erpBill, 'P2')],
    refunds: [back(two.erpBill, 'P2', 'R2', { amount: '0.01' })],
  }
  const first = (await shop.report(rows)).result
  expect(first).toEqual([
    { list: 'payments', no: 'P1', ok: true, state: 'full', text: '已收齐' },
    { list: 'payments', no: 'P2', ok: true, state: 'back', text: '待退' },
    { list: 'refunds', no: 'R2', ok: true, state: 'backPart', text: '部分已退' },
  ])
  const again = (await shop.report(rows)).result
  expect(again?.map(({ ok, state }) => [ok, state])).toEqual([
    [true, 'full'],
    [true, 'backPart'],
    [true, 'backPart'],
  ])
  expect(await shop.get(two.id)).toMatchObject({
    ...{ paid: '25.60', refunded: '0.01', operators: longName },
    payments: [{ source: 'erp', at: paidAt, refunds: [{ refundNo: 'R2', source: 'erp', reason: '退货' }] }],
  })
})

test('each row is taken or refused by itself, and says why', async () => {
  const one = await shop.sell()
  const open = await shop.sell({ state: 'unknown', setlId: null, settledAt: null })
  const { result } = await shop.report({
    payments: [
      paid('NONE', 'X1'),
      paid(open.erpBill, 'X2'),
      paid(one.erpBill, 'P1'),
      paid(one.erpBill, 'X4', { kind: '88' }),
      paid(one.erpBill, 'X5', { amount: '0.00' }),
      paid(one.erpBill, 'X6', { paidAt: '2126-01-01 00:00:00' }),
      paid(one.erpBill, 'X7', { setlId: 'S999' }),
      paid(one.erpBill, 'X8', { amount: '0.01', setlId: one.setlId }),
      paid(one.erpBill, 'X8', { amount: '0.02' }),
    ],
    refunds: [back(one.erpBill, 'X9', 'R9'), back(one.erpBill, 'X8', 'R8', { amount: '0.02' })],
  })
  expect(result?.map(({ no, ok, text }) => `${no} ${ok} ${text.split('。')[0]}`)).toEqual([
    'X1 false 没有单据 NONE 的医保订单',
    `X2 false 订单${open.orderNo}是「结算未知」，还没有医保结算，没有登记付款`,
    'P1 false 支付流水号 P1 已登记在订单 N1，金额 25.60',
    'X4 false 没有支付方式 88',
    'X5 false 付款金额应大于 0',
    'X6 false 支付时间晚于现在',
    `X7 false 没有单据 ${one.erpBill} 的医保订单`,
    'X8 true 部分已收',
    `X8 false 支付流水号 X8 已登记在订单 ${one.orderNo}，金额 0.01`,
    'R9 false 没有登记这笔付款',
    'R8 false 退款 0.02 多于还可退的 0.01，没有登记',
  ])
})

test('of a number that is known another amount is no repetition, be it less or more: nothing is changed, and it is said', async () => {
  const one = await shop.sell()
  await shop.report({ payments: [paid(one.erpBill, 'AMT')] })
  for (const amount of ['25.59', '25.61']) {
    const { result } = await shop.report({ payments: [paid(one.erpBill, 'AMT', { amount })] })
    const text = `支付流水号 AMT 已登记在订单 ${one.orderNo}，金额 25.60`
    expect(result).toMatchObject([{ ok: false, text: expect.stringContaining(text) }])
  }
  expect(await shop.get(one.id)).toMatchObject({ paid: '25.60', state: 'full' })
})

test('two companies may have one number: each is told of its own payment, and gives back its own', async () => {
  const other = await shop.sell({ companyId: '10002' })
  expect((await shop.bind(other.id, '25.60', { payNo: 'BOTH' })).success).toBe(true)
  const off = await shop.sell()
  await shop.report({ payments: [paid(off.erpBill, 'BOTH')] })
  await shop.remove((await shop.get(off.id)).payments[0]!.id)
  expect(
    (await shop.report({ payments: [paid(off.erpBill, 'BOTH')] })).result,
    'taken off, whoever else has it',
  ).toEqual([expect.objectContaining({ state: 'due', text: expect.stringContaining('取消了这笔登记') })])
  const one = await shop.sell()
  for (const _ of ['first', 'again'])
    expect((await shop.report({ payments: [paid(one.erpBill, 'BOTH')] })).result).toMatchObject([
      { ok: true, state: 'full' },
    ])
  await shop.reverse(one.id)
  expect((await shop.report({ refunds: [back(one.erpBill, 'BOTH', 'RB')] })).result).toMatchObject([
    { ok: true, state: 'backFull' },
  ])
  expect(await shop.get(other.id)).toMatchObject({ paid: '25.60', refunded: '0.00', state: 'full' })
})

test('stores of one company in two areas may have one number, too', async () => {
  const other = await shop.sell()
  await shop.report({ payments: [paid(other.erpBill, 'AREAS')] })
  const one = await shop.sell({ areaCode: '430100', storeId: changsha })
  for (const _ of ['first', 'again'])
    expect((await shop.report({ payments: [paid(one.erpBill, 'AREAS')] }, 'S004')).result).toMatchObject([
      { ok: true, state: 'full' },
    ])
})

test('a till’s clock may be ten minutes ahead of ours, and no more', async () => {
  const one = await shop.sell()
  const at = (ms: number) => formatTime(new Date(shop.clock().getTime() + ms))
  const { result } = await shop.report({
    payments: [paid(one.erpBill, 'C1', { paidAt: at(602_000) }), paid(one.erpBill, 'C2', { paidAt: at(598_000) })],
  })
  expect(result).toMatchObject([{ ok: false, text: expect.stringContaining('支付时间晚于现在') }, { ok: true }])
})

test('what a person took off is not brought back by a machine that says the same again', async () => {
  const one = await shop.sell()
  await shop.report({ payments: [paid(one.erpBill, 'P3')] })
  const { payments } = await shop.get(one.id)
  await shop.remove(payments[0]!.id)
  expect((await shop.report({ payments: [paid(one.erpBill, 'P3')] })).result).toMatchObject([
    { ok: true, state: 'due', text: expect.stringContaining('李店员 于') },
  ])
  // With another amount it says something else: the correction.
  const right = await shop.report({ payments: [paid(one.erpBill, 'P3', { amount: '25.00' })] })
  expect(right.result).toMatchObject([{ ok: true, state: 'part' }])
})

test('a bill that was settled anew after its reversal: the one that stands, or the one that is named', async () => {
  const first = await shop.sell({ erpBill: 'TWICE' })
  await shop.reverse(first.id)
  const second = await shop.sell({ erpBill: 'TWICE' })
  const rows = [paid('TWICE', 'T1'), paid('TWICE', 'T2', { setlId: first.setlId })]
  expect((await shop.report({ payments: rows })).result).toMatchObject([{ state: 'full' }, { state: 'back' }])
  expect([(await shop.get(second.id)).payNos, (await shop.get(first.id)).payNos]).toEqual(['T1', 'T2'])
})

test('the one that stands counts before a newer one that was reversed, and of two that were reversed the newer', async () => {
  const at = (minute: number) => ({ createdAt: new Date(shop.clock().getTime() + minute * 60_000) })
  const stands = await shop.sell({ erpBill: 'AGAIN', ...at(0) })
  const later = await shop.sell({ erpBill: 'AGAIN', ...at(1) })
  await shop.reverse(later.id)
  await shop.report({ payments: [paid('AGAIN', 'A1')] })
  expect((await shop.get(stands.id)).payNos).toBe('A1')
  await shop.reverse(stands.id)
  await shop.report({ payments: [paid('AGAIN', 'A2')] })
  expect([(await shop.get(stands.id)).payNos, (await shop.get(later.id)).payNos]).toEqual(['A1', 'A2'])
  // A payment of one of them is none of the other.
  const { result } = await shop.report({ refunds: [back('AGAIN', 'A1', 'RA')] })
  expect(result).toMatchObject([{ ok: false, text: expect.stringContaining('没有登记这笔付款') }])
})

test('a bill that was reversed and begun anew: what is paid and given back late is of the settlement, not of the attempt', async () => {
  const at = (minute: number) => ({ createdAt: new Date(shop.clock().getTime() + minute * 60_000) })
  const first = await shop.sell({ erpBill: 'BEGUN', ...at(0) })
  await shop.reverse(first.id)
  for (const [minute, state] of [['presettled'], ['voided'], ['draft']].entries())
    await shop.sell({ erpBill: 'BEGUN', state: state[0] as never, setlId: null, settledAt: null, ...at(minute + 1) })
  const rows = { payments: [paid('BEGUN', 'BG1')], refunds: [back('BEGUN', 'BG1', 'RBG')] }
  expect((await shop.report(rows)).result).toMatchObject([{ state: 'back' }, { state: 'backFull' }])
})

test('a refund that was taken off and written again by hand counts, whatever the machine says once more', async () => {
  const one = await shop.sell()
  await shop.reverse(one.id)
  const rows = { payments: [paid(one.erpBill, 'H1')], refunds: [back(one.erpBill, 'H1', 'RH')] }
  await shop.report(rows)
  const [payment] = (await shop.get(one.id)).payments
  await shop.remove(payment!.refunds[0]!.id)
  expect((await shop.report(rows)).result).toMatchObject([{}, { text: expect.stringContaining('取消了这笔登记') }])
  await shop.refund(payment!.id, '25.60', { refundNo: 'RH' })
  expect((await shop.report(rows)).result).toMatchObject([{}, { state: 'backFull', text: '已退清' }])
})

test('a call of the wrong form, of nobody’s company or store, or without a row is refused whole', async () => {
  const bad = await shop.report({ payments: [paid('B1', 'Y1', { amount: '1' })] })
  expect(JSON.stringify(bad.error)).toContain('付款金额')
  expect((await shop.report({})).resultNotice?.error).toBe('没有要上报的付款或退款')
  expect((await shop.report({ payments: [paid('B1', 'Y1')] }, 'S999')).resultNotice?.error).toContain('S999')
  // Another store's bill is not this store's.
  expect((await shop.report({ payments: [paid('B1', 'Y1')] }, 'S004')).result).toMatchObject([{ ok: false }])
  const many = await shop.report({ payments: Array.from({ length: 501 }, (_, n) => paid('B1', `Z${n}`)) })
  expect(JSON.stringify(many.error)).toContain('500')
  const log = await (await shop.server.as('admin')).ok(operationLog.paged, { pageSize: 100 })
  expect(log.items.map(({ action }) => action)).toContain('ERP 上报支付')
  expect(JSON.stringify(log)).not.toContain(company.verifyCode)
})
