import { monthCollect } from '@yibao/shared/calls/month-collect.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeIdOf } from '../../seed/organisation.ts'
import { type Client, databases, startTestServer, type TestServer, testClock } from '../../test/kit.ts'
import { type OrderValues, reversed, sold } from '../../test/orders.ts'
import { liquidation } from '../liquidation/tables.ts'
import { order } from '../order/tables.ts'
import { reconGroup } from '../reconciliation/tables.ts'
import { foldFunds } from './fold.ts'

const guanqian = storeIdOf('P32050100001')
const pingjiang = storeIdOf('P32050100002')
const xinjiekou = storeIdOf('P32010200001')
const month = '2026-09'

describe.each(databases)('on %s', (database) => {
  const clock = testClock()
  let server: TestServer
  let area: Client
  let made = 0
  const sell = (storeId: string, settledAt: string, more: OrderValues = {}) =>
    sold(server.deps, {
      ...{ storeId, split: { poolFund: 550 } as never, settledAt: new Date(`${settledAt}+08:00`), ...more },
    })
  const group = (storeId: string, day: string, state: string, at: string) =>
    server.deps.db.insert(reconGroup).values({
      ...{ id: `${storeId}${day}${state}`, storeId, areaCode: '320500', day, clrOptins: '320500', clrType: '41' },
      ...{ insutype: '310', count: 0, total: 0, fund: 0, account: 0, cash: 0, state },
      at: new Date(`${at}+08:00`),
    })
  beforeAll(async () => {
    clock.set(new Date('2026-10-05T09:00:00+08:00'))
    server = await startTestServer({ clock, database })
    area = await server.as('area', { areaCode: '320500' })
    await sell(guanqian, `${month}-01T00:00:00`)
    await sell(guanqian, `${month}-01T23:59:59`)
    await foldFunds(server.deps)
    // Sold in one month, taken back in the next: each month has its part.
    await sell(guanqian, `${month}-30T23:59:59`, reversed('2026-10-01T00:00:00'))
    await sell(pingjiang, `${month}-10T12:00:00`)
    await sell(xinjiekou, `${month}-10T12:00:00`)
    await group(guanqian, `${month}-01`, '2', '2026-09-02T01:00:00')
    // Equal before its day was over: nobody knows what came later.
    await group(guanqian, `${month}-30`, '2', '2026-09-30T20:00:00')
    await group(pingjiang, `${month}-10`, '4', '2026-09-11T01:00:00')
    await group(pingjiang, `${month}-11`, '2', '2026-09-12T01:00:00')
    await group(pingjiang, `${month}-12`, '3', '2026-09-13T01:00:00')
  })
  afterAll(() => server.close())

  test('a row for each store and month, its money and its days', async () => {
    const { items, totals } = await area.ok(monthCollect.query, { from: month, to: month })
    const byName = new Map(items.map((row) => [row.name, row]))
    expect([...byName.keys()].sort()).toEqual([`${month} 示例大药房平江店`, `${month} 示例大药房观前店`].sort())
    expect(byName.get(`${month} 示例大药房观前店`)).toMatchObject({
      ...{ businessDays: 2, closedDays: 1, openDays: 1, settlements: 3, reversals: 0 },
      ...{ total: '30.00', fundTotal: '16.50', poolFund: '16.50', account: '7.50', cash: '6.00', gap: '0.00' },
    })
    expect(byName.get(`${month} 示例大药房平江店`)).toMatchObject({
      ...{ businessDays: 1, closedDays: 1, openDays: 1, settlements: 1, total: '10.00' },
    })
    expect(totals).toMatchObject({ businessDays: 3, closedDays: 2, openDays: 2, settlements: 4, total: '40.00' })
  })

  test('by month and by store; the reversal is the next month’s, with a negative amount', async () => {
    const next = addMonths(month, 1)
    const months = await area.ok(monthCollect.query, { from: month, to: next, groupBy: 'month' })
    expect(
      months.items.map(({ key, settlements, reversals, total, openDays }) => [
        key,
        settlements,
        reversals,
        total,
        openDays,
      ]),
    ).toEqual([
      [next, 0, 1, '-10.00', 1],
      [month, 4, 0, '40.00', 2],
    ])
    const stores = await area.ok(monthCollect.query, { from: month, to: next, groupBy: 'store', sortField: 'total' })
    expect(stores.items.map(({ name, total }) => [name, total])).toEqual([
      ['示例大药房观前店', '20.00'],
      ['示例大药房平江店', '10.00'],
    ])
  })

  test('what was applied for and paid of the month; what was rejected or revoked, and of another area, is none of it', async () => {
    const claim = (values: Partial<typeof liquidation.$inferInsert>) =>
      server.deps.db.insert(liquidation).values({
        ...{ id: `c${++made}`, storeId: guanqian, areaCode: '320500', month, clrOptins: '320500', withAccount: false },
        ...{ clrType: `${made}`, agreed: true, operatorName: '王𠮷', createdAt: clock(), ...values },
      })
    await claim({ state: '1', claimFund: 500 })
    await claim({ state: '6', claimFund: 310, paid: 300 })
    await claim({ state: '5', claimFund: 7000, paid: 7000 })
    await claim({ state: '2', claimFund: 7000 })
    await claim({ state: '1', claimFund: 7000, month: '2026-08' })
    await claim({ state: '1', claimFund: 7000, storeId: xinjiekou })
    await claim({ state: '1', claimFund: 20, storeId: pingjiang })
    const asked = { from: month, to: month }
    const { items, totals } = await area.ok(monthCollect.query, asked)
    expect(items.map(({ applied, paid }) => [applied, paid]).sort()).toEqual([
      ['0.20', '0.00'],
      ['8.10', '3.00'],
    ])
    expect(totals).toMatchObject({ applied: '8.30', paid: '3.00' })
    expect((await area.ok(monthCollect.query, { ...asked, storeId: pingjiang })).totals).toMatchObject({
      applied: '0.20',
    })
    expect((await area.ok(monthCollect.query, { ...asked, companyId: '99999' })).items).toEqual([])
  })

  test('a settlement that was undone is no business, also before it is folded in', async () => {
    const at = '2026-07-05T10:00:00'
    await sell(guanqian, at)
    const undone = { state: 'reversed' as const, reversedBy: '2601' as const, reversedAt: new Date(`${at}+08:00`) }
    await server.deps.db
      .update(order)
      .set(undone)
      .where(eq(order.settledAt, new Date(`${at}+08:00`)))
    const july = { from: '2026-07', to: '2026-07' }
    expect((await area.ok(monthCollect.query, july)).items).toEqual([])
    await foldFunds(server.deps)
    expect((await area.ok(monthCollect.query, july)).items).toEqual([])
  })

  test('a day is reconciled when each of its groups is, and one without business is none of the reconciled days', async () => {
    await sell(guanqian, '2026-05-10T10:00:00')
    await sell(guanqian, '2026-05-10T11:00:00', { insutype: '390' })
    await sell(pingjiang, '2026-05-10T10:00:00')
    await group(guanqian, '2026-05-10', '2', '2026-05-11T01:00:00')
    await group(guanqian, '2026-05-11', '2', '2026-05-12T01:00:00')
    const may = async () => {
      const { items } = await area.ok(monthCollect.query, { from: '2026-05', to: '2026-05', sortField: 'businessDays' })
      return Object.fromEntries(
        items.map((row) => [row.name.slice(-3), [row.businessDays, row.closedDays, row.openDays]]),
      )
    }
    // Of 390 nobody has asked; at the other store of nothing.
    expect(await may()).toEqual({ 观前店: [1, 0, 1], 平江店: [1, 0, 1] })
    await server.deps.db.update(order).set({ insutype: '310' }).where(eq(order.insutype, '390'))
    expect(await may()).toMatchObject({ 观前店: [1, 1, 0] })
  })

  test('today is no open day yet, and a store whose days are all reconciled without business has no row', async () => {
    await sell(guanqian, '2026-10-05T08:00:00')
    await group(guanqian, '2026-06-01', '2', '2026-06-02T01:00:00')
    const october = await area.ok(monthCollect.query, { from: '2026-10', to: '2026-10' })
    expect(october.totals).toMatchObject({ businessDays: 2, closedDays: 0, openDays: 1 })
    expect((await area.ok(monthCollect.query, { from: '2026-06', to: '2026-06' })).items).toEqual([])
  })

  test('one store only, nothing at all, and what cannot be asked', async () => {
    const one = await area.ok(monthCollect.query, { from: month, to: month, storeId: pingjiang })
    expect(one.items).toMatchObject([{ name: `${month} 示例大药房平江店` }])
    const none = await area.ok(monthCollect.query, { from: '2025-01', to: '2025-02' })
    expect(none).toMatchObject({ items: [], totals: { total: '0.00', openDays: 0 } })
    expect((await area.send(monthCollect.query, { storeId: xinjiekou })).statusCode).toBe(403)
    const long = await area.send(monthCollect.query, { from: '2024-01', to: month })
    expect(long.resultNotice?.error).toBe('输入有误：统计期间不能超过一年')
    const sorted = await area.send(monthCollect.query, { from: month, to: month, sortField: 'at' })
    expect(sorted.resultNotice?.error).toBe('输入有误：不能按这一列排序')
  })
})
