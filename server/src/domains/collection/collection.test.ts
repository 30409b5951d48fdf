import { auth } from '@yibao/shared/calls/auth.ts'
import { report } from '@yibao/shared/calls/dashboard.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { demoPassword } from '../../seed/people.ts'
import { encode } from '../../test/encode.ts'
import { order } from '../order/tables.ts'
import { area } from '../organisation/tables.ts'
import { orderCollection } from './tables.ts'
import { changsha, openShop } from './test/shop.ts'

const shop = opened(openShop)

const brief = async (orderId: string) => {
  const { state, due, paid, refunded, open } = await shop.get(orderId)
  return [state, due, paid, refunded, open].join(' ')
}
const givesBack = async (id: string) =>
  (await shop.clerk.ok(orderCalls.get, { id })).giveBack?.map(({ kindName, amount }) => `${kindName} ${amount}`)
const errorOf = (answer: { resultNotice?: { error?: string } | null }) => answer.resultNotice?.error

test('an order has its book in the moment it is settled, and says so after each of its moves', async () => {
  const { id } = await shop.sell()
  expect(await brief(id)).toBe('due 25.60 0.00 0.00 25.60')
  await shop.moved(id, 'reverse')
  expect(await brief(id), 'nothing is decided yet').toBe('due 25.60 0.00 0.00 25.60')
  await shop.moved(id, 'lost')
  expect(await brief(id)).toBe('due 25.60 0.00 0.00 25.60')
  await shop.moved(id, 'reversed', shop.reversal)
  expect(await brief(id)).toBe('none 0.00 0.00 0.00 0.00')
  await shop.moved(id, 'takenBack', { reversedBy: null, reversedAt: null })
  expect(await brief(id)).toBe('due 25.60 0.00 0.00 25.60')
})

test('what is not settled has none; of nothing left to pay there is one where somebody pays, or mutual aid did', async () => {
  const rows = async (id: string) => shop.db.$count(orderCollection, eq(orderCollection.orderId, id))
  const draft = await shop.sell({ state: 'presettled', setlId: null, settledAt: null })
  const free = await shop.sell({ cash: 0 })
  const family = await shop.sell({ cash: 0, familyAccount: 1234 })
  await shop.clerk.ok(otherPay.query, { orderId: free.id })
  expect([await rows(draft.id), await rows(free.id), await rows(family.id)]).toEqual([0, 0, 1])
  expect(errorOf(await shop.bind(draft.id, '1.00'))).toContain(`订单${draft.orderNo}是「已预结算」，还没有医保结算`)
  expect(await brief(free.id)).toBe('none 0.00 0.00 0.00 0.00')
  expect((await shop.bind(free.id, '0.01')).result).toMatchObject({ state: 'over', open: '-0.01' })
  const { payments, kinds, familyAccount } = await shop.get(family.id)
  expect([kinds, familyAccount]).toEqual(['家庭共济', '12.34'])
  expect(payments).toMatchObject([{ kindName: '家庭共济', amount: '12.34', source: 'centre', refundable: '0.00' }])
  expect(errorOf(await shop.refund(payments[0]!.id, '1.00'))).toContain('没有找到')
  // Settled after all: by the centre's word alone.
  await shop.db.update(order).set({ state: 'settled', setlId: 'SX', cash: 1 }).where(eq(order.id, draft.id))
  expect(await brief(draft.id)).toBe('due 0.01 0.00 0.00 0.01')
})

test('payments by several ways up to the cent, and what is refused of one', async () => {
  const { id, orderNo } = await shop.sell()
  expect((await shop.bind(id, '25.59', { payNo: 'WX1' })).result).toMatchObject({ state: 'part', open: '0.01' })
  expect((await shop.bind(id, '0.01', { kind: '01' })).result).toMatchObject({
    ...{ state: 'full', open: '0.00', kinds: '微信支付、现金', payNos: 'WX1', operators: '李店员' },
    payments: [
      { kindName: '微信支付', payNo: 'WX1', source: 'hand', refundable: '25.59' },
      { kindName: '现金', payNo: '', refundable: '0.01' },
    ],
  })
  for (const amount of ['0.00', '-1.00']) expect(errorOf(await shop.bind(id, amount))).toBe('付款金额应大于 0')
  expect(errorOf(await shop.bind(id, '1.00', { kind: '77' }))).toBe('没有支付方式 77')
  expect(errorOf(await shop.bind(id, '1.00', { kind: '09' }))).toContain('家庭共济由医保结算给出')
  expect(errorOf(await shop.bind(id, '1.00', { paidAt: '2126-01-01 00:00:00' }))).toBe('支付时间晚于现在')
  const other = await shop.sell()
  expect(errorOf(await shop.bind(other.id, '25.60', { payNo: 'WX1' }))).toBe(
    `支付流水号 WX1 已登记在订单 ${orderNo}，金额 25.59`,
  )
  // The same number of another way is another payment.
  expect((await shop.bind(other.id, '25.60', { kind: '03', payNo: 'WX1' })).result).toMatchObject({ state: 'full' })
  const { events } = await shop.clerk.ok(orderCalls.get, { id })
  expect(events.map(({ text, by }) => `${text} ${by}`)).toContain('登记付款 25.59（微信支付） 李店员')
})

