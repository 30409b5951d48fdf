import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { CODE_BUSY, CODE_CENTRE_REFUSED } from '@yibao/shared/errors/wire.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { newId } from '../../base/ids.ts'
import { makeDeps } from '../../deps.ts'
import { leaseAt } from '../../test/clock.ts'
import { databases } from '../../test/kit.ts'
import { intent, order } from '../order/tables.ts'
import { area } from '../organisation/tables.ts'
import { restoredText } from './recover/purchase.ts'
import { recoverDue, recoverIntent } from './recover/recover.ts'
import { startCentreProcess } from './test/centre.ts'
import { type Counter, openCounter, otc, plain } from './test/counter.ts'

// Every fault names the step it breaks and asserts three things: the centre's book, our book, what the clerk reads.

const stores = {
  clerk: { code: 'P32050100001', person: '32050000000000000001' },
  clerk2: { code: 'P32010200001', person: '32010000000000000001' },
  clerk3: { code: 'P43010200001', person: '43010000000000000001' },
} as const
type Clerk = keyof typeof stores

let counter: Counter
const centre = opened(startCentreProcess)
afterEach(async () => {
  await centre.clearFaults()
  await counter.close()
})

const open = async (
  who: Clerk,
  settings: Record<string, unknown> = {},
  database: (typeof databases)[number] = 'pglite',
) => {
  const options = { database, config: { settleWait: 5_000 }, settings: { ...plain, ...settings } }
  counter = await openCounter(who, options, centre)
}

let bookBefore = 0
const bookOf = async (who: Clerk) =>
  (await centre.book(stores[who].code, formatDay(new Date()))).filter((row) => !row.undone)
const bookGrowth = async (who: Clerk) => (await bookOf(who)).length - bookBefore

const priced = async (who: Clerk, input = {}) => {
  bookBefore = (await bookOf(who)).length
  const person = await counter.read(stores[who].person)
  return counter.preSettle(person, { lines: otc('1.00'), ...input })
}

/** What the clerk reads of an order. */
const read = (id: string) => counter.clerk.ok(orderCalls.get, { id })

const recover = async () => {
  const rows = await counter.server.deps.db
    .select({ id: intent.id })
    .from(intent)
    .where(sql`outcome in ('open','unknown')`)
  for (const { id } of rows) await recoverIntent(counter.server.deps, id)
}

const lostAfterBooking = ['dropAfterBooking', 'malformed']

describe.each([
  ['clerk', '2', 1, '已核实：结算成功'],
  ['clerk2', '1', 0, '已核实：没有扣款'],
  ['clerk3', '2', 1, '已核实：结算成功'],
] as const)('%s: the answer of a 2102 is lost after booking (T07)', (who, status, growth, words) => {
  test.each(lostAfterBooking)('%s', async (fault) => {
    await open(who)
    const one = await priced(who)
    await centre.fault({ fault, infno: '2102' })
    const answer = await counter.settle(one)
    expect(answer.result).toMatchObject({ status: '4', abnormal: { kind: 'unknown' } })
    // In her own language; English stands in brackets, for whoever looks after the line.
    const { lastError } = (await read(one.id)).abnormal!
    expect(lastError).toMatch(
      fault === 'malformed' ? /^医保中心的答复无法读取/ : /^与医保中心的连接中断，没有收到答复（/,
    )
    expect(await bookGrowth(who)).toBe(1)
    await recover()
    expect(await bookGrowth(who)).toBe(growth)
    const after = await read(one.id)
    expect(after.status).toBe(status)
    expect(after.events.map(({ move }) => move)).toContain(words)
    expect((await counter.settle(one)).result, 'the same key answers what it answered').toMatchObject({ id: one.id })
    expect(await bookGrowth(who)).toBe(growth)
  })
})

