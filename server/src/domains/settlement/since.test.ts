import { audit } from '@yibao/shared/calls/audit.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { seedId } from '../../seed/organisation.ts'
import { auditRule } from '../audit/tables.ts'
import { intent, order } from '../order/tables.ts'
import { recoverIntent } from './recover/recover.ts'
import { boughtSince } from './since.ts'
import { startCentre } from './test/centre.ts'
import { type Counter, openCounter, plain } from './test/counter.ts'

// Two baskets of one person, or two with one pack, that were both priced before either was settled. Asserted are the
// centre's book, ours, and what the clerk reads.

const zhang = '32050000000000000001'
const other = '32050000000000000003'
const metformin = (quantity = '1') => [{ ownCode: '100004', quantity, price: '9.90' }]
const tea = [{ ownCode: '100003', quantity: '1', price: '2.00' }]

const centre = opened(startCentre)
let counter: Counter
let before = 0
const book = () => centre.book('P32050100001', formatDay(new Date()))
/** What stands at the centre since the test began. */
const standing = async () => (await book()).slice(before).filter(({ undone, reversed }) => !undone && !reversed)

beforeEach(async () => {
  counter = await openCounter('clerk', { config: { settleWait: 5_000 }, settings: plain }, centre)
  before = (await book()).length
})
afterEach(async () => {
  await centre.clearFaults()
  await counter.close()
})

const db = () => counter.server.deps.db
const rule = (set: Partial<typeof auditRule.$inferInsert>) =>
  db().update(auditRule).set(set).where(eq(auditRule.code, 'TY01'))
const priced = async (lines: object[] = metformin(), psnNo = zhang, more: object = {}) =>
  counter.preSettle(await counter.read(psnNo), { lines, ...more } as never)
const errorOf = (answer: { resultNotice?: { error?: string } | null }) => answer.resultNotice?.error
const blocks = async () => {
  const admin = await counter.server.as('area', { areaCode: '320500' })
  return (await admin.ok(audit.blockPaged, {})).items.map(({ rule: code, times }) => [code, times])
}
/** The refusal of F8. */
const refused = async (orderId: string) => {
  const { readId, insutype } = await counter.read(zhang)
  const prescription = { number: 'RX1', hospital: '苏州市示例医院', doctor: '陈医生' }
  const input = { readId, insutype, medicalType: '41', lines: metformin(), orderId, prescription }
  return errorOf(await counter.clerk.send(settlement.preSettle, input))
}
const bought = '预结算之后，这位参保人又在本店购买了二甲双胍缓释片，原预结算作废'

test('a rule of level 拦截 stops the second of two baskets that were priced before either was settled', async () => {
  await rule({ level: 'block' })
  const [one, two] = [await priced(), await priced()]
  expect((await counter.settle(one)).success).toBe(true)
  const answer = await counter.settle(two)
  expect(answer.resultNotice).toMatchObject({ error: bought, tips: '按 F8 重新预结算，以新的审核结果为准' })
  expect(errorOf(await counter.settle(two)), 'pressed again').toBe(bought)
  expect(await standing()).toHaveLength(1)
  expect((await counter.clerk.ok(orderCalls.get, { id: two.id })).status).toBe('1')
  expect(await db().select().from(intent).where(eq(intent.orderId, two.id)), 'nothing left').toEqual([])
  expect(await refused(two.id)).toContain('审核规则不允许：二甲双胍缓释片 今天已购 1 盒')
  expect(await blocks()).toEqual([['TY01', 1]])
})

test('nor does it let both pass that are pressed in one instant', async () => {
  await rule({ level: 'block' })
  // No twins: other quantities.
  const all = [await priced(), await priced(metformin('2')), await priced(metformin('3'))]
  const answers = await Promise.all(all.map((one) => counter.settle(one)))
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  for (const no of answers.filter(({ success }) => !success)) expect(errorOf(no)).toBe(bought)
  expect(await standing()).toHaveLength(1)
})

test('what another store of the company sold meanwhile counts, and what another company sold does not', async () => {
  const [one, two] = [await priced(), await priced(metformin('2'))]
  await counter.settle(one)
  const set = (values: Partial<typeof order.$inferInsert>) => db().update(order).set(values).where(eq(order.id, one.id))
  await set({ storeId: seedId(1, 2) })
  expect(errorOf(await counter.settle(two))).toContain('又在示例大药房平江店购买了二甲双胍缓释片')
  await set({ companyId: 'another' })
  expect((await counter.settle(two)).success).toBe(true)
})

test('a reminder is read and confirmed, and then it settles and is kept', async () => {
  const [one, two] = [await priced(), await priced(metformin('2'))]
  await counter.settle(one)
  expect(errorOf(await counter.settle(two))).toBe(bought)
  const again = await priced(metformin('2'), zhang, { orderId: two.id })
  expect(again.audit).toMatchObject([{ rule: 'TY01' }])
  await counter.clerk.ok(settlement.confirmAudit, { orderId: again.id, settleKey: again.settleKey! })
  expect((await counter.settle(again)).success).toBe(true)
  expect((await counter.clerk.ok(audit.paged, {})).items).toMatchObject([{ rule: 'TY01', confirmedBy: '李店员' }])
})