test('bound to the wrong order it is taken off with a reason, stays to be read, and is bound to the right one', async () => {
  const [wrong, right] = [await shop.sell(), await shop.sell()]
  const { result } = await shop.bind(wrong.id, '25.60', { payNo: 'WX2' })
  const paymentId = result!.payments[0]!.id
  expect((await shop.remove(paymentId)).result).toMatchObject({
    ...{ state: 'due', paid: '0.00', payNos: '', kinds: '' },
    payments: [{ removed: true, removedBy: '李店员', removedReason: '登记错了', refundable: '0.00' }],
  })
  expect(errorOf(await shop.remove(paymentId))).toBe('这笔登记已被李店员取消')
  expect(errorOf(await shop.refund(paymentId, '1.00'))).toBe('这笔登记已被李店员取消')
  expect((await shop.bind(right.id, '25.60', { payNo: 'WX2' })).result).toMatchObject({ state: 'full' })
  // Somebody has the number on a paper: both orders are found by it.
  const found = await shop.clerk.ok(otherPay.paged, { payNo: 'WX2' })
  expect(found.items.map(({ orderId }) => orderId).sort()).toEqual([wrong.id, right.id].sort())
})

test('a reversal leaves what came to be given back, part by part and never more', async () => {
  const { id } = await shop.sell()
  const paymentId = (await shop.bind(id, '25.60')).result!.payments[0]!.id
  await shop.unknown(id)
  expect(errorOf(await shop.refund(paymentId, '25.60'))).toContain('撤销结果还不知道')
  await shop.moved(id, 'reversed', shop.reversal)
  expect(await brief(id)).toBe('back 0.00 25.60 0.00 -25.60')
  expect(errorOf(await shop.refund(paymentId, '25.61'))).toBe('退款 25.61 多于还可退的 25.60，没有登记')
  expect((await shop.refund(paymentId, '0.01', { refundNo: 'T1' })).result).toMatchObject({
    ...{ state: 'backPart', open: '-25.59' },
  })
  expect(errorOf(await shop.refund(paymentId, '1.00', { refundNo: 'T1' }))).toBe('退款流水号 T1 已登记')
  expect(errorOf(await shop.remove(paymentId))).toContain('已有退款 0.01')
  const full = (await shop.refund(paymentId, '25.59')).result!
  expect(full).toMatchObject({ state: 'backFull', open: '0.00', refunded: '25.60' })
  expect(errorOf(await shop.refund(paymentId, '0.01'))).toContain('多于还可退的 0.00')
  // A refund that never happened is taken off like a payment.
  const [first] = full.payments[0]!.refunds
  expect(await givesBack(id), 'nothing is left in anybody’s hands').toEqual(['现金 0.00'])
  expect((await shop.remove(first!.id)).result).toMatchObject({ state: 'backPart', refunded: '25.59' })
  expect(await givesBack(id)).toEqual(['微信支付 0.01'])
  expect((await shop.clerk.ok(otherPay.paged, { payNo: 'T1' })).items, 'by a refund’s number').toMatchObject([
    { orderId: id },
  ])
  for (const amount of ['0.00', '-0.01']) expect(errorOf(await shop.refund(paymentId, amount))).toContain('应大于 0')
  expect((await shop.refund(paymentId, '0.01')).result).toMatchObject({ state: 'backFull' })
  // Money that came in behind the reversal is a fact, too.
  expect((await shop.bind(id, '5.00')).result).toMatchObject({ state: 'backPart', paid: '30.60', open: '-5.00' })
})

