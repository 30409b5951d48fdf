import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../base/ids.ts'
import { reversedBills } from '../order/reversed-bills.ts'
import { order } from '../order/tables.ts'
import { visit } from '../order/visit-tables.ts'
import { area } from '../organisation/tables.ts'
import { bookedBy } from '../settlement/booked-by.ts'
import { type Day, stores } from './test/bench.ts'
import { useBench } from './test/use-bench.ts'

// A settlement that only the centre had, in our book and without an ERP bill (domain.md 5.4, 8.10).

const bench = useBench()

/** Taken into our book; answers the order. */
const backfilled = async (day: Day, msgid: string) => {
  await day.centreOnly(msgid)
  const [difference] = await day.run()
  expect((await day.handle(difference!, 'backfill')).success).toBe(true)
  const { items } = await day.client.ok(orderCalls.abnormalPaged, { kind: 'erpMissing', from: day.date })
  expect(items[0]?.abnormal).toMatchObject({ kind: 'erpMissing', billMissing: true })
  return day.client.ok(orderCalls.get, { id: items[0]!.id })
}

/** The same goods in a bill of the ERP, by its own number. */
const billOf = ({ total }: { total: string }, erpBill: string, price = total) => ({
  lines: [{ ownCode: '100001', quantity: '1', price }],
  prescription: { number: 'RX20261120001', hospital: '苏州市示例医院', doctor: '陈医生' },
  ...{ erpBill, erpTotal: price, erpRevision: 1 },
})

const price = async (day: Day, bill: ReturnType<typeof billOf>) => {
  const { readId } = await day.counter.read(stores[day.who].person, day.client)
  return day.client.send(settlement.preSettle, { readId, insutype: '310', medicalType: '41', ...bill } as never)
}

const settle = (day: Day, one: { id: string; settleKey?: string }) =>
  day.client.send(settlement.settle, { orderId: one.id }, { 'idempotency-key': one.settleKey! })

test('its ERP bill is bound to it and not settled again; a reversal frees the bill', async () => {
  const day = await bench.day('clerk', '2026-08-21')
  const one = await backfilled(day, 'P3205010000120260821080000121')
  const bill = billOf(one, 'XS-䶮-121')
  const refused = await price(day, bill)
  expect(refused.resultNotice?.error).toBe(
    `这位参保人的相同购药在医保中心已经结算，本店订单 ${one.orderNo}，没有 ERP 单`,
  )
  expect(refused.resultNotice?.tips).toContain('「绑定 ERP 单」，填 XS-䶮-121')
  expect(await day.book(), 'nothing left for the centre').toHaveLength(1)

  const bound = await day.client.ok(orderCalls.bindBill, { id: one.id, erpBill: bill.erpBill })
  expect(bound).toMatchObject({ status: '2', erpBill: bill.erpBill, total: one.total, setlId: one.setlId })
  expect(bound.abnormal).toBeUndefined()
  expect(bound.events.at(-1)).toMatchObject({ text: '绑定 ERP 单 XS-䶮-121', by: '李店员' })
  expect(await day.order(one.id)).toMatchObject({ erpBill: bill.erpBill, flags: [], state: 'settled' })

  // The till sends its bill again: it hears of the settlement that is there.
  const again = await price(day, bill)
  expect(again.result).toMatchObject({ id: one.id, status: '2', setlId: one.setlId, erpBill: bill.erpBill })
  expect(await day.book(), 'one settlement at the centre').toHaveLength(1)
  const { groups, equal } = await day.total()
  expect(equal, 'both books agree').toBe(groups.length)

  expect((await day.cancel(one.id)).success).toBe(true)
  const anew = await price(day, bill)
  expect(anew.result).toMatchObject({ status: '1', erpBill: bill.erpBill })
  expect((await settle(day, anew.result!)).result).toMatchObject({ status: '2' })
  expect(await day.book(), 'the first, its reversal, the second').toHaveLength(3)
})

test('a bill that is under way or settled is no other order’s, and who has one gets no second', async () => {
  const day = await bench.day('clerk', '2026-08-22')
  const one = await backfilled(day, 'P3205010000120260822080000122')
  // Another purchase: its total is another.
  const other = (await price(day, billOf(one, 'XS122-1', '7.00'))).result!
  expect((await settle(day, other)).result).toMatchObject({ status: '2' })
  const bind = (id: string, erpBill: string) => day.client.send(orderCalls.bindBill, { id, erpBill })
  expect((await bind(one.id, 'XS122-1')).resultNotice?.error).toBe('ERP 单 XS122-1 已在结算或已结算')
  expect(await day.order(one.id), 'nothing of it was kept').toMatchObject({ erpBill: null, flags: ['erpMissing'] })
  expect((await bind(other.id, 'XS122-2')).resultNotice?.error).toContain('不能绑定 ERP 单')

  // A basket that was priced under the bill before it was bound is not settled under it any more.
  const early = (await price(day, billOf(one, 'XS122-3', '8.00'))).result!
  expect((await bind(one.id, 'XS122-3')).success).toBe(true)
  expect((await settle(day, early)).resultNotice?.error).toBe('ERP 单 XS122-3 已在结算或已结算')
  expect((await bind(one.id, 'XS122-4')).success, 'bound once').toBe(false)
  expect(await day.book()).toHaveLength(2)
})

