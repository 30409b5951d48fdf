import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { intent } from '../../order/tables.ts'
import { type Centre, startCentre } from '../test/centre.ts'
import { openCounter, otc, plain } from '../test/counter.ts'

// A guest of /forwarding may ask what became of an order. His question finds what there is; what takes back, repeats or
// reverses is not his. Each asserts the centre's book, ours, and what he and the clerk read.

let centre: Centre
beforeAll(async () => {
  centre = await startCentre()
})
afterAll(() => centre.close())
afterEach(() => centre.clearFaults())

describe.each([
  // Area, what is lost, what the guest leaves in the centre's book, what the clerk's own question makes of it.
  ['clerk2', 'P32010200001', '3201', 'dropAfterBooking', '4', [['2102', false]], '1', [['2102', true]]],
  ['clerk3', 'P43010200001', '4301', 'dropBeforeBooking', '4', [], '2', [['2102', false]]],
  ['clerk', 'P32050100001', '3205', 'dropAfterBooking', '2', [['2102', false]], '2', [['2102', false]]],
] as const)('%s', (userName, store, area, fault, seen, left, after, done) => {
  const options = {
    config: { settleWait: 5_000 },
    settings: { ...plain, authorizeReversal: false, authorizeUndo: false },
  }
  const counter = opened(() => openCounter(userName, options, centre))
  const person = `${area}0000000000000001`
  const bought = async (price: string) => {
    const one = await counter.preSettle(await counter.read(person), { lines: otc(price) })
    return { id: one.id, answer: await counter.settle(one) }
  }
  const sentOf = async (orderId: string, infno: '2102' | '2103') => {
    const mine = and(eq(intent.orderId, orderId), eq(intent.infno, infno))
    const [row] = await counter.server.deps.db.select().from(intent).where(mine).orderBy(desc(intent.createdAt))
    return row!
  }
  const atCentre = async (id: string) => {
    const rows = await counter.server.deps.db.select().from(intent).where(eq(intent.orderId, id))
    const mine = new Set(rows.flatMap(({ msgid, earlierMsgids }) => [msgid, ...earlierMsgids]))
    const book = await centre.book(store, formatDay(new Date()))
    return book.filter(({ msgid }) => mine.has(msgid)).map(({ infno, undone }) => [infno, undone])
  }
  const asGuest = async (id: string) =>
    (await counter.server.as(userName, { guest: true })).ok(orderCalls.recheck, { id })
  const asClerk = (id: string) => counter.clerk.ok(orderCalls.recheck, { id })

  test('a lost settlement', async () => {
    await centre.fault({ fault, infno: '2102' })
    const { id, answer } = await bought('3.10')
    expect(answer.result).toMatchObject({ status: '4' })
    const { undoSentAt, nextAttemptAt, lastError, needsPerson } = await sentOf(id, '2102')
    expect((await asGuest(id)).status).toBe(seen)
    expect(await atCentre(id)).toEqual(left)
    // Recovery goes on as if nobody had looked.
    const kept = seen === '4' ? { undoSentAt, nextAttemptAt, lastError, needsPerson, outcome: 'unknown' } : {}
    expect(await sentOf(id, '2102')).toMatchObject(kept)
    expect((await asClerk(id)).status).toBe(after)
    expect(await atCentre(id)).toEqual(done)
  })

  test('a lost reversal', async () => {
    const { id } = await bought('3.20')
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2103' })
    const lost = { orderId: id, reason: '顾客退药' }
    expect((await counter.clerk.send(settlement.cancel, lost, { 'idempotency-key': `c-${id}` })).result).toMatchObject({
      status: '4',
    })
    const { msgid } = await sentOf(id, '2103')
    expect((await asGuest(id)).status).toBe('4')
    expect(await atCentre(id)).toEqual([['2102', false]])
    expect(await sentOf(id, '2103')).toMatchObject({ msgid, earlierMsgids: [], outcome: 'unknown' })
    expect((await asClerk(id)).status).toBe('3')
    expect((await atCentre(id)).map(([infno]) => infno).toSorted()).toEqual(['2102', '2103'])
  })
})
