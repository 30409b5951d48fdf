import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../base/ids.ts'
import type { Deps } from '../../call/context.ts'
import { Leaps } from '../../process/leaps.ts'
import { leaseAt } from '../../test/clock.ts'
import type { Client } from '../../test/kit.ts'
import { openIdentity } from '../card/identity.ts'
import { intent, order, orderEvent } from '../order/tables.ts'
import { storeOf } from '../organisation/store.ts'
import { keepLate } from './book.ts'
import { underLease } from './lease.ts'
import { type Claimed, claimIntent, postpone } from './recover/claim.ts'
import { askSettlement } from './recover/lookup.ts'
import { recoverPurchase } from './recover/purchase.ts'
import { recoverIntent } from './recover/recover.ts'
import { recoverReversal } from './recover/reversal.ts'
import { bookUndone, markUndoSent } from './recover/undo.ts'
import { afterAnswer } from './test/after-answer.ts'
import { type Centre, startCentre } from './test/centre.ts'
import { type Counter, openCounter, otc, plain } from './test/counter.ts'
import { type OddCentre, oddCentre } from './test/odd-centre.ts'

// A node stands still for longer than its lease (a frozen VM, a database that was away), and takes the same message again:
// two attempts of one name. The older one wakes up behind the newer. Each test names the step behind which it stood still,
// and asserts the centre's book, ours, and what the clerk reads.

const people = { clerk: '32050000000000000001', clerk3: '43010000000000000001' }
const codes = { clerk: 'P32050100001', clerk3: 'P43010200001' }
type Clerk = keyof typeof people

let skew = 0
const clock = () => new Date(Date.now() + skew)
let whole: Centre
let centre: OddCentre
let counter: Counter
let hunan: Client
beforeAll(async () => {
  whole = await startCentre()
  centre = await oddCentre(whole)
  counter = await openCounter('clerk', { clock, config: { settleWait: 5_000 }, settings: plain }, centre)
  hunan = await counter.server.as('clerk3')
  await hunan.ok(signIn.do)
})
afterEach(() => {
  centre.asGiven()
  return centre.clearFaults()
})
afterAll(async () => {
  await counter.close()
  await centre.close()
  await whole.close()
})

const clientOf = (who: Clerk) => (who === 'clerk' ? counter.clerk : hunan)
let bought = 0
/** Never the same purchase twice: one that stays unknown would stop the next (T10). */
const price = async (who: Clerk = 'clerk') => {
  const lines = otc('1.00', String(++bought))
  return counter.preSettle(await counter.read(people[who], clientOf(who)), { lines }, clientOf(who))
}
const inFlightMax = (ms: number) =>
  counter.server.deps.db.execute(
    sql`update area set settings = settings || ${JSON.stringify({ inFlightMax: ms })}::jsonb`,
  )
const intentOf = async (orderId: string, infno: '2102' | '2103' = '2102') => {
  const mine = and(eq(intent.orderId, orderId), eq(intent.infno, infno))
  return (await counter.server.deps.db.select().from(intent).where(mine))[0]!
}
const standing = async (msgid: string, who: Clerk = 'clerk') =>
  (await centre.book(codes[who], formatDay(clock()))).filter((row) => row.msgid === msgid && !row.undone)
const read = (id: string, who: Clerk = 'clerk') => clientOf(who).ok(orderCalls.get, { id })
/** The server some time later: it has really passed, and was not gained by a clock that somebody set. */
const whenPassed = (deps: Deps, ms: number): Deps => {
  const later = () => new Date(clock().getTime() + ms)
  return {
    ...deps,
    clock: later,
    services: {
      ...deps.services,
      leaps: new Leaps(
        async () => later(),
        () => later().getTime(),
      ),
    },
  }
}
const sentOut = (infno: string) => centre.asked(infno).length

/** An attempt that stood still right behind its claim: its lease is over. */
const stalled = async (id: string): Promise<Claimed> => {
  const claimed = await claimIntent(counter.server.deps, id)
  await free(id)
  return claimed!
}

const free = (id: string) =>
  counter.server.deps.db
    .update(intent)
    .set({ leaseUntil: leaseAt(0) })
    .where(eq(intent.id, id))

