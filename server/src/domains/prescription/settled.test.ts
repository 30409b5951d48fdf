import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { rx } from '@yibao/shared/calls/prescription.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { databases } from '../../test/kit.ts'
import { move } from '../order/states.ts'
import { intent, order } from '../order/tables.ts'
import { area } from '../organisation/tables.ts'
import { recoverIntent } from '../settlement/recover/recover.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { type Counter, openCounter, plain } from '../settlement/test/counter.ts'
import { takenSent } from '../settlement/test/sent.ts'
import { doctor } from '../staff/tables.ts'
import { prescription } from './tables.ts'
import { enter, liXiaolan, paper, pass, register, zhangSan } from './test/paper.ts'

// What is settled on a reviewed prescription (ux T16): the centre's book, our book, and what the clerk reads.

const store = 'P32050100001'
let counter: Counter
const centre = opened(startCentre)
afterEach(async () => {
  await centre.clearFaults()
  await counter.close()
})

const open = async (settings: object = {}, database: (typeof databases)[number] = 'pglite') => {
  const options = { database, config: { settleWait: 5_000 }, settings: { ...plain, ...settings } }
  counter = await openCounter('clerk', options, centre)
  await register(counter.server)
}

const booked = async () =>
  (await centre.book(store, formatDay(new Date()))).filter(({ undone, infno }) => !undone && infno === '2102').length
const line = (ownCode: string, quantity: string, price = '20.00') => ({ ownCode, quantity, price })
const two = [line('100001', '2')]

const passed = async (more: object = {}, psnNo = zhangSan) => {
  const one = await enter(counter.clerk, { readId: (await counter.read(psnNo)).readId, ...more })
  return (await pass(await counter.server.as('pharmacist'), one)).result!
}
type Passed = Awaited<ReturnType<typeof passed>>
const named = ({ id, number, hospital, doctor }: Passed) => ({ id, number, hospital, doctor })
const input = async (one: Passed, lines: object = two, psnNo = zhangSan) => {
  const { readId, insutype } = await counter.read(psnNo)
  return { readId, insutype, medicalType: '41', prescription: named(one), lines } as never
}
const price = async (one: Passed, lines?: object, psnNo?: string) =>
  counter.clerk.send(settlement.preSettle, await input(one, lines, psnNo))
const priced = async (one: Passed, lines?: object) => (await price(one, lines)).result!
/** How a settlement ended: its order's status, undefined for a refusal. */
const settle = async (sale: Awaited<ReturnType<typeof priced>>) => {
  const { result, resultNotice } = await counter.settle(sale)
  const { status, setlId } = (result ?? {}) as { status?: string; setlId?: string }
  return { status, setlId, error: resultNotice?.error, result }
}
const now = (id: string) => counter.clerk.ok(rx.get, { id })
const cancel = (orderId: string) => counter.clerk.send(settlement.cancel, { orderId, reason: '顾客退货' })
const recover = async () => {
  const rows = await counter.server.deps.db.select({ id: intent.id }).from(intent).where(sql`outcome = 'unknown'`)
  for (const { id } of rows) await recoverIntent(counter.server.deps, id)
}
const change = (id: string, set: Partial<typeof prescription.$inferInsert>) =>
  counter.server.deps.db.update(prescription).set(set).where(eq(prescription.id, id))

test('settled on it: its number and pharmacist go with the order, it is used, and a reversal gives it back', async () => {
  await open({ rxReviewRequired: true })
  const before = await booked()
  const one = await passed()
  await change(one.id, { storeId: storeIdOf('P32050100002') })
  expect((await price(one)).resultNotice?.error, 'another store’s').toContain('没有找到这张处方')
  await change(one.id, { storeId: storeIdOf(store) })
  const sale = await priced(one)
  expect((await now(one.id)).use, 'a price is no use').toBe('unused')
  const done = await settle(sale)
  expect(done.result).toMatchObject({ status: '2', prescription: { id: one.id, number: one.number } })
  const [row] = await counter.server.deps.db.select().from(order).where(eq(order.id, sale.id))
  expect(row?.basket).toMatchObject({ pharmacistName: '王药师', pharmacistCode: 'Y320500000001' })
  // What its 用法用量 says in words is told in the field that is for it.
  expect(await takenSent(counter.server, sale.id)).toEqual([['100001', '', '', '一日三次', '口服', '0']])
  expect(await now(one.id)).toMatchObject({ use: 'used', setlId: done.setlId, orderId: sale.id })
  expect((await price(one)).resultNotice?.error).toBe(`处方 ${one.number} 已用于另一笔结算`)
  expect((await counter.clerk.send(rx.undo, { id: one.id, reason: '录错' })).resultNotice?.error).toContain('不能撤销')
  expect((await cancel(sale.id)).result?.status).toBe('3')
  expect((await now(one.id)).use).toBe('unused')
  expect((await settle(await priced(one))).status).toBe('2')
  expect((await booked()) - before).toBe(2)
})

