import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { reverse } from '../../centre/operations/reversal.ts'
import { leaseAt } from '../../test/clock.ts'
import { systemHeader } from '../attendance/sign.ts'
import { move } from '../order/states.ts'
import { intent, order } from '../order/tables.ts'
import { store } from '../organisation/tables.ts'
import { bookIntent } from './book-intent.ts'
import { claimIntent } from './recover/claim.ts'
import { recoverIntent } from './recover/recover.ts'
import { openCounter, otc, plain } from './test/counter.ts'

// What another request does to an order while the centre has not answered the first one yet.

const insured = '32050000000000000001'
const tea = { ownCode: '100003', quantity: '1', price: '2.00' }

const counter = opened(() =>
  openCounter('clerk', { config: { settleWait: 5_000 }, settings: { ...plain, authorizeUndo: false } }),
)
afterEach(() => counter.centre.clearFaults())

const stored = async (id: string) => (await counter.server.deps.db.select().from(order).where(eq(order.id, id)))[0]!

const pricing = async (orderId: string, lines: ReturnType<typeof otc>) => {
  const { readId, insutype } = await counter.read(insured)
  return () => counter.clerk.send(settlement.preSettle, { readId, insutype, medicalType: '41', orderId, lines })
}

test('a basket is priced twice at once: the answer to the older one is of no order, and the newer one is booked', async () => {
  const first = await counter.preSettle(await counter.read(insured), { lines: otc('1.00') })
  const [older, newer] = [await pricing(first.id, otc('3.00')), await pricing(first.id, [...otc('3.00'), tea])]
  const quick: Awaited<ReturnType<typeof newer>>[] = []
  const slow = await counter.centre.during('2101', older, async () => quick.push(await newer()))
  expect(slow.resultNotice?.error).toBe('这笔购药后来又预结算过，原预结算作废')
  const { result } = quick[0]!
  expect(await stored(first.id)).toMatchObject({ state: 'presettled', total: 500, settleKey: result?.settleKey })
  expect((await counter.settle(result!)).result).toMatchObject({ status: '2', total: '5.00' })
})

test('put aside while it is priced: it stays aside, with the lines it was put aside with', async () => {
  const first = await counter.preSettle(await counter.read(insured), { lines: otc('1.00') })
  const send = await pricing(first.id, otc('3.00'))
  const aside = { orderId: first.id, medicalType: '41', lines: [tea] }
  const slow = await counter.centre.during('2101', send, () => counter.clerk.ok(settlement.park, aside))
  expect(slow.resultNotice?.error).toBe('这笔购药已挂单，原预结算作废')
  const row = await stored(first.id)
  expect(row).toMatchObject({ parked: true, settleKey: null, total: 200 })
  expect(row.lines.map(({ ownCode }) => ownCode)).toEqual(['100003'])
  await counter.clerk.ok(settlement.unpark, { parkedId: first.id })
  const twice = await counter.clerk.send(settlement.unpark, { parkedId: first.id })
  expect(twice.resultNotice?.error).toBe('挂单已被取回或已作废')
})

test('one ERP bill at two counters in one instant, for two persons: one of them settles it', async () => {
  const { readId, insutype } = await counter.read('32050000000000000002')
  const bill = { erpBill: `XS-${process.pid}`, medicalType: '41' }
  const one = await counter.preSettle(await counter.read(insured), { ...bill, lines: otc('3.10'), erpTotal: '3.10' })
  const asked = { ...bill, readId, insutype, lines: otc('3.20'), erpTotal: '3.20' }
  const two = await counter.clerk.ok(settlement.preSettle, asked)
  const answers = await Promise.all([counter.settle(one), counter.settle(two)])
  expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
  expect(answers.find(({ success }) => !success)?.resultNotice?.error).toContain('已在结算或已结算')
})