/** What an older attempt must not touch: the intent, and what is told of the order. */
const told = async (orderId: string, infno: '2102' | '2103' = '2102') => {
  const events = await counter.server.deps.db.select().from(orderEvent).where(eq(orderEvent.orderId, orderId))
  return { sent: await intentOf(orderId, infno), events }
}

/** A 2102 of which no answer came; `booked` = the centre has it. */
const lost = async ({ booked = false, who = 'clerk' as Clerk } = {}) => {
  const one = await price(who)
  await centre.fault({ fault: booked ? 'dropAfterBooking' : 'dropBeforeBooking', infno: '2102' })
  expect((await counter.settle(one, clientOf(who))).result).toMatchObject({ status: '4' })
  return { one, sent: await intentOf(one.id) }
}
const cancel = ({ id }: { id: string }) =>
  counter.clerk.send(settlement.cancel, { orderId: id, reason: '顾客退药' }, { 'idempotency-key': newId() })

describe('an older attempt of the same node wakes up', () => {
  test('before it repeats the bytes of 2102, behind the newer one’s 2601: nothing is booked', async () => {
    const { one, sent } = await lost({ who: 'clerk3' })
    const { deps } = counter.server
    const older = await stalled(sent.id)
    await centre.fault({ fault: 'refuse', infno: '2102', text: '系统维护' })
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2601' })
    await recoverIntent(deps, sent.id)
    const [before, out] = [await told(one.id), sentOut('2102')]
    expect(before.sent).toMatchObject({ outcome: 'unknown', attempts: 2, undoSentAt: expect.any(Date) })
    await recoverPurchase(deps, older)
    expect(sentOut('2102')).toBe(out)
    expect(await standing(sent.msgid, 'clerk3')).toEqual([])
    expect(await told(one.id)).toEqual(before)
    expect(await read(one.id, 'clerk3')).toMatchObject({ status: '4', abnormal: { needsPerson: false, attempts: 2 } })
    await recoverIntent(deps, sent.id)
    expect((await read(one.id, 'clerk3')).status).toBe('1')
    expect(await standing(sent.msgid, 'clerk3')).toEqual([])
  })

  test('before its 2601, while the newer one asks: neither sent nor noted', async () => {
    const { one, sent } = await lost({ booked: true })
    const { deps } = counter.server
    const older = await stalled(sent.id)
    expect(await claimIntent(deps, sent.id)).toBeDefined()
    const [before, out] = [await told(one.id), sentOut('2601')]
    await centre.fault({ fault: 'refuse', infno: '5201', text: '查询服务暂停' })
    await recoverPurchase(deps, older)
    expect(sentOut('2601')).toBe(out)
    expect(await told(one.id)).toEqual(before)
    expect(await standing(sent.msgid)).toHaveLength(1)
    expect((await read(one.id)).status).toBe('4')
    await free(sent.id)
    await recoverIntent(deps, sent.id)
    expect((await read(one.id)).status).toBe('2')
    expect(await standing(sent.msgid)).toHaveLength(1)
  })

  test('before it books what it has found: the newer one does, and she reads no result until then', async () => {
    const { one, sent } = await lost({ booked: true })
    const { deps } = counter.server
    const older = await stalled(sent.id)
    const newer = await claimIntent(deps, sent.id)
    const before = await told(one.id)
    await recoverPurchase(deps, older)
    expect(await told(one.id)).toEqual(before)
    expect((await read(one.id)).status).toBe('4')
    await recoverPurchase(deps, newer!)
    expect((await read(one.id)).status).toBe('2')
    expect(await standing(sent.msgid)).toHaveLength(1)
  })

  test('before it hands the order to a person: he is told nothing while the newer one asks', async () => {
    const { one, sent } = await lost()
    const { deps } = counter.server
    await deps.db.update(order).set({ goodsOut: true }).where(eq(order.id, one.id))
    const older = await stalled(sent.id)
    const newer = await claimIntent(deps, sent.id)
    const before = await told(one.id)
    await recoverPurchase(deps, older)
    expect(await told(one.id)).toEqual(before)
    expect(await read(one.id)).toMatchObject({ status: '4', abnormal: { needsPerson: false } })
    await recoverPurchase(deps, newer!)
    const abnormal = { needsPerson: true, lastError: expect.stringContaining('人工') }
    expect(await read(one.id)).toMatchObject({ status: '4', abnormal })
    expect((await told(one.id)).events).toHaveLength(before.events.length + 1)
    expect(await standing(sent.msgid)).toEqual([])
  })

  test('before its second 2103: it is sent by the newer one alone', async () => {
    const one = await price()
    await counter.settle(one)
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2103' })
    expect((await cancel(one)).result).toMatchObject({ status: '4' })
    const { deps } = counter.server
    const { id, msgid } = await intentOf(one.id, '2103')
    const older = await stalled(id)
    const newer = await claimIntent(deps, id)
    const [before, out] = [await told(one.id, '2103'), sentOut('2103')]
    await recoverReversal(deps, older)
    expect(sentOut('2103')).toBe(out)
    expect(await told(one.id, '2103')).toEqual(before)
    expect((await read(one.id)).status).toBe('4')
    await recoverReversal(deps, newer!)
    expect(sentOut('2103')).toBe(out + 1)
    expect(await intentOf(one.id, '2103')).toMatchObject({ outcome: 'booked', earlierMsgids: [msgid] })
    expect((await read(one.id)).status).toBe('3')
    const sold = await standing((await intentOf(one.id)).msgid)
    expect(sold.map(({ reversed }) => reversed)).toEqual([true])
  })

  test('before it ends without an answer: the newer one keeps its lease, and its own next attempt', async () => {
    const { one, sent } = await lost()
    const { deps } = counter.server
    const older = await stalled(sent.id)
    expect(await claimIntent(deps, sent.id)).toBeDefined()
    const before = await told(one.id)
    await postpone(deps, older, { error: '没有得到明确答复', needsPerson: true })
    expect(await told(one.id)).toEqual(before)
    expect(await claimIntent(deps, sent.id), 'nobody comes between').toBeUndefined()
    expect(await read(one.id)).toMatchObject({ status: '4', abnormal: { needsPerson: false } })
  })

  test('and renews nothing: when the newer one dies, the order is free after its one lease', async () => {
    const [{ sent }, { sent: other }] = [await lost(), await lost()]
    const { deps } = counter.server
    const quick = { ...deps, config: { ...deps.config, lease: 30 } }
    const older = await stalled(sent.id)
    const newer = await claimIntent(deps, sent.id)
    const beside = await claimIntent(deps, other.id)
    const leaseOf = async ({ orderId }: { orderId: string }) => (await intentOf(orderId)).leaseUntil
    // Both beat alike: once the one beside has been renewed twice, the older one has tried.
    await underLease(quick, older.intent, () =>
      underLease(quick, beside!.intent, async () => {
        for (let times = 0; times < 2; times++) {
          const was = await leaseOf(other)
          await expect.poll(() => leaseOf(other), { interval: 5 }).not.toEqual(was)
        }
      }),
    )
    expect(await leaseOf(sent)).toEqual(newer!.intent.leaseUntil)
  })
})