test.each(databases)(
  '%s: booked, and what it leaves behind cannot be written: it is answered as booked',
  async (database) => {
    await open('clerk', {}, database)
    const one = await priced('clerk')
    const { db } = counter.server.deps
    await db.execute(
      sql`create function gone() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$`,
    )
    await db.execute(sql`create trigger gone before update on idempotency for each row execute function gone()`)
    expect(await counter.settle(one)).toMatchObject({ success: true, result: { status: '2' } })
    expect(await bookGrowth('clerk')).toBe(1)
    expect((await read(one.id)).status).toBe('2')
  },
)

describe.each(['clerk', 'clerk2', 'clerk3'] as const)('%s: a 2102 is lost before booking', (who) => {
  test.each(['dropBeforeBooking', 'http500'])('%s', async (fault) => {
    await open(who)
    const one = await priced(who)
    await centre.fault({ fault, infno: '2102' })
    expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
    expect(await bookGrowth(who)).toBe(0)
    await recover()
    // 430100 answers a repeated msgid: there the repeat itself books.
    const booked = who === 'clerk3' ? 1 : 0
    expect(await bookGrowth(who)).toBe(booked)
    expect((await read(one.id)).status).toBe(booked ? '2' : '1')
  })
})

describe('the order of recovery', () => {
  beforeEach(() => open('clerk', { inFlightMax: 600_000 }))

  test("'not found' does not count while the original can still arrive (T08)", async () => {
    const one = await priced('clerk')
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2102' })
    await counter.settle(one)
    await recover()
    expect(await read(one.id)).toMatchObject({ status: '4', abnormal: { attempts: 1, needsPerson: false } })
    await recover()
    expect((await read(one.id)).status).toBe('4')
    const { db } = counter.server.deps
    await db.update(intent).set({ closedAt: new Date(Date.now() - 600_001) })
    await recover()
    expect((await read(one.id)).status).toBe('1')
    expect(await bookGrowth('clerk')).toBe(0)
  })

  test('a 2601 whose answer is lost is asked again with the same omsgid', async () => {
    const one = await priced('clerk')
    await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
    await centre.fault({ fault: 'refuse', infno: '5201', text: '查询服务暂停', times: 0 })
    await centre.fault({ fault: 'dropAfterBooking', infno: '2601' })
    await counter.settle(one)
    await recover()
    expect((await read(one.id)).status).toBe('4')
    await recover()
    expect((await read(one.id)).status).toBe('1')
    expect(await bookGrowth('clerk')).toBe(0)
  })

  test('another refusal of 2601 may mean booked: a person decides, and binds by the portal’s numbers', async () => {
    await counter.settle(await priced('clerk'))
    const other = (await bookOf('clerk')).at(-1)!
    const one = await priced('clerk')
    await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
    await centre.fault({ fault: 'refuse', infno: '5201', text: '查询服务暂停', times: 0 })
    await centre.fault({ fault: 'refuse', infno: '2601', text: '该业务已进入清算，不允许操作' })
    await counter.settle(one)
    await recover()
    expect(await read(one.id)).toMatchObject({
      status: '4',
      abnormal: { needsPerson: true, lastError: expect.stringContaining('清算') },
    })
    await centre.clearFaults()
    const row = (await bookOf('clerk')).at(-1)!
    const wrong = await counter.clerk.send(orderCalls.bind, {
      id: one.id,
      setlId: String(other.setl_id),
      mdtrtId: String(other.mdtrt_id),
    })
    expect(wrong.resultNotice?.error).toContain('报文号不一致')
    const ids = { setlId: String(row.setl_id), mdtrtId: String(row.mdtrt_id) }
    expect(await counter.clerk.ok(orderCalls.bind, { id: one.id, ...ids })).toMatchObject({
      status: '2',
      setlId: ids.setlId,
    })
  })

  test('goods out: nothing is undone automatically', async () => {
    const one = await priced('clerk')
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2102' })
    await counter.settle(one)
    await counter.server.deps.db.execute(sql`update purchase_order set goods_out = true where id = ${one.id}`)
    await recover()
    expect(await read(one.id)).toMatchObject({ status: '4', abnormal: { needsPerson: true } })
  })

  test('recovery goes on after the clerk has left, and sign-out is refused with the list meanwhile (T12)', async () => {
    const one = await priced('clerk')
    await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
    await counter.settle(one)
    const refused = await counter.clerk.send(signIn.signOut)
    expect(refused.resultNotice).toMatchObject({
      error: expect.stringContaining('1 笔'),
      tips: expect.stringContaining(one.orderNo),
    })
    await counter.server.deps.services.access.close(
      (await counter.server.deps.services.access.userOf(counter.clerk.token))!.userId,
    )
    await recover()
    const back = await counter.server.as('clerk')
    expect((await back.ok(orderCalls.get, { id: one.id })).status).toBe('2')
  })

  test('a dead node’s open intent is taken by another node once its lease is over, not before', async () => {
    const one = await priced('clerk')
    await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
    await counter.settle(one)
    const { db, config } = counter.server.deps
    const second = makeDeps({ ...config, node: 'second' }, db)
    await db
      .update(intent)
      .set({ outcome: 'open', node: 'dead', closedAt: null, leaseUntil: leaseAt(Date.now() + 60_000) })
    await db.execute(sql`update purchase_order set state = 'settling' where id = ${one.id}`)
    expect(await recoverDue(second)).toBe(0)
    expect((await read(one.id)).status).toBe('4')
    await db
      .update(intent)
      .set({ leaseUntil: leaseAt(Date.now() - 1) })
      .where(eq(intent.orderId, one.id))
    expect(await Promise.all([recoverDue(second), recoverDue(counter.server.deps)])).toEqual(
      expect.arrayContaining([0, 1]),
    )
    expect((await read(one.id)).status).toBe('2')
    expect(await bookGrowth('clerk')).toBe(1)
    second.services.centre.close()
  })
})