test('a purchase of which nobody knows yet counts, and the clerk reads that it is not known', async () => {
  await rule({ level: 'block' })
  const [one, two] = [await priced(), await priced(metformin('2'))]
  await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
  expect(errorOf(await counter.settle(two))).toBe(bought)
  expect(await refused(two.id)).toContain(`（本店 ${formatDay(new Date()).slice(5)}，结果待核实）`)
  // Its own recovery, and what follows it, are no other purchase.
  const [sent] = await db().select().from(intent).where(eq(intent.orderId, one.id))
  await recoverIntent(counter.server.deps, sent!.id)
  expect((await counter.clerk.ok(orderCalls.get, { id: one.id })).status).toBe('2')
})

test('other goods, somebody else, a rule that asks nothing of before, and what was priced again pass without a word', async () => {
  const baskets = [await priced(), await priced(tea), await priced(metformin('2'), other)]
  for (const one of baskets) expect((await counter.settle(one)).success).toBe(true)
  await rule({ enabled: false })
  const [one, two] = [await priced(metformin('4')), await priced(metformin('5'))]
  for (const each of [one, two]) expect((await counter.settle(each)).success).toBe(true)
  await rule({ enabled: true })
  const later = await priced(metformin('6'))
  expect((await counter.settle(later)).success, 'minutes later').toBe(true)
  expect((await counter.settle(later)).result, 'the same key').toMatchObject({ id: later.id, status: '2' })
})

test('a settlement that was not booked is priced and settled again beside nobody', async () => {
  const one = await priced()
  await centre.fault({ fault: 'dropBeforeBooking', infno: '2102' })
  await counter.settle(one)
  const [sent] = await db().select().from(intent).where(eq(intent.orderId, one.id))
  await recoverIntent(counter.server.deps, sent!.id)
  const again = await priced(metformin(), zhang, { orderId: one.id })
  expect(again.audit).toBeUndefined()
  expect((await counter.settle(again)).success).toBe(true)
})

test('what is kept of a return is settled, whatever was bought meanwhile', async () => {
  await rule({ level: 'block' })
  const old = await priced([...metformin(), ...tea])
  await counter.settle(old)
  const kept = await priced(metformin(), zhang, { replaces: old.id })
  await rule({ enabled: false })
  await counter.settle(await priced(metformin('2')))
  await rule({ enabled: true })
  await counter.clerk.ok(settlement.cancel, { orderId: old.id, reason: '部分退货' })
  expect((await counter.settle(kept)).success).toBe(true)
})

const pack = (n: number) => `83000021${String(process.pid).padStart(8, '0')}${String(n).padStart(4, '0')}`
const withCode = (code: string, quantity = '1') => [{ ownCode: '100003', quantity, price: '2.00', traceCodes: [code] }]

test('a pack that was sold since it was scanned is not sold again: who comes first, and in one instant', async () => {
  const [one, two] = [await priced(withCode(pack(1))), await priced(withCode(pack(1)), other)]
  await counter.settle(one)
  expect((await counter.settle(two)).resultNotice).toMatchObject({
    error: `预结算之后，维生素C片的追溯码 …${pack(1).slice(-6)} 已在订单 ${one.orderNo} 售出，原预结算作废`,
    tips: '请核对药盒：换一盒重新扫码，或按 F8 写明原因',
  })
  const again = await priced(withCode(pack(1)), other, { orderId: two.id })
  expect(again.warnings.join()).toContain(`已在订单 ${one.orderNo} 售出`)
  expect((await counter.settle(again)).resultNotice?.error, 'our own books warn').toContain('没有确认')
  const confirm = (reason: string) =>
    counter.clerk.send(settlement.confirmAudit, { orderId: again.id, settleKey: again.settleKey!, reason })
  expect((await confirm(' ')).resultNotice?.error).toBe('「追溯码已售出」须填写原因')
  expect((await confirm('上一单扫错了盒')).success).toBe(true)
  expect((await counter.settle(again)).success, 'whoever read it').toBe(true)
  expect((await counter.clerk.ok(audit.paged, {})).items).toMatchObject([
    {
      ...{ rule: 'SOLD', ruleName: '追溯码已售出', drug: '维生素C片', amount: '2.00' },
      ...{ confirmedBy: '李店员', reason: '上一单扫错了盒' },
    },
  ])
  const both = [await priced(withCode(pack(2))), await priced(withCode(pack(2)), other)]
  const answers = await Promise.all(both.map((each) => counter.settle(each)))
  expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
})

test('a purchase meanwhile is looked for by two indexes, whoever else bought', async () => {
  await db().execute(sql`
    insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id, operator_name, state, settled_at,
      person, psn_hash, medical_type, basket, lines, total, created_at, updated_at, source)
    select 'o' || n, 'YB' || n, '320500', '10001', 's' || n % 40, 'x', '李店员', 'settled', now(),
      '{}', md5(n::text), '41', '{}', '[]', n, now(), now(), '1' from generate_series(1, 5000) n`)
  await db().execute(sql`analyze purchase_order`)
  const of = { id: 'o17', psnHash: 'x', companyId: '10001', areaCode: '320500' }
  const rows = rowsFrom<{ 'QUERY PLAN': string }>(
    await db().execute(sql`explain ${boughtSince(of, { day: formatDay(new Date()), orders: ['o18'] })}`),
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  for (const index of ['order_person', 'order_in_air']) expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan')
})
