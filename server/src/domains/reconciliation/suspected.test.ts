import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { intent } from '../order/tables.ts'
import { recoverIntent } from '../settlement/recover/recover.ts'
import { type Day, stores } from './test/bench.ts'
import { useBench } from './test/use-bench.ts'

// 疑似重复结算: what the centre has of a purchase that was given up here and sold again. Each asserts the centre's book,
// ours, and what people read.

const bench = useBench()

/** A settlement that was taken for undone while the centre booked it, and that the system leaves to a person. */
const givenUp = async (day: Day, price: string) => {
  await bench.centre.fault({ fault: 'bookAfterNotFound', infno: '2102' })
  const { id } = await day.buy(price)
  bench.clock.advance(1000)
  const [sent] = await day.deps.db.select().from(intent).where(eq(intent.orderId, id))
  await recoverIntent(day.deps, sent!.id)
  await day.deps.db.update(intent).set({ life: 'another' }).where(eq(intent.id, sent!.id))
  return id
}

const foundOf = async (day: Day, id: string) => (await day.run()).find(({ orderId }) => orderId === id)!

test('sold again while nobody knew of the first: the difference says so, and what is booked is listed until somebody has looked', async () => {
  const day = await bench.day('clerk', '2026-09-21')
  const id = await givenUp(day, '2.00')
  bench.clock.advance(60_000)
  const again = await day.buy('2.00')
  const { orderNo } = await day.order(again.id)
  const difference = await foundOf(day, id)
  expect(difference).toMatchObject({ class: 'centreOnlyKnown', proposal: 'undo' })
  expect(difference.evidence.join()).toContain(`订单 ${orderNo}），疑似重复`)
  expect((await day.handle(difference, 'backfill')).success).toBe(true)
  expect(await day.book()).toHaveLength(2)
  expect(await day.order(id)).toMatchObject({ state: 'settled', flags: ['duplicate'] })
  const said = { kind: 'duplicate', duplicateOf: orderNo, suspected: true, needsPerson: true }
  const { items } = await day.client.ok(orderCalls.abnormalPaged, { kind: 'duplicate' })
  expect(items).toMatchObject([{ id, abnormal: said }])
  expect((await day.client.ok(orderCalls.get, { id })).abnormal).toMatchObject(said)
  expect((await day.order(again.id)).flags).toEqual([])
  expect((await day.client.send(orderCalls.accept, { id, reason: '参保人确认买了两次' })).success).toBe(true)
  const accepted = await day.order(id)
  expect(accepted.flags).toEqual([])
  expect([accepted.basket.duplicateOf, accepted.basket.suspected]).toEqual([undefined, undefined])
})

test.each([
  ['2026-09-22', 'other goods', async (day: Day) => day.buy('3.00')],
  ['2026-09-23', 'somebody else', async (day: Day) => day.buy('2.00', { person: '32050000000000000002' })],
])('%s: %s bought behind it are no second time', async (date, _, buy) => {
  const day = await bench.day('clerk', date)
  const id = await givenUp(day, '2.00')
  expect((await buy(day)).answer.result).toMatchObject({ status: '2' })
  const difference = await foundOf(day, id)
  expect(difference).toMatchObject({ class: 'centreOnlyKnown', proposal: 'backfill' })
  expect((await day.handle(difference, 'backfill')).success).toBe(true)
  expect(await day.order(id)).toMatchObject({ state: 'settled', flags: [] })
  expect(await day.book()).toHaveLength(2)
})

test('the same bought twice, each known before the next began, is two purchases; also one before that was lost', async () => {
  const day = await bench.day('clerk', '2026-09-24')
  const first = await day.buy('2.00')
  bench.clock.advance(30_000)
  const second = await day.buy('2.00')
  bench.clock.advance(30_000)
  const id = await givenUp(day, '2.00')
  const difference = await foundOf(day, id)
  expect(difference).toMatchObject({ class: 'centreOnlyKnown', proposal: 'backfill' })
  await day.handle(difference, 'backfill')
  for (const one of [first.id, second.id, id])
    expect(await day.order(one)).toMatchObject({ state: 'settled', flags: [] })
  expect(await day.book()).toHaveLength(3)
})

test('another system’s settlement of the same person, goods and total on that day is suspected, and keeps its way to a bill', async () => {
  const day = await bench.day('clerk', '2026-09-25')
  await day.centreOnly('P3205010000120260925080000001')
  const total = Number((await day.book())[0]!.medfee_sumamt).toFixed(2)
  const { readId } = await day.counter.read(stores.clerk.person, day.client)
  const lines = [{ ownCode: '100001', quantity: '1', price: total }]
  const prescription = { number: 'RX20260925001', hospital: '苏州市示例医院', doctor: '陈医生' }
  const basket = { readId, insutype: '310', medicalType: '41', lines, prescription }
  const priced = (await day.client.send(settlement.preSettle, basket as never)).result!
  expect((await day.counter.settle(priced, day.client)).result).toMatchObject({ status: '2' })
  const { orderNo } = await day.order(priced.id)
  const difference = (await day.run()).find(({ orderId }) => !orderId)!
  expect(difference.class).toBe('centreOnlyUnknown')
  expect(difference).not.toHaveProperty('proposal')
  expect(difference.evidence.join()).toContain(`（订单 ${orderNo}），可能重复`)
  expect((await day.handle(difference, 'backfill')).success).toBe(true)
  const { items } = await day.client.ok(orderCalls.abnormalPaged, { kind: 'duplicate', from: day.date })
  const abnormal = { kind: 'duplicate', duplicateOf: orderNo, suspected: true, billMissing: true }
  expect(items).toMatchObject([{ abnormal }])
  expect((await day.order(items[0]!.id)).flags).toEqual(['duplicate', 'erpMissing'])
  expect((await day.order(priced.id)).flags, 'the sale of this store stands as it was').toEqual([])
  expect(await day.book()).toHaveLength(2)
})