describe('the same bytes again (430100)', () => {
  beforeEach(() => open('clerk3'))

  test('not behind a 2601, however it ended: they would book what it takes back', async () => {
    const one = await priced('clerk3')
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2102' })
    await counter.settle(one)
    await centre.fault({ fault: 'refuse', infno: '2102', text: '系统维护' })
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2601' })
    await recover()
    expect(await read(one.id)).toMatchObject({ status: '4', abnormal: { needsPerson: false } })
    await recover()
    expect((await read(one.id)).status).toBe('1')
    expect(await bookGrowth('clerk3')).toBe(0)
  })

  test('not when goods are out: a person decides', async () => {
    const one = await priced('clerk3')
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2102' })
    await counter.settle(one)
    await counter.server.deps.db.update(order).set({ goodsOut: true }).where(eq(order.id, one.id))
    await recover()
    expect(await read(one.id)).toMatchObject({ status: '4', abnormal: { needsPerson: true } })
    expect(await bookGrowth('clerk3')).toBe(0)
  })

  test('not out of a database that was played back: they would book what was ended in the one before', async () => {
    const one = await priced('clerk3')
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2102' })
    await counter.settle(one)
    await counter.server.deps.db.update(intent).set({ life: 'another' }).where(eq(intent.orderId, one.id))
    await recover()
    const { status, abnormal } = await read(one.id)
    expect([status, abnormal?.needsPerson, abnormal?.lastError]).toEqual(['4', true, restoredText])
    expect(await bookGrowth('clerk3')).toBe(0)
  })
})