/** What a claim of recovery writes. */
const taking = () => ({
  node: 'other',
  attempts: sql`${intent.attempts} + 1`,
  outcome: 'unknown' as const,
  leaseUntil: leaseAt(Date.now() + 60_000),
})

/** Recovery has taken the order's message, of another node or of this one: its lease was over. */
const takenOver = async (orderId: string, node = 'other') => {
  const set = { ...taking(), node }
  const open = and(eq(intent.orderId, orderId), eq(intent.outcome, 'open'))
  expect(await counter.server.deps.db.update(intent).set(set).where(open).returning()).toHaveLength(1)
  await move(counter.server.deps.db, orderId, 'lost', new Date(), { by: '系统' })
}
const giveBack = (orderId: string) =>
  counter.server.deps.db
    .update(intent)
    .set({ node: 'gone', leaseUntil: leaseAt(0) })
    .where(eq(intent.orderId, orderId))

test('a refusal that comes after another node took the message frees nothing: that node decides', async () => {
  const one = await counter.preSettle(await counter.read(insured), { lines: otc('5.10') })
  await counter.centre.fault({ fault: 'refuse', infno: '2102', text: '余额不足' })
  const answer = await counter.centre.during(
    '2102',
    () => counter.settle(one),
    () => takenOver(one.id),
  )
  expect(answer.result).toMatchObject({ status: '4' })
  expect((await stored(one.id)).settleKey, 'its key is not free').not.toBeNull()
  await giveBack(one.id)
  const [sent] = await counter.server.deps.db.select().from(intent).where(eq(intent.orderId, one.id))
  await recoverIntent(counter.server.deps, sent!.id)
  expect((await stored(one.id)).state).toBe('presettled')
})

test('an answer that comes after another node took the message is kept for it: booked, and nothing is taken back', async () => {
  const one = await counter.preSettle(await counter.read(insured), { lines: otc('5.15') })
  const answer = await counter.centre.during(
    '2102',
    () => counter.settle(one),
    () => takenOver(one.id),
  )
  expect(answer.result).toMatchObject({ status: '4' })
  const [sent] = await counter.server.deps.db.select().from(intent).where(eq(intent.orderId, one.id))
  expect(sent?.lateAnswer).not.toBeNull()
  await giveBack(one.id)
  await counter.centre.fault({ fault: 'refuse', infno: '5201', text: '查询服务暂停', times: 0 })
  await recoverIntent(counter.server.deps, sent!.id)
  expect(await stored(one.id)).toMatchObject({ state: 'settled', total: 515 })
})

test('such an answer behind a 2601 is of no use: the 2601 is asked again, and what it takes back is not booked', async () => {
  const one = await counter.preSettle(await counter.read(insured), { lines: otc('5.17') })
  await counter.centre.during(
    '2102',
    () => counter.settle(one),
    () => takenOver(one.id),
  )
  const ofOrder = eq(intent.orderId, one.id)
  const [sent] = await counter.server.deps.db.update(intent).set({ undoSentAt: new Date() }).where(ofOrder).returning()
  expect(sent?.lateAnswer).not.toBeNull()
  await giveBack(one.id)
  await counter.centre.fault({ fault: 'refuse', infno: '5201', text: '查询服务暂停', times: 0 })
  await recoverIntent(counter.server.deps, sent!.id)
  expect(await stored(one.id)).toMatchObject({ state: 'presettled', setlId: null })
  const rows = await counter.centre.book('P32050100001', formatDay(new Date()))
  expect(rows.find(({ msgid }) => msgid === sent!.msgid)?.undone).toBe(true)
  expect((await counter.clerk.ok(orderCalls.get, { id: one.id })).status).toBe('1')
})