test('before a reversal stands what it will give back: by the way it was paid, without what went back already', async () => {
  const { id } = await shop.sell()
  expect(await givesBack(id), 'nobody wrote down how it was paid').toEqual(['现金 25.60'])
  const wechat = (await shop.bind(id, '20.00')).result!.payments[0]!.id
  expect(await givesBack(id)).toEqual(['微信支付 20.00', '现金 5.60'])
  const cash = (await shop.bind(id, '5.00', { kind: '01' })).result!.payments.find(({ kind }) => kind === '01')!.id
  expect(await givesBack(id), 'written down or not, cash is one').toEqual(['微信支付 20.00', '现金 5.60'])
  await shop.refund(wechat, '12.50')
  expect(await givesBack(id), 'a part is back').toEqual(['微信支付 7.50', '现金 5.60'])
  await shop.remove(cash)
  expect(await givesBack(id)).toEqual(['微信支付 7.50', '现金 5.60'])
  await shop.refund(wechat, '7.50')
  await shop.bind(id, '8.00', { kind: '04' })
  expect(await givesBack(id), 'more came than was due').toEqual(['银行卡 8.00'])
})

test('where the area asks a second person for a reversal, a refund needs one: for this payment and amount, once', async () => {
  const set = (on: boolean) =>
    shop.db
      .update(area)
      .set({ settings: sql`${area.settings} || ${JSON.stringify({ authorizeReversal: on })}::jsonb` })
      .where(eq(area.code, '320500'))
  await set(true)
  const { id } = await shop.sell()
  const { needsApproval, payments } = (await shop.bind(id, '25.60')).result!
  const paymentId = payments[0]!.id
  expect([needsApproval, errorOf(await shop.refund(paymentId, '5.00'))]).toEqual([true, '此操作需要授权'])
  shop.clock.advance(1)
  const { authorizationId } = await shop.clerk.ok(auth.authorize, {
    ...{ userName: 'pharmacist', passWord: encode(demoPassword, shop.clock()), action: 'refund' },
    target: `${paymentId}:5.00`,
  })
  expect(errorOf(await shop.refund(paymentId, '6.00', { authorizationId }))).toContain('授权已使用')
  expect((await shop.refund(paymentId, '5.00', { authorizationId })).result).toMatchObject({
    payments: [{ refunds: [{ amount: '5.00', approvedBy: '王药师' }] }],
  })
  expect(errorOf(await shop.refund(paymentId, '5.00', { authorizationId }))).toContain('授权已使用')
  // A refusal leaves the approval unused.
  shop.clock.advance(1)
  const whole = await shop.clerk.ok(auth.authorize, {
    ...{ userName: 'pharmacist', passWord: encode(demoPassword, shop.clock()), action: 'refund' },
    target: `${paymentId}:25.60`,
  })
  expect(errorOf(await shop.refund(paymentId, '25.60', whole))).toContain('多于还可退的 20.60')
  const { payments: now } = await shop.get(id)
  await shop.remove(now[0]!.refunds[0]!.id)
  expect((await shop.refund(paymentId, '25.60', whole)).result).toMatchObject({ refunded: '25.60' })
  await set(false)
  expect((await shop.get(id)).needsApproval).toBe(false)
})

test('whoever approves a refund sees the store it is paid back in, wherever its caller works', async () => {
  const { id } = await shop.sell()
  const paymentId = (await shop.bind(id, '25.60')).result!.payments[0]!.id
  const settings = sql`${area.settings} || ${JSON.stringify({ authorizeReversal: true })}::jsonb`
  await shop.db.update(area).set({ settings }).where(eq(area.code, '320500'))
  const administrator = await shop.server.as('area', { areaCode: '320500' })
  const refund = async (userName: string) => {
    shop.clock.advance(1)
    const { authorizationId } = await administrator.ok(auth.authorize, {
      ...{ userName, passWord: encode(demoPassword, shop.clock()), action: 'refund' },
      target: `${paymentId}:5.00`,
    })
    return administrator.send(otherPay.refund, { paymentId, amount: '5.00', reason: '顾客退货', authorizationId })
  }
  expect(errorOf(await refund('clerk2')), 'of another store').toBe('授权人没有此操作的权限')
  expect((await shop.get(id)).refunded).toBe('0.00')
  expect((await refund('clerk')).result).toMatchObject({ refunded: '5.00' })
})