// PGlite runs one transaction at a time; only PostgreSQL shows what two counters really do to each other.
describe.each(databases)('one settlement, however often it is asked for, on %s (T10)', (database) => {
  beforeEach(() => open('clerk', {}, database))

  test('a double click: the second is busy or gets the same answer', async () => {
    const one = await priced('clerk')
    const [a, b] = await Promise.all([counter.settle(one), counter.settle(one)])
    const codes = [a, b].map(({ success, resultNotice }) => success || resultNotice?.messageCode)
    expect(codes).toContain(true)
    expect(codes.every((code) => code === true || code === CODE_BUSY)).toBe(true)
    expect(await bookGrowth('clerk')).toBe(1)
    expect((await read(one.id)).status).toBe('2')
  })

  test('two counters with one ERP bill', async () => {
    const erp = { erpBill: `XS${Date.now()}`, erpTotal: '1.00' }
    const one = await priced('clerk', erp)
    const other = await counter.preSettle(await counter.read(stores.clerk.person), { lines: otc('1.00'), ...erp })
    const answers = await Promise.all([counter.settle(one), counter.settle(other)])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)?.resultNotice?.error).toMatch(/ERP 单|相同购药/)
    expect(await bookGrowth('clerk')).toBe(1)
    const third = await counter.preSettle(await counter.read(stores.clerk.person), { lines: otc('1.00'), ...erp })
    expect(third.status, 'the same bill again answers the first result').toBe('2')
  })

  test('an ERP bill that was reversed is settled again under its number, once', async () => {
    const erp = { erpBill: `XS-R${Date.now()}`, erpTotal: '1.00' }
    const again = async () => counter.preSettle(await counter.read(stores.clerk.person), { lines: otc('1.00'), ...erp })
    const first = await priced('clerk', erp)
    expect((await counter.settle(first)).result).toMatchObject({ status: '2' })
    await counter.clerk.ok(
      settlement.cancel,
      { orderId: first.id, reason: '凭证或参保人有误' },
      { 'idempotency-key': newId() },
    )
    const [second, third] = [await again(), await again()]
    const answers = await Promise.all([counter.settle(second), counter.settle(third)])
    expect(answers.filter(({ success }) => success)).toMatchObject([{ result: { status: '2' } }])
    expect(await bookGrowth('clerk'), 'sold, taken back, sold').toBe(3)
    expect((await read(first.id)).status).toBe('3')
    expect((await again()).status, 'the bill answers the settlement that stands').toBe('2')
  })

  test('the same person’s same lines wait for an unknown result', async () => {
    const one = await priced('clerk')
    await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
    await counter.settle(one)
    expect(one.twin).toBeUndefined()
    const other = await counter.preSettle(await counter.read(stores.clerk.person), { lines: otc('1.00', '2') })
    expect(other.twin, 'of other lines nothing is said').toBeUndefined()
    const twin = await counter.preSettle(await counter.read(stores.clerk.person), { lines: otc('1.00') })
    expect(twin.twin, 'F8 says it before F9 is refused').toBe(true)
    expect((await counter.settle(twin)).resultNotice?.error).toContain('结果未知的相同购药')
    expect(await bookGrowth('clerk')).toBe(1)
  })

  test('the same person’s same lines, pressed at two counters in one instant', async () => {
    const one = await priced('clerk')
    const other = await counter.preSettle(await counter.read(stores.clerk.person), { lines: otc('1.00') })
    // Neither is written before both have been looked at, and the first is under way until both are written.
    await counter.server.deps.db.execute(sql`create function wait() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.5); return new; end $$`)
    await counter.server.deps.db.execute(
      sql`create trigger wait before insert on settlement_intent execute function wait()`,
    )
    await centre.fault({ fault: 'delay', infno: '2102', ms: 1500, times: 2 })
    const answers = await Promise.all([one, other].map((order) => counter.settle(order)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)?.resultNotice?.error).toContain('结果未知的相同购药')
    expect(await bookGrowth('clerk')).toBe(1)
    expect((await Promise.all([one, other].map(({ id }) => read(id)))).map(({ status }) => status).sort()).toEqual([
      '1',
      '2',
    ])
  })

  test('a stale split is not booked', async () => {
    const one = await priced('clerk')
    const again = await counter.preSettle(await counter.read(stores.clerk.person), {
      orderId: one.id,
      lines: otc('2.00'),
    })
    expect((await counter.settle(one)).resultNotice?.error).toContain('预结算作废')
    expect((await counter.settle(again)).result).toMatchObject({ status: '2', total: '2.00' })
    expect(await bookGrowth('clerk')).toBe(1)
  })
})

