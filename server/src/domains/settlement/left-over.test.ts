import { systemConfig } from '@yibao/shared/calls/config.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { sweepOnce } from '../../jobs/sweep.ts'
import { whenPast } from '../../test/clock.ts'
import { databases } from '../../test/kit.ts'
import { cardRead } from '../card/tables.ts'
import { message } from '../message/tables.ts'
import { move } from '../order/states.ts'
import { order } from '../order/tables.ts'
import { voidForgotten, voidLeftOver } from './left-over.ts'
import { startCentre } from './test/centre.ts'
import { openCounter, otc } from './test/counter.ts'

// What nobody came back for, and what a person told for ten minutes only.

const store = 'P32050100001'
const someone = '32050000000000000001'
const day = 86_400_000

const centre = opened(startCentre)

describe.each(databases)('on %s', (database) => {
  const counter = opened(() => openCounter('clerk', { database }, centre))

  const later = (days: number) => whenPast(counter.server.deps, days * day)
  const voidLater = (days: number) => voidLeftOver(counter.server.deps, later(days).clock())
  const booked = async () => (await centre.book(store, formatDay(new Date()))).length

  test('a basket that nobody settled is void after a month, and whose it was is forgotten', async () => {
    const { clerk, server } = counter
    const { db } = server.deps
    const price = async (cost: string) => counter.preSettle(await counter.read(someone), { lines: otc(cost) })
    const left = await price('1.00')
    const { readId } = await counter.read(someone)
    const parking = { readId, medicalType: '41', lines: otc('2.00') }
    const { parkedId } = await clerk.ok(settlement.park, parking)
    const refused = await price('3.00')
    await centre.fault({ fault: 'refuse', infno: '2102', text: '待遇已冻结' })
    expect((await counter.settle(refused)).success).toBe(false)
    const sold = await price('4.00')
    await counter.settle(sold)
    const dropped = await price('5.00')
    await clerk.ok(orderCalls.void, { id: dropped.id, reason: '顾客不买了' })
    const ids = [left.id, parkedId, dropped.id, refused.id, sold.id]
    const states = async () => {
      const rows = await db.select().from(order).where(inArray(order.id, ids))
      return ids.map((id) => {
        const { state, identity, parked } = rows.find((row) => row.id === id)!
        return [state, identity !== null, parked]
      })
    }
    const open = ['presettled', true, false]
    const kept = [open, ['settled', true, false]]
    expect(await voidForgotten(later(0.99))).toBe(0)
    const voided = ['voided', true, false]
    expect(await states()).toEqual([open, ['drafted', false, true], voided, ...kept])
    expect(await voidForgotten(later(1.01))).toBe(1)
    expect(await voidLater(29.9)).toBe(0)
    const forgotten = ['voided', false, false]
    expect(await states()).toEqual([open, forgotten, voided, ...kept])
    expect(await voidLater(30.1)).toBe(1)
    expect(await states()).toEqual([forgotten, forgotten, forgotten, ...kept])
    expect(await voidLater(30.1)).toBe(0)
    // What the clerk reads; and an old tab settles nothing.
    const told = async (id: string) => (await clerk.ok(orderCalls.get, { id })).events.at(-1)
    const by = '系统'
    expect(await told(left.id)).toMatchObject({ text: expect.stringContaining('30 天没有结算，自动作废'), by })
    expect(await told(parkedId)).toMatchObject({ text: expect.stringContaining('挂单超过 24 小时，自动作废'), by })
    expect(await clerk.ok(settlement.parkedList)).toEqual([])
    const book = await booked()
    expect((await counter.settle(left)).resultNotice?.error).toContain('已作废')
    expect(await booked()).toBe(book)
  })

  test('baskets of years before this rule are reached too, some hours later, without a look at the whole book', async () => {
    const { server } = counter
    const { db } = server.deps
    const price = async (cost: string) => counter.preSettle(await counter.read(someone), { lines: otc(cost) })
    const ages = [100, 400, 3_000]
    const ids: string[] = []
    for (const age of ages) {
      const { id } = await price(`${age}.00`)
      const at = new Date(server.deps.clock().getTime() - age * day)
      await db.update(order).set({ createdAt: at, updatedAt: at }).where(eq(order.id, id))
      ids.push(id)
    }
    // Begun as long ago, and taken up again today.
    const { id: fresh } = await price('9.00')
    const begun = new Date(server.deps.clock().getTime() - 100 * day)
    await db.update(order).set({ createdAt: begun }).where(eq(order.id, fresh))
    const left = async () => {
      const rows = await db.select().from(order).where(inArray(order.id, ids))
      return rows.filter(({ state, identity }) => state !== 'voided' || identity !== null).length
    }
    let voided = 0
    for (let hour = 0; hour < 64; hour++) voided += await voidLater(hour / 24)
    expect([voided, await left()]).toEqual([3, 0])
    const [taken] = await db.select().from(order).where(eq(order.id, fresh))
    expect(taken, 'with the person whom it is priced for').toMatchObject({
      ...{ state: 'presettled', identity: expect.any(String) },
    })
  })

  test('the store is told once of what it put aside and did not take back, of nobody by his name', async () => {
    const { clerk, server } = counter
    const { db } = server.deps
    const { readId } = await counter.read(someone)
    const { parkedId } = await clerk.ok(settlement.park, { readId, medicalType: '41', lines: otc('8.00') })
    const { storeId } = await clerk.ok(orderCalls.get, { id: parkedId })
    await clerk.ok(settlement.park, { medicalType: '41', lines: otc('9.00') })
    // Put aside here, and settled at another counter to which the ERP sent it again: nothing is lost of it.
    const bill = { lines: otc('7.00'), erpBill: 'XS-䶮-24', prescription: undefined } as never
    await clerk.ok(settlement.park, { readId, medicalType: '41', ...(bill as object) })
    await counter.settle(await counter.preSettle(await counter.read(someone), bill))
    const notices = () => db.select().from(message).where(sql`${message.title} like '%挂单超过 24 小时%'`)
    const before = new Set((await notices()).map(({ id }) => id))
    expect(await voidForgotten(later(0.99))).toBe(0)
    expect(await notices()).toHaveLength(before.size)
    expect(await voidForgotten(later(1.01))).toBe(3)
    expect(await voidForgotten(later(1.02))).toBe(0)
    const told = (await notices()).filter(({ id }) => !before.has(id))
    expect(told).toMatchObject([
      { scope: 'stores', stores: [storeId], title: '2 单挂单超过 24 小时没有取回，已作废', level: 'warning' },
    ])
    const { content } = told[0]!
    for (const part of ['张* 1 种 8.00（', '未读凭证 1 种 9.00（', '没有结算，没有扣款'])
      expect(content).toContain(part)
    expect(content).not.toContain('张三')
  })

  test('a node whose clock is ahead puts nothing aside too early, and far ahead nothing at all', async () => {
    const { clerk, server } = counter
    const { parkedId } = await clerk.ok(settlement.park, { medicalType: '41', lines: otc('6.00') })
    const at = (deps: typeof server.deps, minutes: number) => {
      const ahead = new Date(deps.clock().getTime() + minutes * 60_000)
      return { ...deps, clock: () => ahead }
    }
    const told = vi.spyOn(console, 'error').mockReturnValue(undefined)
    expect(await voidForgotten(at(server.deps, 2 * 24 * 60))).toBe(0)
    expect(told).toHaveBeenCalledTimes(1)
    told.mockRestore()
    expect(await voidForgotten(at(later(0.99), 50))).toBe(0)
    expect((await clerk.ok(settlement.parkedList)).map((one) => one.parkedId)).toContain(parkedId)
    expect(await voidForgotten(at(later(1.01), 50))).toBe(1)
  })

  test('what the centre has after all is no basket that was put aside', async () => {
    const { clerk, server } = counter
    const { db } = server.deps
    const parking = { medicalType: '41', lines: otc('7.00') }
    const { parkedId } = await clerk.ok(settlement.park, parking)
    await move(db, parkedId, 'backfilled', server.deps.clock(), { by: '测试', patch: { setlId: 'S-late' } })
    expect(await clerk.ok(settlement.parkedList)).toEqual([])
    expect((await clerk.send(settlement.unpark, { parkedId })).resultNotice?.error).toContain('已被取回或已作废')
    expect(await voidForgotten(later(1.01))).toBe(0)
    expect((await clerk.ok(orderCalls.get, { id: parkedId })).status).toBe('2')
  })

  test('a person as read is gone with the ten minutes, the operation log with the days of 系统参数', async () => {
    const { db } = counter.server.deps
    await counter.read(someone)
    const people = await db.$count(cardRead)
    expect(people).toBeGreaterThan(0)
    await sweepOnce(counter.server.deps)
    expect(await db.$count(cardRead)).toBe(people)
    // More than go in one statement.
    await db.execute(sql`
      insert into operation_log (id, at, call, action, record, ok, ms, request_id)
      select 'old-' || n, ${new Date(counter.server.deps.clock().getTime() - 200 * day).toISOString()}::timestamptz,
        'order.get', '', '{}', true, 1, '' from generate_series(1, 5001) n`)
    const old = () => db.$count(operationLog, eq(operationLog.call, 'order.get'))
    const all = await db.$count(operationLog)
    await sweepOnce(later(0.01))
    expect(await db.$count(cardRead)).toBe(0)
    expect(await old()).toBe(5001)
    const admin = await counter.server.as('admin')
    const { revision } = await admin.ok(systemConfig.pullOptions)
    const tooFew = await admin.send(systemConfig.save, { revision, values: { logDays: 179 } })
    expect(tooFew.error?.fields).toMatchObject({ 'values.logDays': expect.stringContaining('180') })
    await admin.ok(systemConfig.save, { revision, values: { logDays: 180 } })
    await sweepOnce(counter.server.deps)
    expect(await old()).toBe(0)
    expect(await db.$count(operationLog)).toBeGreaterThan(all - 5001)
  })
})