test('an unknown settlement that somebody took back on the centre’s own site is a person’s: it is not booked', async () => {
  // It stays unknown for long: other goods than those of the tests after it.
  const one = await counter.preSettle(await counter.read(insured), { lines: [{ ...tea, quantity: '2' }] })
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  await counter.settle(one)
  const { deps } = counter.server
  const [sent] = await deps.db.select().from(intent).where(eq(intent.orderId, one.id))
  const atCentre = async () =>
    (await counter.centre.book('P32050100001', formatDay(new Date()))).find(({ msgid }) => msgid === sent!.msgid)!
  const { setl_id: setlId, mdtrt_id } = await atCentre()
  const [shop] = await deps.db.select().from(store).where(eq(store.fixmedinsCode, 'P32050100001'))
  const header = await systemHeader(deps, shop!, '320500')
  const args = { setlId, mdtrtId: String(mdtrt_id), psnNo: insured }
  const { kind } = await deps.services.centre.of('320500').run(reverse, args, header, { timeoutMs: 5_000 })
  expect(kind).toBe('booked')
  await recoverIntent(deps, sent!.id)
  expect(await stored(one.id)).toMatchObject({ state: 'unknown', setlId: null })
  expect((await atCentre()).undone, 'nor is it undone beside its reversal').toBe(false)
  const { status, abnormal } = await counter.clerk.ok(orderCalls.get, { id: one.id })
  expect([status, abnormal]).toEqual([
    ...['4', expect.objectContaining({ needsPerson: true, lastError: '中心已有这笔结算，但已退费' })],
  ])
  // Nor does he book it by the portal's numbers; it stays his.
  const bound = await counter.clerk.send(orderCalls.bind, { id: one.id, setlId, mdtrtId: String(mdtrt_id) })
  expect(JSON.stringify(bound.resultNotice)).toContain('这笔结算已退费')
  expect(await stored(one.id)).toMatchObject({ state: 'unknown', setlId: null })
  expect((await counter.clerk.ok(orderCalls.get, { id: one.id })).abnormal).toMatchObject({ needsPerson: true })
  // Who says that nothing left the counter has what he asks for: no 2601 is sent for what is taken back already.
  const undone = await counter.clerk.ok(orderCalls.undo, { id: one.id, reason: '顾客没有取药' })
  expect([undone.status, undone.abnormal]).toEqual(['1', undefined])
  expect(await stored(one.id)).toMatchObject({ state: 'presettled', setlId: null })
  expect(await atCentre()).toMatchObject({ reversed: true, undone: false })
})

test('nor does the refusal of a 2103; the same lines wait for its end, and no answer about it ends nothing', async () => {
  const one = await counter.preSettle(await counter.read(insured), { lines: otc('5.20') })
  await counter.settle(one)
  await counter.centre.fault({ fault: 'refuse', infno: '2103', text: '已超过撤销期限' })
  const input = { orderId: one.id, reason: '顾客退药' }
  const answer = await counter.centre.during(
    '2103',
    () => counter.clerk.send(settlement.cancel, input, { 'idempotency-key': 'c1' }),
    () => takenOver(one.id, counter.server.deps.config.node),
  )
  expect(answer.result).toMatchObject({ status: '4' })

  const twin = await counter.preSettle(await counter.read(insured), { lines: otc('5.20') })
  expect((await counter.settle(twin)).resultNotice?.error).toContain('结果未知的相同购药')

  // Asked for again it is refused, and whether the settlement stands the centre does not say.
  await giveBack(one.id)
  const sent = and(eq(intent.orderId, one.id), eq(intent.infno, '2103'))
  const [reversal] = await counter.server.deps.db.select().from(intent).where(sent)
  await counter.centre.fault({ fault: 'refuse', infno: '2103', text: '已超过撤销期限' })
  await counter.centre.during(
    '2103',
    () => recoverIntent(counter.server.deps, reversal!.id),
    () => counter.centre.fault({ fault: 'dropBeforeBooking', infno: '5203' }),
  )
  expect((await stored(one.id)).state).toBe('unknown')
  await counter.centre.fault({ fault: 'refuse', infno: '2103', text: '已超过撤销期限' })
  await recoverIntent(counter.server.deps, reversal!.id)
  expect(await stored(one.id)).toMatchObject({ state: 'settled', reversalReason: null })
  await counter.centre.fault({ fault: 'refuse', infno: '2103', text: '该结算已撤销' })
  const done = await counter.clerk.send(settlement.cancel, input, { 'idempotency-key': 'c2' })
  expect(done.result, 'it was reversed already').toMatchObject({ status: '3' })
})

