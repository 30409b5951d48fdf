import { order as orderCalls } from '@yibao/shared/calls/books.ts'
import { settlement } from '@yibao/shared/calls/counter.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usual } from '../../test/postgres.ts'
import { order } from './tables.ts'
import { type Centre, type Counter, openCounter, otc, startCentre } from './test/counter.ts'

// A settlement that has read its order, and somebody who writes another basket into it before it leaves.

const store = 'P32050100001'
const insured = '32050000000000000001'
const tea = { ownCode: '100003', quantity: '1', price: '2.00' }

let centre: Centre
let counter: Counter
beforeAll(async () => {
  centre = await startCentre()
  counter = await openCounter('clerk', {}, centre)
})
afterAll(async () => {
  await counter.close()
  await centre.close()
})

const booked = async () => (await centre.book(store, formatDay(new Date()))).length
const stored = async (id: string) => (await counter.server.deps.db.select().from(order).where(eq(order.id, id)))[0]!

/** Until so many sessions wait for another one's lock. */
const waiting = async (sessions: number) =>
  expect
    .poll(async () => {
      const answer = await counter.server.deps.db.execute(
        sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return (answer as unknown as { rows: { n: number }[] }).rows[0]!.n
    })
    .toBe(sessions)

/** `first`, then a settlement of the key it knew, come to the order's row in this order and at one moment. */
const overtaken = async <T>(one: { id: string; settleKey?: string }, first: () => Promise<T>) => {
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
        .where(eq(order.id, one.id))
        .for('update')
        .then(() => locked(), failed)
      await mayGo
    })
  })
  let writing: Promise<T> | undefined
  let settling: ReturnType<Counter['settle']> | undefined
  try {
    writing = first()
    await waiting(1)
    settling = counter.settle(one as never)
    await waiting(2)
  } finally {
    open()
    await gate
  }
  return [await writing!, await settling!] as const
}

describe.skipIf(usual !== 'postgres')('a settlement whose basket is another one by the time it leaves', () => {
  test('put aside: nothing is booked, and the basket stays aside as it was put', async () => {
    const one = await counter.preSettle(await counter.read(insured), { lines: otc('6.10') })
    const before = await booked()
    const parking = { orderId: one.id, medicalType: '41', lines: [tea] }
    const [, answer] = await overtaken(one, () => counter.clerk.ok(settlement.park, parking))
    expect(answer.resultNotice?.error).toBe('明细已改动，原预结算作废')
    expect(await booked()).toBe(before)
    expect(await stored(one.id)).toMatchObject({ state: 'presettled', parked: true, total: 200, setlId: null })
    expect((await counter.clerk.ok(settlement.parkedList)).map(({ parkedId }) => parkedId)).toContain(one.id)
  })

  test('priced anew for somebody else: the older split is not booked in his name, and his own is', async () => {
    const one = await counter.preSettle(await counter.read(insured), { lines: otc('6.20') })
    const before = await booked()
    const { readId, insutype } = await counter.read('32050000000000000002')
    const asked = { readId, insutype, medicalType: '41', orderId: one.id, lines: [...otc('6.20'), tea] }
    const [priced, answer] = await overtaken(one, () => counter.clerk.send(settlement.preSettle, asked))
    expect(answer.resultNotice?.error).toBe('明细已改动，原预结算作废')
    expect(await booked()).toBe(before)
    expect((await counter.settle(priced.result!)).result).toMatchObject({ status: '2', total: '8.20' })
    const { msgid } = await stored(one.id)
    const row = (await centre.book(store, formatDay(new Date()))).find((each) => each.msgid === msgid)
    expect(row).toMatchObject({ psn_no: '32050000000000000002', medfee_sumamt: expect.stringMatching(/^8\.20?$/) })
  })

  test('void: nothing is booked', async () => {
    const one = await counter.preSettle(await counter.read(insured), { lines: otc('6.30') })
    const before = await booked()
    const voiding = { id: one.id, reason: '顾客不买了' }
    const [, answer] = await overtaken(one, () => counter.clerk.ok(orderCalls.void, voiding))
    expect(answer.resultNotice?.error).toBe('订单已是「已作废」，不能结算')
    expect([await booked(), (await stored(one.id)).state]).toEqual([before, 'voided'])
  })
})