describe('definite answers', () => {
  beforeEach(() => open('clerk'))

  test('a refusal frees the order; the clerk reads the centre’s words', async () => {
    const one = await priced('clerk')
    await centre.fault({ fault: 'refuse', infno: '2102', text: '参保人账户已冻结' })
    const answer = await counter.settle(one)
    expect(answer.resultNotice).toMatchObject({
      messageCode: CODE_CENTRE_REFUSED,
      error: '医保中心：“参保人账户已冻结”',
    })
    const after = await read(one.id)
    expect([after.status, after.settleKey]).toEqual(['1', undefined])
    expect(after.refusal).toBe('医保中心：“参保人账户已冻结”')
    expect(await bookGrowth('clerk')).toBe(0)
  })

  test('a line cut before anything left is a definite no (T06)', async () => {
    const one = await priced('clerk')
    await centre.kill()
    const answer = await counter.settle(one)
    expect(answer.resultNotice?.error).toBe('医保中心暂时不能访问')
    expect(answer.resultExtendInfo, 'the counter is told that it is a no').toMatchObject({ notSent: true })
    expect((await read(one.id)).status).toBe('1')
    await centre.restart()
    expect(await bookGrowth('clerk')).toBe(0)
  })

  test('a readable answer under a wrong content type is an answer', async () => {
    const one = await priced('clerk')
    await centre.fault({ fault: 'wrongContentType', infno: '2102' })
    expect((await counter.settle(one)).result).toMatchObject({ status: '2' })
    expect(await bookGrowth('clerk')).toBe(1)
  })

  test('amounts that break an identity: booked, flagged, never discarded (T22, M43)', async () => {
    const one = await priced('clerk')
    await centre.fault({ fault: 'amountDrift', infno: '2102', fen: 2 })
    expect((await counter.settle(one)).result).toMatchObject({
      status: '6',
      abnormal: { kind: 'amount', needsPerson: true },
    })
    expect(await bookGrowth('clerk')).toBe(1)
  })

  test('what was flagged is listed until a person has looked into it; no book changes by that', async () => {
    const accept = (id: string) =>
      counter.clerk.send(
        orderCalls.accept,
        { id, reason: '与中心页面逐项核对，一致' },
        { 'idempotency-key': crypto.randomUUID() },
      )
    const listed = async (id: string) =>
      (await counter.clerk.ok(orderCalls.abnormalPaged, { pageSize: 50 })).items.some((row) => row.id === id)
    const one = await priced('clerk')
    await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
    await counter.settle(one)
    expect((await accept(one.id)).resultNotice?.error, 'nobody knows yet what there is to look into').toContain(
      '结果未知',
    )
    await recover()
    expect((await accept(one.id)).resultNotice?.error, 'nothing is flagged').toContain('不能核对完成')

    const other = await priced('clerk')
    await centre.fault({ fault: 'amountDrift', infno: '2102', fen: 2 })
    await counter.settle(other)
    const { abnormal, ...before } = await read(other.id)
    expect(abnormal?.kind).toBe('amount')
    expect(await listed(other.id)).toBe(true)
    const after = (await accept(other.id)).result!
    expect(after).toMatchObject({ ...before, status: '2', events: expect.anything() })
    expect(after.abnormal).toBeUndefined()
    expect(after.events.at(-1)).toMatchObject({ text: '核对完成：与中心页面逐项核对，一致', by: '李店员' })
    expect(await listed(other.id)).toBe(false)

    // What the centre still holds goes by the reconciliation alone, whatever else is flagged.
    await counter.server.deps.db
      .update(order)
      .set({ flags: ['lateBooking', 'erpMissing'] })
      .where(eq(order.id, other.id))
    expect((await accept(other.id)).result).toMatchObject({ status: '6', abnormal: { kind: 'lateBooking' } })
    expect((await accept(other.id)).resultNotice?.error).toContain('延迟入账')
    expect(await listed(other.id)).toBe(true)
    expect(await bookGrowth('clerk')).toBe(1)
  })

  test.each(['before', 'after'] as const)('kill -9 of the centre %s booking', async (when) => {
    const one = await priced('clerk')
    await centre.fault({ fault: 'exit', infno: '2102', when })
    expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
    await centre.restart()
    await recover()
    const booked = when === 'after' ? 1 : 0
    expect(await bookGrowth('clerk')).toBe(booked)
    expect((await read(one.id)).status).toBe(booked ? '2' : '1')
  })
})

