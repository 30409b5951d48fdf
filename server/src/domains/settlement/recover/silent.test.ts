import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, like, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import type { Client } from '../../../test/kit.ts'
import { dropSystemSignIn } from '../../attendance/sign.ts'
import { intent } from '../../order/tables.ts'
import { storeOf } from '../../organisation/store.ts'
import { openCounter, otc, plain } from '../test/counter.ts'
import { Recovery } from './recover.ts'

// A centre that says nothing to any question, and fifty messages that wait for its answers. What a clerk stands before is
// asked about at once, no centre sees more than four connections, and each of the fifty has its turn.

const counter = opened(() => openCounter('clerk2', { config: { settleWait: 5_000 }, settings: plain }))
const [somebody, another] = ['32010000000000000001', '32010000000000000002']
const restore: (() => void)[] = []
afterEach(async () => {
  for (const back of restore.splice(0)) back()
  await counter.centre.clearFaults()
  // Whose settlement is unknown buys nothing else.
  await counter.server.deps.db.execute(sql`delete from settlement_intent where outcome in ('open', 'unknown')`)
  await counter.server.deps.db.execute(sql`update purchase_order set state = 'voided' where state = 'unknown'`)
})

/** A purchase whose answer was lost behind the centre's booking. */
const lost = async (client: Client, person: string) => {
  const one = await counter.preSettle(await counter.read(person, client), { lines: otc('1.00') }, client)
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  expect((await counter.settle(one, client)).result).toMatchObject({ status: '4' })
  const [sent] = await counter.server.deps.db.select().from(intent).where(eq(intent.orderId, one.id))
  return { id: one.id, sent: sent! }
}

/** `count` more unknown purchases like it, each sent a second before the one after it. */
const older = async (of: Awaited<ReturnType<typeof lost>>, count: number, attempts: number): Promise<string[]> => {
  const { db } = counter.server.deps
  await db.execute(sql`insert into purchase_order select (jsonb_populate_record(o, jsonb_build_object(
      'id', o.id || '-' || n, 'order_no', o.order_no || '-' || n, 'settle_key', o.settle_key || '-' || n))).*
    from purchase_order o, generate_series(1, ${count}) n where o.id = ${of.id}`)
  await db.execute(sql`insert into settlement_intent select (jsonb_populate_record(i, jsonb_build_object(
      'id', i.id || '-' || n, 'order_id', i.order_id || '-' || n, 'msgid', left(i.msgid, 12) || '19' || lpad(n::text, 2, '0') || substr(i.msgid, 17),
      'idempotency_key', i.idempotency_key || n, 'basket_mark', null, 'attempts', ${attempts}::int,
      'sent_at', i.sent_at - n * interval '1 second', 'next_attempt_at', i.sent_at - n * interval '1 second'))).*
    from settlement_intent i, generate_series(1, ${count}) n where i.id = ${of.sent.id}`)
  const rows = await db
    .select()
    .from(intent)
    .where(sql`${intent.id} like ${`${of.sent.id}-%`}`)
  expect(rows).toHaveLength(count)
  return rows.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime()).map(({ msgid }) => msgid)
}

/** An area's centre, of which each 2601 waits until the test lets it go; which ones wait, and how many did at most. */
const silence = (areaCode: string) => {
  const client = counter.server.deps.services.centre.of(areaCode)
  const waiting = new Map<string, () => void>()
  const asked: string[] = []
  let most = 0
  let signIns = 0
  let speaks = false
  client.send = async (body, which, patience) => {
    if (which === '9001') signIns += 1
    const msgid = String(JSON.parse(body).input.data?.omsgid)
    if (which === '2601' && !speaks) {
      asked.push(msgid)
      await new Promise<void>((go) => {
        waiting.set(msgid, go)
        most = Math.max(most, waiting.size)
      })
      waiting.delete(msgid)
    }
    return Object.getPrototypeOf(client).send.call(client, body, which, patience)
  }
  const speak = () => {
    speaks = true
    for (const go of waiting.values()) go()
  }
  restore.push(() => {
    Reflect.deleteProperty(client, 'send')
    speak()
  })
  return { asked, waiting, speak, most: () => most, signIns: () => signIns }
}

const bookOf = async (code: string, msgid: string) =>
  (await counter.centre.book(code, formatDay(new Date()))).filter((row) => row.msgid === msgid)