test('a person says that it is another purchase: the bill is settled', async () => {
  const day = await bench.day('clerk', '2026-08-23')
  const one = await backfilled(day, 'P3205010000120260823080000123')
  const bill = billOf(one, 'XS123-1')
  expect((await price(day, bill)).success).toBe(false)
  await day.client.ok(orderCalls.accept, { id: one.id, reason: '顾客当天买了两次，ERP 中没有第一次的单据' })
  const second = (await price(day, bill)).result!
  expect((await settle(day, second)).result).toMatchObject({ status: '2', erpBill: 'XS123-1' })
  expect(await day.book()).toHaveLength(2)
})

test('who buys the same goods each month is not asked about a settlement of days ago', async () => {
  const day = await bench.day('clerk', '2026-08-25')
  const one = await backfilled(day, 'P3205010000120260825080000125')
  const bill = billOf(one, 'XS125-1')
  expect((await price(day, bill)).success).toBe(false)
  const { db } = day.counter.server.deps
  const [row] = await db.select().from(order).where(eq(order.id, one.id))
  await db
    .update(order)
    .set({ settledAt: new Date(row!.settledAt!.getTime() - 4 * 86_400_000) })
    .where(eq(order.id, one.id))
  expect((await price(day, bill)).result).toMatchObject({ status: '1', erpBill: 'XS125-1' })
})

test('what was settled in a visit is taken back by 2208 behind its bill too: the binding is no 2102', async () => {
  const day = await bench.day('clerk', '2026-08-24')
  const one = await backfilled(day, 'P3205010000120260824080000124')
  const { db } = day.counter.server.deps
  const here = eq(area.code, '320500')
  const [before] = await db.select({ settings: area.settings }).from(area).where(here)
  onTestFinished(async () => void (await db.update(area).set({ settings: before!.settings }).where(here)))
  const kinds = { outpatientMedicalTypes: [one.medicalType] }
  await db
    .update(area)
    .set({ settings: { ...before!.settings, ...kinds } })
    .where(here)
  await db.update(order).set({ clrType: '11' }).where(eq(order.id, one.id))
  expect(await bookedBy({ db }, await day.order(one.id))).toBe('2207')
  await day.client.ok(orderCalls.bindBill, { id: one.id, erpBill: 'XS124-1' })
  expect(await bookedBy({ db }, await day.order(one.id))).toBe('2207')
})

test('a bill that was bound to the wrong settlement is taken off it by an administrator; it settles its own purchase then', async () => {
  const day = await bench.day('clerk', '2026-08-26')
  const one = await backfilled(day, 'P3205010000120260826080000126')
  const bill = billOf(one, 'XS126-𠮷', '7.00')
  await day.client.ok(orderCalls.bindBill, { id: one.id, erpBill: bill.erpBill })
  expect((await day.client.ok(orderCalls.get, { id: one.id })).billBound).toBe(true)
  const reason = { id: one.id, reason: '绑错了单据' }
  const refused = await day.client.send(orderCalls.unbindBill, reason)
  expect(refused.resultNotice).toMatchObject({ error: '解除 ERP 单由管理员操作', tips: '请联系区划管理员' })
  expect(await day.order(one.id)).toMatchObject({ erpBill: bill.erpBill })

  bench.clock.advance(1000)
  const admin = await day.counter.server.as('admin')
  const freed = await admin.ok(orderCalls.unbindBill, reason)
  expect(freed).toMatchObject({ status: '6', setlId: one.setlId, total: one.total, abnormal: { billMissing: true } })
  expect([freed.erpBill, freed.billBound]).toEqual([undefined, undefined])
  expect(freed.events.at(-1)?.text).toBe(`解除 ERP 单 ${bill.erpBill}：绑错了单据`)
  expect(freed.formerBill).toBe(bill.erpBill)
  const said = async () => {
    const at = { db: day.counter.server.deps.db, now: bench.clock() }
    const { turned = [] } = await reversedBills(at, [one.storeId], 0)
    return turned.filter(({ body }) => body.orderId === one.id).map(({ billNo, body }) => `${billNo} ${body.state}`)
  }
  expect(await said(), 'what the ERP heard under it is over').toEqual([`${bill.erpBill} reversed`])
  expect(await day.book(), 'nothing left for the centre').toHaveLength(1)

  const priced = await price(day, bill)
  expect((await settle(day, priced.result!)).result).toMatchObject({ status: '2', erpBill: bill.erpBill })
  expect(await day.book()).toHaveLength(2)
  const own = await admin.send(orderCalls.unbindBill, { id: priced.result!.id, reason: '绑错了单据' })
  expect(own.resultNotice?.error, 'it was settled with it').toContain('不是人工绑定的')
  await day.client.ok(orderCalls.bindBill, { id: one.id, erpBill: 'XS126-2' })
  expect(await day.order(one.id)).toMatchObject({ erpBill: 'XS126-2', flags: [] })
  expect(await said()).toEqual([`${bill.erpBill} reversed`, 'XS126-2 settled'])
  // Reversed, it is taken off no more: the bill is free already.
  expect((await day.cancel(one.id)).success).toBe(true)
  expect((await admin.send(orderCalls.unbindBill, reason)).success).toBe(false)
  expect(await said()).toEqual([`${bill.erpBill} reversed`, 'XS126-2 reversed'])
  expect(await day.book()).toHaveLength(3)
})

