import { progress } from '@yibao/shared/calls/base.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { leaseAt } from '../../test/clock.ts'
import { otherNode } from '../../test/other-node.ts'
import { authorization } from '../auth/tables.ts'
import { intent } from '../order/tables.ts'
import { recoverIntent } from '../settlement/recover/recover.ts'
import { Day } from './test/bench.ts'
import { holdUndo as hold, signal } from './test/hold-undo.ts'
import { useBench } from './test/use-bench.ts'

// A repair is under way while somebody else compares the same day, or handles the same row. Each asserts the centre's
// book, ours, and what the clerk reads.

const bench = useBench()

const locked = '系统正在核实这一笔'
const restore: (() => unknown)[] = []
afterEach(async () => {
  for (const back of restore.splice(0)) await back()
})

const holdUndo = (day: Day, how: { refusing?: boolean } = {}) => {
  const held = hold(day, how)
  restore.push(held.release)
  return held
}

/** A settlement that was taken for undone ('not found') and is booked at the centre all the same. */
const bookedAfterNotFound = async (day: Day, price = '1.00') => {
  await bench.centre.fault({ fault: 'bookAfterNotFound', infno: '2102' })
  const { id } = await day.buy(price)
  bench.clock.advance(1000)
  const ofOrder = eq(intent.orderId, id)
  const [sent] = await day.deps.db.select().from(intent).where(ofOrder)
  await recoverIntent(day.deps, sent!.id)
  const [undone] = await day.deps.db.select().from(intent).where(ofOrder)
  expect(undone).toMatchObject({ outcome: 'undone', undoneBy: 'notFound' })
  return { id, msgid: undone!.msgid }
}
/** The day as a second node shows it, whose clock is so many ms ahead. */
const nodeAhead = async (day: Day, ms: number) => {
  const node = await otherNode(bench.counter.server, ms)
  restore.push(node.close)
  const { counter, who, date, clock, client } = day
  const server = { ...counter.server, deps: node.deps }
  return new Day({ counter: { ...counter, server }, client: node.here(client), who, date, clock })
}
const unequalOf = async (day: Day) => (await day.total()).groups.find(({ state }) => state === '3')!
const statusOf = async (day: Day, id: string) => (await day.client.ok(orderCalls.get, { id })).status

test('the system’s 2601 is on its way when a second person compares the day: he is shown the row as locked and cannot 补录 it', async () => {
  const day = await bench.day('clerk', '2026-05-01')
  const { id } = await bookedAfterNotFound(day)
  const group = await unequalOf(day)
  const { reached, go, sent } = holdUndo(day, { refusing: true })
  const first = day.detail(group)
  await reached
  await day.detail(group)
  const [difference, ...others] = await day.differences(group)
  expect(others).toEqual([])
  const filled = await day.handle(difference!, 'backfill')
  go()
  expect((await first).automatic).toBe(1)
  const book = await day.book()
  expect([book.length, (await day.order(id)).state], 'both books say the same').toEqual([0, 'presettled'])
  expect(await statusOf(day, id)).toBe('1')
  expect(difference).toMatchObject({ locked: true })
  expect(filled.resultNotice?.error).toBe(locked)
  expect(sent).toHaveLength(1)
  expect(await day.differences(group)).toMatchObject([{ id: difference!.id, handledBy: '系统' }])
})

test('what a second run has voided meanwhile the first one leaves alone: each row is undone once', async () => {
  const day = await bench.day('clerk', '2026-05-02')
  const rows = [await bookedAfterNotFound(day, '1.00'), await bookedAfterNotFound(day, '2.00')]
  const group = await unequalOf(day)
  const { reached, go, sent } = holdUndo(day)
  const first = day.detail(group)
  await reached
  // The first run's second row is nobody's yet.
  expect((await day.detail(group)).automatic).toBe(1)
  go()
  expect((await first).automatic).toBe(1)
  expect(sent.sort()).toEqual(rows.map(({ msgid }) => msgid).sort())
  expect(await day.book()).toEqual([])
  for (const { id } of rows) expect(await statusOf(day, id)).toBe('1')
  expect((await day.differences(group)).map(({ handledBy }) => handledBy)).toEqual(['系统', '系统'])
  expect((await day.total()).equal).toBe((await day.total()).groups.length)
})

test('a node whose clock is ahead does not take the repair that another has under way for given up', async () => {
  const day = await bench.day('clerk', '2026-05-08')
  const { id } = await bookedAfterNotFound(day)
  const group = await unequalOf(day)
  const there = await nodeAhead(day, 170_000)
  const { reached, go } = holdUndo(day)
  const first = day.detail(group)
  await reached
  const [difference] = await there.differences(group)
  const filled = await there.handle(difference!, 'backfill')
  const second = await there.detail(group)
  go()
  expect([(await first).automatic, second.automatic]).toEqual([1, 0])
  expect([await day.book(), (await day.order(id)).state], 'both books say the same').toEqual([[], 'presettled'])
  expect(await statusOf(day, id)).toBe('1')
  expect(difference).toMatchObject({ locked: true })
  expect(filled.resultNotice?.error).toBe(locked)
  expect(await day.differences(group)).toMatchObject([{ id: difference!.id, handledBy: '系统' }])
})

