import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { order } from '../order/tables.ts'
import { openCounter, otc } from './test/counter.ts'

// A settlement that has read its order, and somebody who writes another basket into it before it leaves.

const store = 'P32050100001'
const insured = '32050000000000000001'
const tea = { ownCode: '100003', quantity: '1', price: '2.00' }

const counter = opened(() => openCounter())

const booked = async () => (await counter.centre.book(store, formatDay(new Date()))).length
const stored = async (id: string) => (await counter.server.deps.db.select().from(order).where(eq(order.id, id)))[0]!

const waiting = (sessions: number) => untilWaiting(counter.server.deps.db, sessions)

/** Two requests come to an order's row in this order and at one moment: both have read it before. */
const atOnce = async <A, B>(id: string, first: () => Promise<A>, second: () => Promise<B>) => {
  let open = () => {}
  const mayGo = new Promise<void>((resolve) => {
    open = resolve
  })
  let gate: Promise<unknown> = Promise.resolve()
  await new Promise<void>((locked, failed) => {
    gate = counter.server.deps.db.transaction(async (tx) => {
      await tx
        .select({ id: order.id })
        .from(order)
        .where(eq(order.id, id))
        .for('update')
        .then(() => locked(), failed)
      await mayGo
    })
  })
  const answers: [Promise<A>?, Promise<B>?] = []
  try {
    answers[0] = first()
    await waiting(1)
    answers[1] = second()
    await waiting(2)
  } finally {
    open()
    await gate
  }
  return [await answers[0]!, await answers[1]!] as const
}

describe.skipIf(usual !== 'postgres')('a settlement whose basket is another one by the time it leaves', () => {
  test('put aside: nothing is booked, and the basket stays aside as it was put', async () => {
    const one = await counter.preSettle(await counter.read(insured), { lines: otc('6.10') })
    const before = await booked()
    const parking = { orderId: one.id, medicalType: '41', lines: [tea] }
    const [, answer] = await atOnce(
      one.id,
      () => counter.clerk.ok(settlement.park, parking),
      () => counter.settle(one),
    )
    expect(answer.resultNotice?.error).toBe('这笔购药已挂单，原预结算作废')
    expect(await booked()).toBe(before)
    expect(await stored(one.id)).toMatchObject({ state: 'presettled', parked: true, total: 200, setlId: null })
    expect((await counter.clerk.ok(settlement.parkedList)).map(({ parkedId }) => parkedId)).toContain(one.id)
  })

  test('priced anew for somebody else: the older split is not booked in his name, and his own is', async () => {
    const one = await counter.preSettle(await counter.read(insured), { lines: otc('6.20') })
    const before = await booked()
    const { readId, insutype } = await counter.read('32050000000000000002')
    const asked = { readId, insutype, medicalType: '41', orderId: one.id, lines: [...otc('6.20'), tea] }
    const [priced, answer] = await atOnce(
      one.id,
      () => counter.clerk.send(settlement.preSettle, asked),
      () => counter.settle(one),
    )
    expect(answer.resultNotice?.error).toBe('这笔购药后来又预结算过，原预结算作废')
    expect(await booked()).toBe(before)
    expect((await counter.settle(priced.result!)).result).toMatchObject({ status: '2', total: '8.20' })
    const { msgid } = await stored(one.id)
    const row = (await counter.centre.book(store, formatDay(new Date()))).find((each) => each.msgid === msgid)
    expect(row).toMatchObject({ psn_no: '32050000000000000002', medfee_sumamt: expect.stringMatching(/^8\.20?$/) })
  })

  test('void: nothing is booked', async () => {
    const one = await counter.preSettle(await counter.read(insured), { lines: otc('6.30') })
    const before = await booked()
    const voiding = { id: one.id, reason: '顾客不买了' }
    const [, answer] = await atOnce(
      one.id,
      () => counter.clerk.ok(orderCalls.void, voiding),
      () => counter.settle(one),
    )
    expect(answer.resultNotice?.error).toBe('订单已是「已作废」，不能结算')
    expect([await booked(), (await stored(one.id)).state]).toEqual([before, 'voided'])
  })

  test('nor is another one written into what has left: it is settled as it was priced', async () => {
    const one = await counter.preSettle(await counter.read(insured), { lines: otc('6.40') })
    const before = await booked()
    const { readId, insutype } = await counter.read('32050000000000000002')
    const asked = { readId, insutype, medicalType: '41', orderId: one.id, lines: [...otc('6.40'), tea] }
    const [settled, late] = await atOnce(
      one.id,
      () => counter.settle(one),
      () => counter.clerk.send(settlement.preSettle, asked),
    )
    expect(settled.result).toMatchObject({ status: '2', total: '6.40' })
    expect(late.resultNotice?.error).toBe('系统正在核实这笔结算')
    const { msgid, ...row } = await stored(one.id)
    expect(row).toMatchObject({ state: 'settled', total: 640, parked: false })
    const there = (await counter.centre.book(store, formatDay(new Date()))).slice(before)
    expect(there).toMatchObject([{ msgid, psn_no: insured }])
  })

  test('nor is what has left put aside, or void', async () => {
    const one = await counter.preSettle(await counter.read(insured), { lines: otc('6.50') })
    const parking = { orderId: one.id, medicalType: '41', lines: [tea] }
    const [settled, late] = await atOnce(
      one.id,
      () => counter.settle(one),
      () => counter.clerk.send(settlement.park, parking),
    )
    expect([settled.result, late.success]).toMatchObject([{ status: '2', total: '6.50' }, false])
    expect(await stored(one.id)).toMatchObject({ state: 'settled', total: 650, parked: false })
    const other = await counter.preSettle(await counter.read(insured), { lines: otc('6.60') })
    const [sold, drop] = await atOnce(
      other.id,
      () => counter.settle(other),
      () => counter.clerk.send(orderCalls.void, { id: other.id, reason: '顾客不买了' }),
    )
    expect([sold.result, drop.success]).toMatchObject([{ status: '2', total: '6.60' }, false])
    expect(await stored(other.id)).toMatchObject({ state: 'settled', total: 660 })
  })
})