test('a settlement is booked by whoever has its message, and by nobody behind a 2601', async () => {
  const one = await counter.preSettle(await counter.read(insured), { lines: otc('5.30') })
  await counter.centre.fault({ fault: 'dropBeforeBooking', infno: '2102' })
  await counter.settle(one)
  const { db } = counter.server.deps
  const [row, at] = [await stored(one.id), new Date()]
  const [sent] = await db.select().from(intent).where(eq(intent.orderId, one.id))
  const intentId = sent!.id
  const held = await claimIntent(counter.server.deps, intentId)
  const booked = (attempts: number) =>
    bookIntent(db, row, { ...held!.intent, attempts }, 'foundBooked', { by: '系统', at, setlId: 'S-never' })
  expect(await booked(0), 'the first sender').toBeUndefined()
  await db.update(intent).set({ undoSentAt: at }).where(eq(intent.id, intentId))
  expect(await booked(1), 'whoever has it, behind a 2601').toBeUndefined()
  // Somebody kept an answer that it was booked: 'not found' is no end of it.
  await giveBack(one.id)
  await db.update(intent).set({ lateAnswer: 'sealed' }).where(eq(intent.id, intentId))
  await recoverIntent(counter.server.deps, intentId)
  expect((await stored(one.id)).state).toBe('unknown')
  await db.update(intent).set({ lateAnswer: null }).where(eq(intent.id, intentId))
  await recoverIntent(counter.server.deps, intentId)
  expect((await stored(one.id)).state).toBe('presettled')
})

test('a person binds while recovery takes back: he is asked to wait, and the two books agree', async () => {
  const one = await counter.preSettle(await counter.read(insured), { lines: otc('4.00') })
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  await counter.centre.fault({ fault: 'refuse', infno: '5201', text: '查询服务暂停', times: 0 })
  expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
  const [sent] = await counter.server.deps.db.select().from(intent).where(eq(intent.orderId, one.id))
  const atCentre = async () =>
    (await counter.centre.book('P32050100001', formatDay(new Date()))).find(({ msgid }) => msgid === sent!.msgid)!
  const { setl_id: setlId, mdtrt_id: mdtrtId } = await atCentre()
  const bind = () => counter.clerk.send(orderCalls.bind, { id: one.id, setlId, mdtrtId: String(mdtrtId) })
  await counter.centre.during(
    '2601',
    () => recoverIntent(counter.server.deps, sent!.id),
    async () => expect((await bind()).resultNotice?.error).toBe('系统正在核实这笔结算'),
  )
  expect([(await stored(one.id)).state, (await atCentre()).undone]).toEqual(['presettled', true])
})

test('a 2601 of which nobody knows what became: what 5203 shows is not booked behind it', async () => {
  const one = await counter.preSettle(await counter.read(insured), { lines: otc('4.50') })
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  await counter.centre.fault({ fault: 'refuse', infno: '5201', text: '查询服务暂停', times: 0 })
  await counter.centre.fault({ fault: 'dropBeforeBooking', infno: '2601' })
  await counter.settle(one)
  const [sent] = await counter.server.deps.db.select().from(intent).where(eq(intent.orderId, one.id))
  await recoverIntent(counter.server.deps, sent!.id)
  const rows = await counter.centre.book('P32050100001', formatDay(new Date()))
  const { setl_id: setlId, mdtrt_id: mdtrtId } = rows.find(({ msgid }) => msgid === sent!.msgid)!
  const bound = await counter.clerk.send(orderCalls.bind, { id: one.id, setlId, mdtrtId: String(mdtrtId) })
  expect(bound.resultNotice?.error).toBe('系统正在核实这笔结算')
  // Nobody keeps it from recovery, which makes it definite: by another 2601, though the centre shows it as settled.
  await counter.centre.clearFaults()
  await recoverIntent(counter.server.deps, sent!.id)
  expect((await stored(one.id)).state).toBe('presettled')
})