describe('the first sender stood still between its commit and the first byte', () => {
  /** The node stands still behind the moment from which its lease counts. */
  const standStill = () => {
    const { vault } = counter.server.deps.services
    const { seal } = vault
    vault.seal = (text) => {
      skew += counter.server.deps.config.lease
      vault.seal = seal
      return vault.seal(text)
    }
  }
  /** Recovery has what is written from now on, at once. */
  const taken = async () => {
    const { db } = counter.server.deps
    await db.execute(sql`create or replace function taken() returns trigger language plpgsql as $$ begin
      new.outcome := 'unknown'; new.attempts := 1; new.lease_until := '2100-01-01'; return new; end $$`)
    await db.execute(sql`create trigger taken before insert on settlement_intent for each row execute function taken()`)
  }
  afterEach(() => counter.server.deps.db.execute(sql`drop trigger if exists taken on settlement_intent`))

  test('of a 2102: recovery has it, so it does not leave; she reads 结果未知', async () => {
    const one = await price()
    await taken()
    standStill()
    const out = sentOut('2102')
    expect((await counter.settle(one)).result).toMatchObject({ id: one.id, status: '4' })
    expect(sentOut('2102')).toBe(out)
    const { id, msgid, lateAnswer } = await intentOf(one.id)
    expect(lateAnswer).toBeNull()
    await free(id)
    await recoverIntent(counter.server.deps, id)
    expect((await read(one.id)).status).toBe('1')
    expect(await standing(msgid)).toEqual([])
  })

  test('of a 2103: neither does that; recovery sends the one that reverses', async () => {
    const one = await price()
    await counter.settle(one)
    await taken()
    standStill()
    const out = sentOut('2103')
    expect((await cancel(one)).result).toMatchObject({ status: '4' })
    expect(sentOut('2103')).toBe(out)
    const { msgid } = await intentOf(one.id)
    expect(await standing(msgid)).toMatchObject([{ reversed: false }])
    const { id } = await intentOf(one.id, '2103')
    await free(id)
    await recoverIntent(counter.server.deps, id)
    expect((await read(one.id)).status).toBe('3')
    expect(sentOut('2103')).toBe(out + 1)
    expect(await standing(msgid)).toMatchObject([{ reversed: true }])
  })

  test('and nobody took it meanwhile: it has its lease again and goes out', async () => {
    const one = await price()
    standStill()
    expect((await counter.settle(one)).result).toMatchObject({ status: '2' })
    const { msgid, leaseUntil } = await intentOf(one.id)
    expect(leaseUntil.getTime()).toBeGreaterThan(clock().getTime())
    expect(await standing(msgid)).toHaveLength(1)
  })
})