describe('reversal', () => {
  const cancel = (id: string, key: string) =>
    counter.clerk.send(settlement.cancel, { orderId: id, reason: '顾客退药' }, { 'idempotency-key': key })
  const settled = async (who: Clerk) => {
    const one = await priced(who)
    await counter.settle(one)
    return one
  }

  test.each([
    ['clerk', 'dropAfterBooking'],
    ['clerk', 'dropBeforeBooking'],
    ['clerk3', 'dropAfterBooking'],
  ] as const)('%s: the answer of a 2103 is lost (%s)', async (who, fault) => {
    await open(who)
    const one = await settled(who)
    await centre.fault({ fault, infno: '2103' })
    expect((await cancel(one.id, 'k1')).result).toMatchObject({ status: '4', abnormal: { kind: 'reversalUnknown' } })
    // The settlement's own numbers are known: there is nothing to bind.
    const bound = await counter.clerk.send(orderCalls.bind, { id: one.id, setlId: 'S1', mdtrtId: 'M1' })
    expect(bound.resultNotice?.error).toContain('不能补录')
    await recover()
    expect(await read(one.id)).toMatchObject({ status: '3' })
    expect(await bookGrowth(who)).toBe(2)
    const [last] = await counter.server.deps.db.select().from(intent).where(sql`infno = '2103'`)
    expect(last?.earlierMsgids, 'a second sending remembers the first').toHaveLength(
      fault === 'dropBeforeBooking' ? 1 : 0,
    )
    expect((await cancel(one.id, 'k2')).resultNotice?.error).toContain('不能撤销')
  })

  test('the answer is lost, and asked for again it is refused: unknown while it may still arrive, then it stands', async () => {
    await open('clerk', { inFlightMax: 600_000 })
    const one = await settled('clerk')
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2103' })
    expect((await cancel(one.id, 'k1')).result).toMatchObject({ status: '4' })
    await centre.fault({ fault: 'refuse', infno: '2103', text: '已超过撤销期限', times: 2 })
    await recover()
    expect(await read(one.id)).toMatchObject({
      ...{ status: '4', abnormal: { kind: 'reversalUnknown', needsPerson: false } },
    })
    await counter.server.deps.db.update(area).set({ settings: sql`${area.settings} || '{"inFlightMax":0}'::jsonb` })
    await recover()
    const after = await read(one.id)
    expect([after.status, after.abnormal]).toEqual(['2', undefined])
    expect(after.events.at(-1)).toMatchObject({ move: '撤销未通过', text: '医保中心：“已超过撤销期限”' })
    expect(after.refusal).toBe('医保中心：“已超过撤销期限”')
    expect(await bookGrowth('clerk'), 'the centre has the settlement and nothing else').toBe(1)
    expect((await cancel(one.id, 'k2')).result, 'it can be asked for once more').toMatchObject({ status: '3' })
    expect((await read(one.id)).refusal, 'nothing is refused any more').toBeUndefined()
    expect(await bookGrowth('clerk')).toBe(2)
  })

  test('a refused reversal leaves the settlement valid (M42)', async () => {
    await open('clerk')
    const one = await settled('clerk')
    await centre.fault({ fault: 'refuse', infno: '2103', text: '已超过撤销期限' })
    expect((await cancel(one.id, 'k1')).resultNotice?.error).toContain('已超过撤销期限')
    expect((await read(one.id)).status).toBe('2')
    expect(await bookGrowth('clerk')).toBe(1)
  })

  test('a centre that is not reached is a definite no, and the counter is told so', async () => {
    await open('clerk')
    const one = await settled('clerk')
    await centre.kill()
    const answer = await cancel(one.id, 'k1')
    await centre.restart()
    expect(answer.resultExtendInfo).toMatchObject({ key: 'centre.down', notSent: true })
    expect((await read(one.id)).status).toBe('2')
    expect(await bookGrowth('clerk')).toBe(1)
  })
})