test('fifty silent ones are under way: a purchase that becomes unknown is asked about in the next round, beside three of them', async () => {
  const first = await lost(counter.clerk, somebody)
  const old = await older(first, 50, 4)
  await counter.server.deps.db.delete(intent).where(eq(intent.id, first.sent.id))
  await dropSystemSignIn(counter.server.deps, await storeOf(counter.server.deps, first.sent.storeId))
  const centre = silence('320100')
  const recovery = new Recovery(counter.server.deps)
  await recovery.round()
  await expect.poll(() => centre.asked.toSorted()).toEqual(old.slice(0, 3).toSorted())
  expect(centre.signIns(), 'all three by one sign-in').toBe(1)
  const fresh = await lost(counter.clerk, another)
  await recovery.round()
  await expect.poll(() => centre.asked[3]).toBe(fresh.sent.msgid)
  // More rounds add nothing: four connections are all that a centre sees.
  await recovery.round()
  expect([centre.asked.length, centre.most()]).toEqual([4, 4])
  centre.waiting.get(fresh.sent.msgid)!()
  const read = async () => (await counter.clerk.ok(orderCalls.get, { id: fresh.id })).status
  await expect.poll(read, { message: 'the clerk reads that nothing was paid' }).toBe('1')
  expect((await bookOf('P32010200001', fresh.sent.msgid)).map(({ undone }) => undone)).toEqual([true])
  expect(centre.asked).toHaveLength(4)
  centre.speak()
  expect(await recovery.idle()).toBe(51)
  expect(centre.most()).toBe(4)
  const left = await counter.server.deps.db
    .select()
    .from(intent)
    .where(sql`${intent.id} like ${`${first.sent.id}-%`}`)
  expect(left.map(({ attempts }) => attempts)).toEqual(left.map(() => 5))
  expect(left).toHaveLength(50)
})

test('fifty that nobody has asked about yet: the newest goes first as soon as one of them is answered', async () => {
  const first = await lost(counter.clerk, somebody)
  const old = await older(first, 50, 0)
  const centre = silence('320100')
  const recovery = new Recovery(counter.server.deps)
  await recovery.round()
  await expect.poll(() => centre.asked.toSorted()).toEqual([...old.slice(0, 3), first.sent.msgid].toSorted())
  const fresh = await lost(counter.clerk, another)
  await recovery.round()
  expect(centre.asked).toHaveLength(4)
  centre.waiting.get(first.sent.msgid)!()
  await expect.poll(() => centre.asked[4]).toBe(fresh.sent.msgid)
  centre.speak()
  await recovery.idle()
  const read = async ({ id }: { id: string }) => (await counter.clerk.ok(orderCalls.get, { id })).status
  expect([await read(first), await read(fresh)]).toEqual(['1', '1'])
})

test('another area’s centre is asked in the same round, whatever this one’s does', async () => {
  const here = await lost(counter.clerk, somebody)
  await older(here, 50, 4)
  const clerk3 = await counter.server.as('clerk3')
  await clerk3.ok(signIn.do)
  const there = await lost(clerk3, '43010000000000000001')
  const centre = silence('320100')
  const recovery = new Recovery(counter.server.deps)
  await recovery.round()
  await expect.poll(async () => (await clerk3.ok(orderCalls.get, { id: there.id })).status).toBe('2')
  expect((await bookOf('P43010200001', there.sent.msgid)).map(({ undone }) => undone)).toEqual([false])
  await expect.poll(() => centre.waiting.size).toBe(4)
  centre.speak()
  await recovery.idle()
})

test('a node that ends waits for what is under way, and begins none of the rest', async () => {
  const first = await lost(counter.clerk, somebody)
  const old = await older(first, 10, 4)
  const centre = silence('320100')
  const recovery = new Recovery(counter.server.deps)
  await recovery.round()
  await expect.poll(() => centre.asked.length).toBe(4)
  let ended = false
  const stopped = recovery.stop().then(() => {
    ended = true
  })
  const rows = () =>
    counter.server.deps.db
      .select()
      .from(intent)
      .where(like(intent.id, `${first.sent.id}%`))
  const begun = (await rows()).filter(({ msgid }) => centre.asked.includes(msgid))
  expect([ended, begun.map(({ outcome }) => outcome)]).toEqual([false, Array(4).fill('unknown')])
  centre.speak()
  await stopped
  const all = await rows()
  const untouched = all.filter(({ attempts, outcome }) => attempts === 4 && outcome === 'unknown')
  expect(untouched.map(({ msgid }) => msgid).sort()).toEqual(old.slice(3).sort())
  const asked = all.filter(({ msgid }) => centre.asked.includes(msgid))
  expect(asked.map(({ outcome, undoneBy }) => [outcome, undoneBy]).sort()).toEqual([
    ['undone', 'booked'],
    ['undone', 'notFound'],
    ['undone', 'notFound'],
    ['undone', 'notFound'],
  ])
})
