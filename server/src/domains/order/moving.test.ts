import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { leaseAt } from '../../test/clock.ts'
import { databases } from '../../test/kit.ts'
import { bookIntent } from '../settlement/book-intent.ts'
import { type Counter, openCounter, otc } from '../settlement/test/counter.ts'
import type { Draft } from './moves.ts'
import { move } from './states.ts'
import { intent, order, orderEvent } from './tables.ts'

// The single statements that change an order: what they lock, what they refuse, what they leave (DESIGN 7).

let counter: Counter
afterEach(() => counter.close())

const person = '32050000000000000001'
const at = new Date('2026-06-10T02:00:00Z')

const prepare = async (database: (typeof databases)[number]) => {
  counter = await openCounter('clerk', { database })
  const { id } = await counter.preSettle(await counter.read(person), { lines: otc('1.00') })
  const { db } = counter.server.deps
  const events = async () =>
    (await db.select().from(orderEvent).where(eq(orderEvent.orderId, id))).map(({ from, to }) => `${from} ${to}`).sort()
  const state = async () => (await db.select().from(order).where(eq(order.id, id)))[0]!.state
  return { db, id, events, state }
}

test.each(databases)('on %s: of ten moves at once one wins, and it alone leaves an event', async (database) => {
  const { db, id, events, state } = await prepare(database)
  const before = await events()
  const moves = Array.from({ length: 10 }, (_, n) => move(db, id, 'settle', at, { by: `${n}` }))
  expect((await Promise.all(moves)).filter((row) => row)).toMatchObject([{ id, state: 'settling', updatedAt: at }])
  expect(await events()).toEqual([...before, 'presettled settling'])
  expect(await state()).toBe('settling')
})

test.each(databases)('on %s: a booking closes intent and order together or neither', async (database) => {
  const { db, id, events, state } = await prepare(database)
  const [row] = await db.select().from(order).where(eq(order.id, id))
  const { areaCode, companyId, storeId } = row!
  const sent = {
    msgid: 'M1',
    infno: '2102',
    callName: 'settle',
    idempotencyKey: 'K1',
    payload: '',
    node: 'n1',
  } as const
  const times = { leaseUntil: leaseAt(at), sentAt: at, createdAt: at }
  await db
    .insert(intent)
    .values({ id: 'i1', orderId: id, areaCode, companyId, storeId, userId: 'u', ...sent, ...times })
  const outcome = async () => (await db.select().from(intent).where(eq(intent.id, 'i1')))[0]!.outcome
  const values = { by: '店员', patch: { setlId: 'S1', settledAt: at }, at, setlId: 'S1' }
  const book = (attempts = 0) => bookIntent(db, row!, { id: 'i1', attempts }, 'booked', values)
  const before = await events()

  await expect(book()).rejects.toThrow('cannot be booked')
  expect([await outcome(), await state(), await events()]).toEqual(['open', 'presettled', before])

  await move(db, id, 'settle', at, { by: '店员' })
  expect(await book(1)).toBeUndefined()
  expect([await outcome(), await state()]).toEqual(['open', 'settling'])

  expect(await book()).toMatchObject({ state: 'settled', setlId: 'S1', msgid: 'M1', settledAt: at })
  expect([await outcome(), await state()]).toEqual(['booked', 'settled'])
  expect(await book()).toBeUndefined()
})

test.each(databases)(
  'on %s: an answer about another writing of a draft, or about one put aside, moves nothing',
  async (database) => {
    const { db, id, events } = await prepare(database)
    const [{ identity, updatedAt } = {} as never] = await db.select().from(order).where(eq(order.id, id))
    const priced = (draft: Partial<Draft>) =>
      move(db, id, 'presettle', at, { by: '店员', draft: { identity, updatedAt, ...draft } })
    const before = await events()
    expect(await priced({ identity: 'sealed anew in the same moment' })).toBeUndefined()
    expect(await priced({ updatedAt: new Date(updatedAt.getTime() - 1) }), 'aside and back meanwhile').toBeUndefined()
    await db.update(order).set({ parked: true }).where(eq(order.id, id))
    expect(await priced({})).toBeUndefined()
    expect(await events()).toEqual(before)
    await db.update(order).set({ parked: false }).where(eq(order.id, id))
    expect(await priced({})).toMatchObject({ id, state: 'presettled' })
  },
)

test.each(databases)(
  'on %s: an order that counts again leaves its prescription to another one, though that is just being taken back',
  async (database) => {
    const { db, id } = await prepare(database)
    const prescriptionId = 'rx-1'
    const [row] = await db.select().from(order).where(eq(order.id, id))
    await db.update(order).set({ state: 'reversed', prescriptionId }).where(eq(order.id, id))
    await db.insert(order).values({ ...row!, id: 'o2', orderNo: 'N2', state: 'reversing', prescriptionId })
    expect(await move(db, id, 'takenBack', at, { by: '店员' })).toMatchObject({
      state: 'settled',
      prescriptionId: null,
    })
  },
)
