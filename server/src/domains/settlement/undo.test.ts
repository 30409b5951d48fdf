import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { leaseAt } from '../../test/clock.ts'
import { intent } from '../order/tables.ts'
import { area } from '../organisation/tables.ts'
import { claimIntent } from './recover/claim.ts'
import { recoverIntent } from './recover/recover.ts'
import { openCounter, otc } from './test/counter.ts'

// T08 in the area that can only undo (320100: no look-up, no repeat). Each asserts the centre's book, ours, what she reads.

const person = '32010000000000000001'
const counter = opened(() => openCounter('clerk2', { config: { settleWait: 5_000 } }))
afterEach(() => counter.centre.clearFaults())

/** 'Not found' counts after `inFlightMax` ms. */
const arrivesWithin = (inFlightMax: number) =>
  counter.server.deps.db
    .update(area)
    .set({ settings: sql`${area.settings} || ${JSON.stringify({ inFlightMax })}::jsonb` })

/** Rows of the centre's book under our message, undone ones too. */
const bookOf = async (orderId: string) => {
  const { msgid } = await intentOf(orderId)
  return (await counter.centre.book('P32010200001', formatDay(new Date()))).filter((row) => row.msgid === msgid)
}
const intentOf = async (orderId: string) => {
  const [row] = await counter.server.deps.db.select().from(intent).where(eq(intent.orderId, orderId))
  return row!
}
const recover = async (orderId: string) => recoverIntent(counter.server.deps, (await intentOf(orderId)).id)
const read = (id: string) => counter.clerk.ok(orderCalls.get, { id })

const price = async (amount: string) => counter.preSettle(await counter.read(person), { lines: otc(amount) } as never)

test('T08: 2601 answered "no such transaction": nothing was booked, she reads 没有扣款 and may settle it again', async () => {
  await arrivesWithin(0)
  const one = await price('3.00')
  await counter.centre.fault({ fault: 'dropBeforeBooking', infno: '2102' })
  expect((await counter.settle(one)).result).toMatchObject({ status: '4', abnormal: { kind: 'unknown' } })
  await recover(one.id)
  expect(await bookOf(one.id)).toEqual([])
  expect(await intentOf(one.id)).toMatchObject({ outcome: 'undone', undoneBy: 'notFound' })
  const after = await read(one.id)
  expect([after.status, after.abnormal, after.settleKey]).toEqual(['1', undefined, undefined])
  expect(after.events.map(({ move }) => move)).toContain('已核实：没有扣款')
  const again = await counter.preSettle(await counter.read(person), { orderId: one.id, lines: otc('3.00') } as never)
  expect((await counter.settle(again)).result).toMatchObject({ status: '2', total: '3.00' })
})

test.each([
  ['dropBeforeBooking', false],
  ['dropAfterBooking', true],
] as const)('T08: 2601 itself lost (%s): locked, and repeated with the same omsgid', async (fault, undoneAtOnce) => {
  // Were the second 2601 for another message, the centre would answer 'not found', and that may not count here.
  await arrivesWithin(600_000)
  const amount = undoneAtOnce ? '4.00' : '5.00'
  const one = await price(amount)
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  await counter.settle(one)
  await counter.centre.fault({ fault, infno: '2601' })
  await recover(one.id)
  expect((await bookOf(one.id)).map(({ undone }) => undone)).toEqual([undoneAtOnce])
  const locked = await read(one.id)
  expect(locked).toMatchObject({ status: '4', abnormal: { kind: 'unknown', needsPerson: false } })
  expect(locked.abnormal?.lastError).toContain('冲正没有得到答复')

  // Locked: no second settlement, no new price, no void, no twin.
  expect((await counter.settle(one)).result).toMatchObject({ id: one.id, status: '4' })
  const repriced = {
    readId: (await counter.read(person)).readId,
    insutype: '310',
    medicalType: '41',
    lines: otc(amount),
  }
  const reprice = await counter.clerk.send(settlement.preSettle, { orderId: one.id, ...repriced })
  expect(reprice.resultNotice?.error).toContain('不能重新预结算')
  const voided = await counter.clerk.send(orderCalls.void, { id: one.id, reason: '顾客不要了' })
  expect(voided.resultNotice?.error).toContain('不能作废')
  const twin = await price(amount)
  expect((await counter.settle(twin)).resultNotice?.error).toContain('结果未知的相同购药')
  expect(await bookOf(one.id)).toHaveLength(1)

  await recover(one.id)
  expect((await bookOf(one.id)).map(({ undone }) => undone)).toEqual([true])
  expect(await intentOf(one.id)).toMatchObject({ outcome: 'undone', undoneBy: 'booked', attempts: 2 })
  expect((await read(one.id)).events.map(({ move }) => move)).toContain('已核实：没有扣款')
})

test('T08: a confirmed settlement is not rolled back: refused, and the text says to use 撤销', async () => {
  const one = await price('6.00')
  expect((await counter.settle(one)).result).toMatchObject({ status: '2' })
  const refused = await counter.clerk.send(orderCalls.void, { id: one.id, reason: '顾客不要了' })
  expect(refused.resultNotice).toMatchObject({ error: '订单已结算，不能作废', tips: '要退回请用「撤销」' })
  expect(await recover(one.id), 'recovery has nothing to ask either').toBe(false)
  expect((await bookOf(one.id)).map(({ undone }) => undone)).toEqual([false])
  expect(await read(one.id)).toMatchObject({ status: '2' })
})

test('T12: a server that dies while recovery asks holds the order for one lease, not longer', async () => {
  await arrivesWithin(0)
  const one = await price('7.00')
  await counter.centre.fault({ fault: 'dropBeforeBooking', infno: '2102' })
  await counter.settle(one)
  const { deps } = counter.server
  const { id } = await intentOf(one.id)
  const claimed = await claimIntent(deps, id)
  const left = claimed!.intent.leaseUntil.getTime() - Date.now()
  expect(left).toBeLessThanOrEqual(deps.config.lease)
  expect(left, 'and not shorter: nobody else asks meanwhile').toBeGreaterThan(deps.config.lease - 10_000)
  expect(await claimIntent(deps, id)).toBeUndefined()
  await deps.db.update(intent).set({ leaseUntil: leaseAt(Date.now() - 1) })
  await recover(one.id)
  expect((await read(one.id)).status).toBe('1')
})