test('what another program settled in a visit stays so when the area went back to 2102: 2208, and 2601 names both', async () => {
  const day = await bench.day('clerk', '2026-08-27')
  const one = await backfilled(day, 'P3205010000120260827080000127')
  const { db } = day.deps
  await db.update(order).set({ clrType: '11' }).where(eq(order.id, one.id))
  expect(await bookedBy({ db }, await day.order(one.id)), 'a store that never had visits').toBe('2102')
  await db.insert(visit).values({
    ...{ id: newId(), orderId: 'gone', storeId: one.storeId, otpNo: 'V-䶮-1', person: '', psnHash: '' },
    ...{ insutype: '310', medicalType: one.medicalType, state: 'closed', createdAt: new Date(0) },
  })
  onTestFinished(async () => void (await db.delete(visit).where(eq(visit.otpNo, 'V-䶮-1'))))
  expect(await bookedBy({ db }, await day.order(one.id)), 'a store that has had none for years').toBe('2102')
  const createdAt = new Date((await day.order(one.id)).settledAt!.getTime() - 86_400_000)
  await db.update(visit).set({ createdAt }).where(eq(visit.otpNo, 'V-䶮-1'))
  expect(await bookedBy({ db }, await day.order(one.id))).toBe('2207')
  await db.update(order).set({ clrType: '41' }).where(eq(order.id, one.id))
  expect(await bookedBy({ db }, await day.order(one.id)), 'the centre clears it as a shop’s').toBe('2102')

  await day.centreOnly('P3205010000120260827080000128')
  const [stranger] = (await day.run()).filter(({ class: name }) => name === 'centreOnlyUnknown')
  const client = day.deps.services.centre.of('320500')
  const asked: string[] = []
  client.send = (body, which, waiting) => {
    if (which === '2601') {
      asked.push(String(JSON.parse(body).input.data.oinfno))
      return Promise.resolve({ kind: 'refused', message: '未查询到该交易', ms: 1 })
    }
    return Object.getPrototypeOf(client).send.call(client, body, which, waiting)
  }
  onTestFinished(() => void Reflect.deleteProperty(client, 'send'))
  await day.handle(stranger!, 'undo', { authorizationId: await day.approve(`undo:${stranger!.id}`) })
  expect(asked).toEqual(['2102', '2207'])
})

test('a bill that another order has as well is taken off neither: somebody looks into it first', async () => {
  const day = await bench.day('clerk', '2026-08-28')
  const one = await backfilled(day, 'P3205010000120260828080000129')
  await day.client.ok(orderCalls.bindBill, { id: one.id, erpBill: 'XS129-1' })
  const { id } = await day.buy('3.00')
  await day.patch(id, { erpBill: 'XS129-1' })
  bench.clock.advance(1000)
  const admin = await day.counter.server.as('admin')
  const refused = await admin.send(orderCalls.unbindBill, { id: one.id, reason: '绑错了单据' })
  expect(refused.resultNotice?.error).toContain('XS129-1')
  expect(await day.order(one.id)).toMatchObject({ erpBill: 'XS129-1', flags: [] })
  expect((await day.client.ok(orderCalls.get, { id: one.id })).billBound, 'its intent as it was').toBe(true)
  expect(await day.book()).toHaveLength(2)
})
