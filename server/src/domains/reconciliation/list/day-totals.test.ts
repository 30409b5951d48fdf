import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { reconGroup as groupFields, reconDaySums } from '@yibao/shared/entities/reconciliation.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { storeIdOf } from '../../../seed/organisation.ts'
import { type Client, databases, startTestServer, testClock } from '../../../test/kit.ts'
import { type OrderValues, reversed, sold } from '../../../test/orders.ts'
import { order } from '../../order/tables.ts'
import { area as areaTable } from '../../organisation/tables.ts'
import { reconDifference, reconGroup } from '../tables.ts'

const [guanqian, pingjiang] = [storeIdOf('P32050100001'), storeIdOf('P32050100002')]

describe.each(databases)('what the days of 日对账 come to on %s', (database) => {
  const clock = testClock()
  const server = opened(() => startTestServer({ database, clock }))
  let area: Client
  const sell = (day: string, values: OrderValues = {}) => {
    const settledAt = new Date(`${day}T10:00:00+08:00`)
    return sold(server.deps, { settledAt, total: 10000, fundTotal: 5000, account: 3000, ...values })
  }
  const group = (id: string, day: string, values: Partial<typeof reconGroup.$inferInsert>) =>
    server.deps.db.insert(reconGroup).values({
      ...{ id, storeId: guanqian, areaCode: '320500', day, clrOptins: '320500', insutype: '310', clrType: '41' },
      // Of the run; our book may have changed since.
      ...{ count: 1, total: 1, fund: 1, account: 0, cash: 0, state: '2', at: new Date('2026-09-20T03:00:00+08:00') },
      ...values,
    })

  beforeAll(async () => {
    clock.set(new Date('2026-10-05T09:00:00+08:00'))
    area = await server.as('area', { areaCode: '320500' })
    // A day that agrees, one that does not, and one that nobody compared, with a purchase from elsewhere and one taken back.
    await sell('2026-09-01')
    await sell('2026-09-02')
    await sell('2026-09-03', reversed('2026-09-03T11:00:00'))
    await sell('2026-09-03', { outFlag: '1', clrOptins: '320000', total: 100, fundTotal: 0, account: 0 })
    await sell('2026-09-03', { storeId: pingjiang })
    await group('g1', '2026-09-01', {})
    await group('g2', '2026-09-02', { state: '3' })
    const difference = {
      groupId: 'g2',
      storeId: guanqian,
      day: '2026-09-02',
      class: 'localOnly' as const,
      msgid: '',
      evidence: [],
    }
    const handled = { handledAt: new Date('2026-09-20T04:00:00+08:00') }
    await server.deps.db.insert(reconDifference).values([
      { ...difference, id: 'd1', ...handled },
      { ...difference, id: 'd2' },
      { ...difference, id: 'd3', voided: true },
    ] as never)
  })

  const sums = async (input: object = {}) =>
    (await area.ok(reconciliation.dayTotals, { from: '2026-09-01', to: '2026-09-30', ...input })).totals

  test('all of them whatever page is shown, what was taken back taken off, and how far the centre agrees', async () => {
    expect(await sums()).toEqual({
      ...{ days: 4, openDays: 3, differences: 2, open: 1, settlements: 5, reversals: 1 },
      ...{ total: '301.00', fund: '150.00', account: '90.00', cash: '61.00', agreed: '100.00' },
    })
    expect(await sums({ state: '3' })).toMatchObject({ days: 1, openDays: 1, open: 1, total: '100.00', agreed: '0.00' })
    expect(await sums({ storeId: pingjiang })).toMatchObject({
      days: 1,
      differences: 0,
      settlements: 1,
      total: '100.00',
    })
    expect(await sums({ from: '2026-08-01', to: '2026-08-31' })).toMatchObject({
      days: 0,
      total: '0.00',
      agreed: '0.00',
    })
  })

  test('of purchases from elsewhere alone, before they were compared and after', async () => {
    const asked = { from: '2026-09-01', to: '2026-09-30', outFlag: '1' as const }
    const { items } = await area.ok(reconciliation.dayPaged, asked)
    expect(items.map(({ day, clrOptins }) => [day, clrOptins])).toEqual([['2026-09-03', '320000']])
    expect(await sums(asked)).toMatchObject({ days: 1, settlements: 1, total: '1.00' })
    expect(await sums({ outFlag: '0' })).toMatchObject({ days: 4, settlements: 4, reversals: 1, total: '300.00' })
    await group('g3', '2026-09-03', { clrOptins: '320000', state: '3' })
    expect(await sums({ outFlag: '1', state: '3' })).toMatchObject({ days: 1, settlements: 1, total: '1.00' })
  })

  test('a group that the centre alone has rows of is found with those from here, and what was moved away with none', async () => {
    const october = { from: '2026-10-01', to: '2026-10-04' }
    await group('g4', '2026-10-02', { insutype: '390', state: '3' })
    await server.deps.db.insert(reconDifference).values({
      ...{ id: 'd4', groupId: 'g4', storeId: guanqian, day: '2026-10-02', class: 'centreOnlyUnknown', msgid: '' },
      evidence: [],
    } as never)
    // Settled on one day, and put right to be of another: noughts are left.
    const { id } = await sell('2026-10-03', { outFlag: '1' })
    const moved = { settledAt: new Date('2026-10-04T10:00:00+08:00') }
    await server.deps.db.update(order).set(moved).where(eq(order.id, id))
    await group('g5', '2026-10-03', { state: '3' })
    const days = async (outFlag?: '0' | '1') => {
      const { items } = await area.ok(reconciliation.dayPaged, { ...october, outFlag })
      return items.map(({ day }) => day)
    }
    expect(await days()).toEqual(['2026-10-04', '2026-10-03', '2026-10-02'])
    expect(await days('0')).toEqual(['2026-10-03', '2026-10-02'])
    expect(await days('1')).toEqual(['2026-10-04'])
    expect(await sums({ ...october, outFlag: '0' })).toMatchObject({ days: 2, differences: 1, open: 1, total: '0.00' })
  })

  test('are called otherwise than the sums of a row, which are as its area has them counted', async () => {
    const { db } = server.deps
    const counted = (refundInTotals: boolean) =>
      db
        .update(areaTable)
        .set({ settings: sql`${areaTable.settings} || ${JSON.stringify({ refundInTotals })}::jsonb` })
        .where(eq(areaTable.code, '320500'))
    await counted(false)
    const day = { from: '2026-09-03', to: '2026-09-03', storeId: guanqian, outFlag: '0' as const }
    const { items } = await area.ok(reconciliation.dayPaged, day)
    await counted(true)
    expect(items.map(({ local }) => local.total)).toEqual(['100.00'])
    expect(await sums(day)).toMatchObject({ settlements: 1, reversals: 1, total: '0.00' })
    const titles = (shape: Record<string, Schema>) =>
      Object.values(shape)
        .map((field) => metaOf(field)!)
        .flatMap(({ kind, title }) => (kind === 'money' ? title : []))
    const ofRows = titles(groupFields.shape.local.shape)
    expect(ofRows).toHaveLength(4)
    expect(titles(reconDaySums.shape).filter((title) => ofRows.includes(title))).toEqual([])
  })

  test('are not made of a longer period of all stores, which a state alone may be looked for in', async () => {
    const year = { from: '2026-01-01', to: '2026-09-30', state: '3' }
    expect(await sums(year)).toBeUndefined()
    expect(await sums({ ...year, storeId: guanqian })).toMatchObject({ open: 1 })
  })
})