test('a reviewer without a national code is kept by his place in the register, and nobody else’s code beside his name', async () => {
  await open()
  await counter.server.deps.db.update(doctor).set({ code: '' }).where(eq(doctor.id, 'ph-1'))
  const asked = (await input(await passed())) as object
  const cookie = { pharmacistCode: 'Y320500000002', pharmacistName: '赵𠮷' }
  const sale = await counter.clerk.ok(settlement.preSettle, { ...asked, ...cookie } as never)
  const [row] = await counter.server.deps.db.select().from(order).where(eq(order.id, sale.id))
  const { pharmacistId, pharmacistCode, pharmacistName } = row!.basket
  expect({ pharmacistId, pharmacistCode, pharmacistName }).toEqual({ pharmacistId: 'ph-1', pharmacistName: '王药师' })
})

test('an area decides whether a typed one is enough; goods without a prescription never need one', async () => {
  await open()
  const { readId, insutype } = await counter.read(zhangSan)
  const typed = { number: 'RX1', hospital: '示例医院', doctor: '陈医生' }
  const sale = (more: object) =>
    counter.clerk.send(settlement.preSettle, { readId, insutype, medicalType: '41', lines: two, ...more } as never)
  expect((await sale({ prescription: typed })).success, 'as it always was').toBe(true)
  await counter.server.deps.db
    .update(area)
    .set({ settings: sql`${area.settings} || '{"rxReviewRequired":true}'::jsonb` })
  expect((await sale({ prescription: typed })).resultNotice).toMatchObject({
    error: expect.stringContaining('须经药师审核'),
  })
  expect((await sale({ lines: [line('100002', '1')] })).success).toBe(true)
})

test('T16: another person, not passed, too many, too many kinds, over: refused, and the line is named', async () => {
  await open()
  const waiting = await enter(counter.clerk, { readId: (await counter.read(zhangSan)).readId })
  expect((await price(waiting)).resultNotice?.error).toBe(`处方 ${waiting.number} 是「待审核」，不能结算`)
  const one = await passed()
  const refusal = async (lines: object, psnNo?: string) => {
    const { resultExtendInfo, resultNotice } = await price(one, lines, psnNo)
    return [resultNotice?.error, (resultExtendInfo as { line?: number } | null)?.line]
  }
  expect((await refusal(two, liXiaolan))[0]).toBe(`处方 ${one.number} 不是这位参保人的`)
  expect(await refusal([line('100001', '1'), line('100001', '1.5')])).toEqual([
    '第 2 行 阿莫西林胶囊 超过处方可售数量 2',
    2,
  ])
  const [text, no] = await refusal([...two, line('100002', '1')])
  expect([text, no]).toEqual([expect.stringContaining(`不在处方 ${one.number} 内`), 2])
  // Its last day is one of its days.
  await change(one.id, { validUntil: formatDay(new Date()) })
  expect(await refusal(two)).toEqual([undefined, undefined])
  await change(one.id, { validUntil: addDays(formatDay(new Date()), -1) })
  expect((await refusal(two))[0]).toContain('已于')
})

test('typed without a card it is whose name it bears; with a certificate number, of nobody else of that name', async () => {
  await open()
  const pharmacist = await counter.server.as('pharmacist')
  const page = async (more: object) =>
    (await pass(pharmacist, await counter.clerk.ok(rx.save, paper(more) as never))).result!
  const offered = async () =>
    (await counter.clerk.ok(rx.usable, { readId: (await counter.read(zhangSan)).readId })).items.map(({ id }) => id)
  const mine = await page({ name: '张三' })
  const namesake = await page({ name: '张三', certNo: '320508198506124027' })
  const long = await page({ name: '阿卜杜热合曼·买买提依明·吐尔逊江·䶮尔' })
  expect(await offered()).toEqual([mine.id])
  expect((await price(namesake)).resultNotice?.error).toContain('不是这位参保人的')
  expect((await price(long)).resultNotice?.error).toContain('不是这位参保人的')
  expect((await settle(await priced(mine))).status).toBe('2')
})