test.each([
  ['2601', '2102', '5201'],
  ['second 2103', '2103', '5203'],
] as const)('a node that lost the message while it asked sends no %s', async (_, infno, asking) => {
  const one = await counter.preSettle(await counter.read(insured), { lines: otc('4.70') })
  await counter.centre.fault({ fault: infno === '2102' ? 'dropAfterBooking' : 'dropBeforeBooking', infno })
  await counter.settle(one)
  if (infno === '2103')
    await counter.clerk.send(settlement.cancel, { orderId: one.id, reason: '顾客退药' }, { 'idempotency-key': one.id })
  const { db } = counter.server.deps
  const ofOrder = and(eq(intent.orderId, one.id), eq(intent.infno, infno))
  const [sent] = await db.select().from(intent).where(ofOrder)
  if (infno === '2102') await counter.centre.fault({ fault: 'refuse', infno: asking, text: '查询服务暂停' })
  await counter.centre.during(
    asking,
    () => recoverIntent(counter.server.deps, sent!.id),
    () => db.update(intent).set(taking()).where(ofOrder),
  )
  const [after] = await db.select().from(intent).where(ofOrder)
  expect(after).toMatchObject({ outcome: 'unknown', node: 'other', undoSentAt: null, msgid: sent!.msgid })
  const { msgid } = (
    await db
      .select()
      .from(intent)
      .where(and(eq(intent.orderId, one.id), eq(intent.infno, '2102')))
  )[0]!
  const rows = await counter.centre.book('P32050100001', formatDay(new Date()))
  expect(rows.find((row) => row.msgid === msgid)).toMatchObject({ undone: false, reversed: false })
  expect((await stored(one.id)).state).toBe('unknown')
  // Whoever has it makes it definite.
  await giveBack(one.id)
  await recoverIntent(counter.server.deps, sent!.id)
  expect((await stored(one.id)).state).toBe(infno === '2102' ? 'settled' : 'reversed')
})

test('a node that lost the message while a person asked for it books nothing: the one that has it decides', async () => {
  const one = await counter.preSettle(await counter.read(insured), { lines: otc('4.60') })
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  await counter.settle(one)
  const { db } = counter.server.deps
  const ofOrder = eq(intent.orderId, one.id)
  const [sent] = await db.select().from(intent).where(ofOrder)
  const rows = await counter.centre.book('P32050100001', formatDay(new Date()))
  const { setl_id: setlId, mdtrt_id: mdtrtId } = rows.find(({ msgid }) => msgid === sent!.msgid)!
  const bound = await counter.centre.during(
    '5203',
    () => counter.clerk.send(orderCalls.bind, { id: one.id, setlId, mdtrtId: String(mdtrtId) }),
    () => db.update(intent).set(taking()).where(ofOrder),
  )
  expect(bound.resultNotice?.error).toBe('系统正在核实这笔结算')
  expect(await stored(one.id)).toMatchObject({ state: 'unknown', setlId: null })
  expect((await db.select().from(intent).where(ofOrder))[0]).toMatchObject({ outcome: 'unknown', node: 'other' })
  await giveBack(one.id)
  await recoverIntent(counter.server.deps, sent!.id)
  const ends = (await counter.centre.book('P32050100001', formatDay(new Date()))).find(
    ({ msgid }) => msgid === sent!.msgid,
  )!
  const { state } = await stored(one.id)
  expect([state, ends.undone], 'both books say the same').toEqual(
    state === 'settled' ? ['settled', false] : ['presettled', true],
  )
})