test('a node whose clock is ahead does not compare what another one is comparing', async () => {
  const day = await bench.day('clerk', '2026-05-10')
  const { id } = await bookedAfterNotFound(day)
  const there = await nodeAhead(day, 301_000)
  const first = await bench.centre.during(
    '3201',
    () => day.total(),
    () => expect(there.total()).rejects.toThrow('这一天正在对账，请等待结果'),
  )
  expect(first).toMatchObject({ unequal: 1 })
  expect(await statusOf(day, id)).toBe('1')
})

test.each([
  ['2026-05-03', 0],
  ['2026-05-09', 60_000],
])(
  'a run that read the books before the repair of another ended does not raise its row again (%s)',
  async (date, ms) => {
    const day = await bench.day('clerk', date)
    const { id } = await bookedAfterNotFound(day)
    const group = await unequalOf(day)
    const there = ms ? await nodeAhead(day, ms) : day
    const client = there.deps.services.centre.of('320500')
    const [read, got] = signal()
    const [gate, go] = signal()
    let files = 0
    client.exchange = async (...asked) => {
      const answer = await Object.getPrototypeOf(client).exchange.apply(client, asked)
      if (asked[1] === '9102' && ++files === 1) {
        got()
        await gate
      }
      return answer
    }
    restore.push(() => Reflect.deleteProperty(client, 'exchange'), go)
    const slow = there.detail(group)
    await read
    expect((await day.detail(group)).automatic).toBe(1)
    go()
    expect((await slow).automatic).toBe(0)
    expect(await day.differences(group)).toMatchObject([{ handledBy: '系统', handledAction: 'undo' }])
    expect(await day.book()).toEqual([])
    expect(await statusOf(day, id)).toBe('1')
    const { groups, equal } = await day.total()
    expect(equal).toBe(groups.length)
  },
)

test('two persons handle one row at once: the second is told so, and nothing is booked behind the first one’s 2601', async () => {
  const day = await bench.day('clerk', '2026-05-04')
  await bench.centre.fault({ fault: 'refuse', infno: '2102', text: '系统繁忙' })
  const { id } = await day.buy()
  const [sent] = await day.deps.db.select().from(intent).where(eq(intent.orderId, id))
  await day.centreOnly(sent!.msgid)
  const [difference] = await day.run()
  const authorizationId = await day.approve(`undo:${difference!.id}`)
  const { reached, go } = holdUndo(day)
  const undoing = day.handle(difference!, 'undo', { authorizationId })
  await reached
  const spare = await day.approve(`undo:${difference!.id}`)
  const again = await day.handle(difference!, 'undo', { authorizationId: spare })
  const filled = await day.handle(difference!, 'backfill')
  const { progressId } = await day.client.ok(reconciliation.batch, { diffIds: [difference!.id], action: 'backfill' })
  await day.client.ended(progressId)
  const { results } = await day.client.ok(progress.percentage, { progressId })
  go()
  expect(results).toEqual([{ target: difference!.id, ok: false, text: locked }])
  expect((await undoing).result).toMatchObject({ handledAction: 'undo' })
  expect([await day.book(), (await day.order(id)).state], 'both books say the same').toEqual([[], 'presettled'])
  expect([filled, again].map(({ resultNotice }) => resultNotice?.error)).toEqual([locked, locked])
  const [kept] = await day.deps.db.select().from(authorization).where(eq(authorization.id, spare))
  expect(kept?.usedAt, 'a word that moved nothing is not used up').toBeNull()
  expect(await statusOf(day, id)).toBe('1')
})

test('what a newer run voids while a second person’s word is taken moves no money', async () => {
  const day = await bench.day('clerk', '2026-05-07')
  await day.centreOnly('P3205010000120260507080000001')
  const [difference] = await day.run()
  const authorizationId = await day.approve(`undo:${difference!.id}`)
  const { db } = day.deps
  await db.execute(sql`create function voids() returns trigger language plpgsql as $$ begin
    update recon_difference set voided = true; return new; end $$`)
  await db.execute(sql`create trigger voids before update on "authorization" for each row execute function voids()`)
  restore.push(() => db.execute(sql`drop function voids cascade`))
  const { resultNotice } = await day.handle(difference!, 'undo', { authorizationId })
  expect(resultNotice?.error).toContain('这条差异不再有效')
  expect(await day.book()).toHaveLength(1)
})

test('a repair takes an unknown settlement from recovery: its 2601 is on record before it leaves', async () => {
  const day = await bench.day('clerk', '2026-05-05')
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  const { id } = await day.buy()
  const ofOrder = eq(intent.orderId, id)
  const lease = (until: number) =>
    day.deps.db
      .update(intent)
      .set({ leaseUntil: leaseAt(until) })
      .where(ofOrder)
  // Recovery does not come to it before the statement does.
  await lease(bench.clock().getTime() + 60_000)
  const group = await unequalOf(day)
  await lease(0)
  const client = day.deps.services.centre.of('320500')
  const records: object[] = []
  client.send = async (body, which, waiting) => {
    if (which === '2601') records.push(...(await day.deps.db.select().from(intent).where(ofOrder)))
    return Object.getPrototypeOf(client).send.call(client, body, which, waiting)
  }
  restore.push(() => Reflect.deleteProperty(client, 'send'))
  expect((await day.detail(group)).automatic).toBe(1)
  expect(records).toMatchObject([{ outcome: 'unknown', attempts: 1, undoSentAt: expect.any(Date) }])
  expect(await day.book()).toEqual([])
  expect(await statusOf(day, id)).toBe('1')
})