test.each(databases)('%s: two settlements at once: one is booked, the other reads why', async (database) => {
  await open({}, database)
  const before = await booked()
  const one = await passed()
  const sales = [await priced(one), await priced(one, [line('100001', '1')])]
  const answers = await Promise.all(sales.map((sale) => settle(sale)))
  expect(answers.map(({ status }) => status ?? 'refused').sort()).toEqual(['2', 'refused'])
  expect(answers.find(({ error }) => error)?.error).toBe(`处方 ${one.number} 已用于另一笔结算`)
  expect((await booked()) - before).toBe(1)
})

test.each([
  ['booked, and the answer was lost', 'dropAfterBooking', 'used', 1],
  ['lost on its way', 'dropBeforeBooking', 'unused', 0],
])('%s: nobody else settles on it until that is known', async (_, fault, use, growth) => {
  await open()
  const before = await booked()
  const one = await passed()
  const other = await priced(one, [line('100001', '1')])
  const sale = await priced(one)
  await centre.fault({ fault, infno: '2102' })
  expect((await counter.settle(sale)).result).toMatchObject({ status: '4' })
  expect((await now(one.id)).use).toBe('inUse')
  expect((await counter.settle(other)).resultNotice?.error).toContain('已用于另一笔结算')
  expect((await counter.clerk.send(rx.undo, { id: one.id, reason: '录错' })).statusCode).toBe(409)
  await centre.clearFaults()
  await recover()
  expect((await now(one.id)).use).toBe(use)
  expect((await booked()) - before).toBe(growth)
  expect((await counter.clerk.ok(orderCalls.get, { id: sale.id })).status).toBe(growth ? '2' : '1')
})

test('withdrawn or over between the price and F9: nothing leaves', async () => {
  await open()
  const before = await booked()
  const gone = await passed()
  const sale = await priced(gone)
  await counter.clerk.ok(rx.undo, { id: gone.id, reason: '录错' })
  expect((await counter.settle(sale)).resultNotice?.error).toBe(`处方 ${gone.number} 是「已撤销」，不能结算`)
  const late = await passed()
  const second = await priced(late)
  await change(late.id, { validUntil: addDays(formatDay(new Date()), -1) })
  expect((await counter.settle(second)).resultNotice?.error).toContain('已于')
  expect((await booked()) - before).toBe(0)
})

test.each(databases)('%s: withdrawn and settled at the same moment: one of the two', async (database) => {
  await open({}, database)
  for (let n = 0; n < 3; n++) {
    const one = await passed()
    const sale = await priced(one)
    const [undone, done] = await Promise.all([
      counter.clerk.send(rx.undo, { id: one.id, reason: '录错' }),
      settle(sale),
    ])
    expect([undone.success, done.status === '2'].sort()).toEqual([false, true])
  }
})

test('what is kept of a return stays on its prescription, although that is over by then', async () => {
  await open()
  const one = await passed()
  const old = await priced(one)
  await counter.settle(old)
  await change(one.id, { validUntil: addDays(formatDay(new Date()), -1) })
  const asked = (await input(one, [line('100001', '1')])) as object
  const kept = await counter.clerk.ok(settlement.preSettle, { ...asked, replaces: old.id } as never)
  expect((await counter.settle(kept)).resultNotice?.error).toContain('原单还没有撤销')
  expect((await cancel(old.id)).result?.status).toBe('3')
  expect((await settle(kept)).status).toBe('2')
  expect((await now(one.id)).orderId).toBe(kept.id)
})

test('a reversal that the centre does not have: the books follow it, whoever has the prescription by then', async () => {
  await open()
  const one = await passed()
  const first = await priced(one)
  await counter.settle(first)
  await cancel(first.id)
  const second = await priced(one)
  expect((await settle(second)).status).toBe('2')
  const { db } = counter.server.deps
  const back = await move(db, first.id, 'takenBack', new Date(), { by: '系统', patch: { reversedBy: null } })
  expect(back).toMatchObject({
    state: 'settled',
    prescriptionId: null,
    basket: { prescription: { number: one.number } },
  })
  expect((await now(one.id)).orderId).toBe(second.id)
})

test('parked and taken back with its prescription', async () => {
  await open()
  const one = await passed(paper())
  const goods = [{ ownCode: '100001', limit: '2' }]
  const asked = (await input(one)) as object
  const parked = await counter.clerk.ok(settlement.park, { ...asked, prescription: { ...named(one), goods } } as never)
  const back = await counter.clerk.ok(settlement.unpark, { parkedId: parked.parkedId })
  expect(back.prescription).toEqual({ ...named(one), goods })
})