test('the payments of another store are not found, and nothing is written to them', async () => {
  const { id } = await shop.sell()
  const paymentId = (await shop.bind(id, '25.60')).result!.payments[0]!.id
  await shop.reverse(id)
  const stranger = await shop.server.as('clerk2')
  const reason = '不是本店的'
  for (const [call, input] of [
    [otherPay.get, { orderId: id }],
    [otherPay.query, { orderId: id }],
    [otherPay.bind, { orderId: id, kind: '02', amount: '1.00' }],
    [otherPay.refund, { paymentId, amount: '1.00', reason }],
    [otherPay.remove, { id: paymentId, reason }],
  ] as const)
    expect((await stranger.send(call, input as never)).statusCode).toBe(404)
  expect(await shop.get(id)).toMatchObject({ paid: '25.60', refunded: '0.00' })
})

test('重新查询 adds everything up anew, whatever the book says', async () => {
  const { id } = await shop.sell()
  await shop.bind(id, '25.60')
  await shop.db.update(orderCollection).set({ paid: 1, due: 1 }).where(eq(orderCollection.orderId, id))
  expect(await shop.clerk.ok(otherPay.query, { orderId: id })).toMatchObject({ state: 'full', due: '25.60' })
})

test('the list is filtered and summed; the home page counts what goes back; every change is in the log', async () => {
  const { clerk } = shop
  const today = formatDay(shop.clock())
  const all = await clerk.ok(otherPay.paged, { from: today, to: today, pageSize: 100 })
  const sum = (name: 'due' | 'paid' | 'refunded') =>
    (all.items.reduce((cents, row) => cents + Math.round(Number(row[name]) * 100), 0) / 100).toFixed(2)
  expect(all.items.length, 'today, to its end').toBeGreaterThan(9)
  expect(all.totals).toMatchObject({ due: sum('due'), paid: sum('paid'), refunded: sum('refunded') })
  const { due, paid, refunded, toCollect, toReturn } = all.totals!
  expect(Number(toCollect) - Number(toReturn)).toBeCloseTo(Number(due) - Number(paid) + Number(refunded), 2)
  expect((await clerk.ok(otherPay.paged, { from: '2026-01-01', to: '2026-01-02' })).totals?.due).toBe('0.00')
  const states = async (input: object) => (await clerk.ok(otherPay.paged, { pageSize: 100, ...input })).items
  expect((await states({ kind: '09' })).map(({ familyAccount }) => familyAccount)).toEqual(['12.34'])
  expect((await states({ kind: '01' })).map(({ kinds }) => kinds)).toEqual(['微信支付、现金'])
  expect(new Set((await states({ state: 'full' })).map(({ state }) => state))).toEqual(new Set(['full']))
  expect((await states({ operator: '李店' })).length).toBeGreaterThan(3)
  const [one] = await states({ keyword: 'S1' })
  expect([one?.orderNo, (await states({ keyword: 'B1' }))[0]?.orderNo]).toEqual(['N1', 'N1'])
  const left = await states({ left: 'collect' })
  expect(left.length, 'one of which nothing is left is not among them').toBeGreaterThan(1)
  expect(left.every(({ open }) => Number(open) > 0)).toBe(true)
  const back = await states({ left: 'giveBack' })
  const money = back.reduce((cents, { open }) => cents - Math.round(Number(open) * 100), 0)
  const tile = (await clerk.ok(report.dashboard)).pending.find(({ kind }) => kind === 'toReturn')
  expect(tile?.text).toBe(`${back.length} 单，共 ${(money / 100).toFixed(2)}`)

  const theirs = await shop.sell({ storeId: changsha, areaCode: '430100' })
  expect(await states({ keyword: theirs.orderNo })).toEqual([])
  expect(errorOf(await shop.bind(theirs.id, '1.00'))).toContain('没有找到')
  expect((await clerk.send(otherPay.get, { orderId: theirs.id })).success).toBe(false)
  const viewer = await shop.server.as('viewer')
  expect((await viewer.send(otherPay.bind, { orderId: 'o1', kind: '01', amount: '1.00' })).success).toBe(false)
  const log = await (await shop.server.as('admin')).ok(operationLog.paged, { pageSize: 100 })
  const actions = new Set(log.items.map(({ action }) => action))
  expect([...actions]).toEqual(expect.arrayContaining(['绑定支付', '登记退款', '取消支付登记', '重新查询支付']))
})