describe('bytes that were sent again', () => {
  const long = 600_000
  afterEach(() => inFlightMax(0))
  const closedLongAgo = (id: string) =>
    counter.server.deps.db
      .update(intent)
      .set({ closedAt: new Date(clock().getTime() - long - 1) })
      .where(eq(intent.id, id))

  test("a repeated 2102 without an answer may still arrive: until it cannot, 'not found' does not count", async () => {
    await inFlightMax(long)
    const { one, sent } = await lost({ who: 'clerk3' })
    const { deps } = counter.server
    await closedLongAgo(sent.id)
    await centre.fault({ fault: 'bookAfterNotFound', infno: '2102' })
    await recoverIntent(deps, sent.id)
    await centre.fault({ fault: 'refuse', infno: '2102', text: '系统维护' })
    await recoverIntent(deps, sent.id)
    expect(await standing(sent.msgid, 'clerk3'), 'it arrived behind the 2601').toHaveLength(1)
    expect(await read(one.id, 'clerk3')).toMatchObject({ status: '4', abnormal: { needsPerson: false } })
    await recoverIntent(deps, sent.id)
    expect((await read(one.id, 'clerk3')).status).toBe('1')
    expect(await standing(sent.msgid, 'clerk3')).toEqual([])
  })

  test("a 'not found' that is long on its way says how it stood before: what arrived meanwhile is taken back", async () => {
    await inFlightMax(60_000)
    const one = await price()
    await centre.fault({ fault: 'bookAfterNotFound', infno: '2102' })
    expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
    const { id, msgid } = await intentOf(one.id)
    const { deps } = counter.server
    const quick = afterAnswer(deps, '320500', '2601', () => {
      skew += 60_001
    })
    await recoverIntent(deps, id)
    quick()
    expect(await standing(msgid), 'it arrived behind the answer').toHaveLength(1)
    expect((await read(one.id)).status).toBe('4')
    await recoverIntent(deps, id)
    expect(await standing(msgid)).toEqual([])
    expect((await read(one.id)).status).toBe('1')
  })

  test('one that was refused has arrived: what was lost before it counts', async () => {
    await inFlightMax(long)
    const { one, sent } = await lost({ who: 'clerk3' })
    await closedLongAgo(sent.id)
    await centre.fault({ fault: 'refuse', infno: '2102', text: '系统维护' })
    await recoverIntent(counter.server.deps, sent.id)
    expect((await read(one.id, 'clerk3')).status).toBe('1')
    expect(await standing(sent.msgid, 'clerk3')).toEqual([])
  })

  test('the first of two 2103 arrives behind the second: it is the one that is booked', async () => {
    const one = await price()
    await counter.settle(one)
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2103', times: 2 })
    await cancel(one)
    const { deps } = counter.server
    const first = await intentOf(one.id, '2103')
    await recoverIntent(deps, first.id)
    expect((await intentOf(one.id, '2103')).earlierMsgids).toEqual([first.msgid])
    const body = deps.services.vault.open(first.payload)
    await deps.services.centre.of('320500').send(body, '2103', { timeoutMs: 5_000 })
    const [reversal] = await standing(first.msgid)
    // This centre tells a visit's reversals too.
    centre.change('5204', (lines) => {
      const [line] = lines as unknown as Record<string, unknown>[]
      return [line, { ...line, setl_id: reversal!.setl_id }]
    })
    const out = sentOut('2103')
    await recoverIntent(deps, first.id)
    expect(sentOut('2103')).toBe(out)
    expect((await read(one.id)).status).toBe('3')
    const [row] = await deps.db.select().from(order).where(eq(order.id, one.id))
    expect(row).toMatchObject({ reversalSetlId: reversal!.setl_id, reversalMsgid: first.msgid })
  })

  test('a 2103 that was sent again and lost may still arrive: until it cannot, no refusal says that it stands', async () => {
    await inFlightMax(long)
    const one = await price()
    await counter.settle(one)
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2103', times: 2 })
    await cancel(one)
    const { deps } = counter.server
    const { id } = await intentOf(one.id, '2103')
    await closedLongAgo(id)
    await recoverIntent(deps, id)
    await centre.fault({ fault: 'refuse', infno: '2103', text: '已超过撤销期限', times: 2 })
    await recoverIntent(deps, id)
    expect(await read(one.id)).toMatchObject({ status: '4', abnormal: { needsPerson: false } })
    await recoverIntent(whenPassed(deps, long), id)
    expect((await read(one.id)).status).toBe('2')
    expect(await standing((await intentOf(one.id)).msgid)).toMatchObject([{ reversed: false }])
  })

  test('a 2103 is refused again and again: its own refusals do not put off that the settlement stands', async () => {
    await inFlightMax(long)
    const one = await price()
    await counter.settle(one)
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2103' })
    await cancel(one)
    const { deps } = counter.server
    const { id } = await intentOf(one.id, '2103')
    await deps.db
      .update(intent)
      .set({ closedAt: new Date(clock().getTime() - long / 2) })
      .where(eq(intent.id, id))
    await centre.fault({ fault: 'refuse', infno: '2103', text: '已超过撤销期限', times: 2 })
    await recoverIntent(deps, id)
    expect(await read(one.id)).toMatchObject({ status: '4', abnormal: { needsPerson: false } })
    await recoverIntent(whenPassed(deps, long / 2), id)
    expect((await read(one.id)).status).toBe('2')
    expect(await standing((await intentOf(one.id)).msgid)).toMatchObject([{ reversed: false }])
  })
})

describe('the first sender’s answer comes while recovery has the message', () => {
  /** Booked, and its answer is still to come: recovery has it. */
  const underWay = async () => {
    const { one, sent } = await lost({ booked: true })
    const { deps } = counter.server
    const claimed = (await claimIntent(deps, sent.id))!
    const [row] = await standing(sent.msgid)
    const ids = { setlId: String(row!.setl_id), mdtrtId: String(row!.mdtrt_id) }
    const shop = await storeOf(deps, claimed.order.storeId)
    const answer = await askSettlement(deps, shop, openIdentity(deps.services.vault, claimed.order.identity), ids)
    await centre.fault({ fault: 'refuse', infno: '5201', text: '查询服务暂停', times: 0 })
    return { one, sent, claimed, answer: answer! }
  }

  test('before a 2601 has left: none leaves, and it is settled', async () => {
    const { one, sent, claimed, answer } = await underWay()
    const { deps } = counter.server
    await keepLate(deps, sent, answer)
    const out = sentOut('2601')
    await recoverPurchase(deps, claimed)
    await recoverIntent(deps, sent.id)
    expect(sentOut('2601')).toBe(out)
    expect((await read(one.id)).status).toBe('2')
    expect(await standing(sent.msgid)).toHaveLength(1)
  })

  test("behind a 2601 that was answered 'not found': that proves nothing, and the 2601 is asked again", async () => {
    const { one, sent, claimed, answer } = await underWay()
    const { deps } = counter.server
    expect(await markUndoSent(deps, claimed)).toBe(true)
    await keepLate(deps, sent, answer)
    expect(await bookUndone(deps, claimed, 'notFound')).toBeUndefined()
    expect((await read(one.id)).status).toBe('4')
    expect(await standing(sent.msgid)).toHaveLength(1)
    await free(sent.id)
    await recoverIntent(deps, sent.id)
    expect((await read(one.id)).status).toBe('1')
    expect(await standing(sent.msgid)).toEqual([])
  })
})
