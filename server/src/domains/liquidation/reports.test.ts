import type { InputOf } from '@yibao/shared/call.ts'
import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { liquidationReport } from '@yibao/shared/calls/liquidation-report.ts'
import { monthCollect } from '@yibao/shared/calls/month-collect.ts'
import { settlementReport } from '@yibao/shared/calls/settlement-report.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { unLiquidated } from '@yibao/shared/calls/un-liquidated.ts'
import { daysOfMonth } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeIdOf } from '../../seed/organisation.ts'
import { type Client, databases, startTestServer, type TestServer, testClock } from '../../test/kit.ts'
import { type OrderValues, reversed, sold } from '../../test/orders.ts'
import { groupIdOf } from '../reconciliation/groups/keys.ts'
import { reconGroup, reconMonth } from '../reconciliation/tables.ts'
import { exportJob } from '../transfer/tables.ts'
import { liquidation as application, liquidationFund, liquidationItem } from './tables.ts'

const guanqian = storeIdOf('P32050100001')
const pingjiang = storeIdOf('P32050100002')
const key = { clrOptins: '320500', insutype: '310', clrType: '41' }

describe.each(databases)('on %s', (database) => {
  const clock = testClock()
  let server: TestServer
  let area: Client
  let made = 0

  const sell = async (day: string, more: OrderValues = {}) => {
    const { id } = await sold(server.deps, {
      ...{ split: { fullySelfPaid: 200 } as never, clrOptins: '320500', clrType: '41', clrWay: '01' },
      ...{ maskedName: '张*', settledAt: new Date(`${day}T12:00:00+08:00`), ...more },
    })
    return id
  }
  const agreed = (storeId: string, month: string, state: string) =>
    server.deps.db.insert(reconMonth).values({
      ...{ id: groupIdOf(storeId, month, key), storeId, areaCode: '320500', month, ...key, state },
      ...{ count: 1, total: 1000, fund: 550, account: 250, cash: 200, operatorName: '李', at: clock() },
    })
  const applied = async (orders: string[], more: Partial<typeof application.$inferInsert>) => {
    const id = `l${++made}`
    await server.deps.db.insert(application).values({
      ...{ id, storeId: guanqian, areaCode: '320500', month: '2026-09', clrOptins: '320500', clrType: '41' },
      ...{ clrWay: '01', settled: 1, total: 1000, recognised: 800, fund: 550, account: 250, cash: 200 },
      ...{ claimPersons: 1, claimTotal: 1000, claimRecognised: 800, claimFund: 550, claimAccount: 250, claimCash: 200 },
      ...{ withAccount: false, agreed: true, operatorName: '李', createdAt: clock() },
      ...more,
    })
    for (const orderId of orders)
      await server.deps.db
        .insert(liquidationItem)
        .values({ liquidationId: id, orderId, refunded: false, at: clock(), live: more.state !== '2', total: 1000 })
    return id
  }
  const open = (input: Partial<InputOf<typeof unLiquidated.query>> = {}, client = area) =>
    client.ok(unLiquidated.query, { from: '2026-08', to: '2026-10', ...input })

  beforeAll(async () => {
    clock.set(new Date('2026-11-05T09:00:00+08:00'))
    server = await startTestServer({ clock, database })
    area = await server.as('area', { areaCode: '320500' })
    // August: nobody asked. September: applied, rejected and revoked. October: unequal at one store, agreed at the other.
    await sell('2026-08-31')
    const paid = await sell('2026-09-01')
    const rejected = await sell('2026-09-02', { storeId: pingjiang })
    const revoked = await sell('2026-09-03', { insutype: '390' })
    await sell('2026-10-31', { total: 1 })
    await sell('2026-10-10', { storeId: pingjiang })
    // A reversal of what was claimed is a row of its own month.
    await sell('2026-10-11', { storeId: pingjiang, ...reversed('2026-11-01T08:00:00') })
    await sell('2026-11-02')
    await sell('2026-10-01', { setlId: null, state: 'presettled' })
    await agreed(guanqian, '2026-09', '2')
    await agreed(pingjiang, '2026-09', '2')
    await agreed(guanqian, '2026-10', '3')
    await agreed(pingjiang, '2026-10', '2')
    const at = { appliedAt: new Date('2026-10-08T10:00:00+08:00'), appliedBy: '李' }
    const money = { deducted: 50, reserved: 100, paid: 400, granted: 400, paidMonth: '2026-10' }
    const first = await applied([paid], { state: '6', ...at, ...money, paidAt: new Date('2026-10-28T10:00:00+08:00') })
    await applied([rejected], { state: '5', storeId: pingjiang, ...at })
    await applied([revoked], { state: '2', ...at })
    await applied([], { clrType: '42' })
    await server.deps.db.insert(liquidationFund).values({
      id: 'f1',
      liquidationId: first,
      clearingId: 'F1',
      fund: '310100',
      applied: 550,
      deducted: 50,
      reserved: 100,
      paid: 400,
    })
  })
  afterAll(() => server.close())

  test('money in no accepted application, with why and since when; the oldest first', async () => {
    const { items, totals } = await open()
    expect((await open({ companyId: '10001' })).totals, 'of its company').toEqual(totals)
    expect((await open({ companyId: '99999' })).items, 'of another one').toEqual([])
    const shown = items
      .map(({ name, reason, settlements, total, days }) => [name, reason, settlements, total, days])
      .sort()
    expect(shown).toEqual([
      ['2026-08 示例大药房观前店 职工基本医疗保险', 'unchecked', 1, '10.00', 66],
      ['2026-09 示例大药房平江店 职工基本医疗保险', 'rejected', 1, '10.00', 36],
      ['2026-09 示例大药房观前店 城乡居民基本医疗保险', 'unchecked', 1, '10.00', 36],
      ['2026-10 示例大药房平江店 职工基本医疗保险', 'notApplied', 2, '20.00', 5],
      ['2026-10 示例大药房观前店 职工基本医疗保险', 'unequal', 1, '0.01', 5],
    ])
    expect(totals).toMatchObject({ settlements: 6, reversals: 0, total: '50.01', days: 66 })
  })

  test('结算报表 narrowed to a row has exactly what the row sums', async () => {
    const { items } = await open()
    for (const { key: of, reason, settlements, total, fund } of items) {
      const [month = '', storeId, clrOptins, clrType, insutype] = of.split('/')
      const { first: from, last: to } = daysOfMonth(month)
      const claim = reason === 'rejected' ? ('rejected' as const) : ('none' as const)
      const asked = { from, to, storeId, clrOptins, clrType, insutype, claim }
      const listed = await area.ok(settlementReport.query, { ...asked, refunded: '0' })
      expect([listed.total, listed.totals?.total, listed.totals?.fundTotal], of).toEqual([settlements, total, fund])
      expect((await area.ok(settlementReport.query, { ...asked, refunded: '1' })).total).toBe(0)
    }
    // What is claimed is in none of them, and a reversal is asked for by itself.
    const claimed = { from: '2026-09-01', to: '2026-09-01', storeId: guanqian }
    expect((await area.ok(settlementReport.query, claimed)).total).toBe(1)
    for (const claim of ['none', 'rejected', 'unknown'] as const)
      expect((await area.ok(settlementReport.query, { ...claimed, claim })).total).toBe(0)
    const november = { from: '2026-11-01', to: '2026-11-01', storeId: pingjiang, claim: 'none' as const }
    expect((await area.ok(settlementReport.query, november)).items).toMatchObject([{ refunded: '1' }])
    expect((await area.ok(settlementReport.query, { ...november, clrOptins: '329900' })).total).toBe(0)
  })

  test('by store, month and reason; narrowed; the month under way is none of it', async () => {
    const reasons = (await open({ groupBy: 'reason' })).items.map(({ key: one, settlements }) => [one, settlements])
    expect(new Map(reasons as [string, number][])).toEqual(
      new Map([
        ['unchecked', 2],
        ['rejected', 1],
        ['notApplied', 2],
        ['unequal', 1],
      ]),
    )
    expect((await open({ to: '2026-12' })).totals.settlements).toBe(6)
    expect((await open({ reason: 'rejected', groupBy: 'store' })).items).toMatchObject([{ name: '示例大药房平江店' }])
    expect((await open({ insutype: '390' })).totals.settlements).toBe(1)
    expect((await open({ groupBy: 'month' })).items.map(({ key: one }) => one).sort()).toEqual([
      ...['2026-08', '2026-09', '2026-10'],
    ])
    const long = await area.send(unLiquidated.query, { from: '2026-01', to: '2026-10' })
    expect(long.resultNotice?.error).toContain('一次最多统计 3 个月')
    expect((await open({ from: '2026-11', to: '2026-11' })).items).toEqual([])
    const changsha = await server.as('area', { areaCode: '430100' })
    expect((await open({}, changsha)).items).toEqual([])
  })

  test('a day that moved takes its month’s result back: 未对账 again', async () => {
    const group = { id: 'g1', storeId: pingjiang, areaCode: '320500', ...key, day: '2026-10-10', state: '0' }
    await server.deps.db
      .insert(reconGroup)
      .values({ ...group, count: 1, total: 1000, fund: 550, account: 250, cash: 200 })
    expect((await open({ from: '2026-10', storeId: pingjiang })).items).toMatchObject([{ reason: 'unchecked' }])
    // Equal days under an unequal month are 不平; marked ones make it 已处理, to be applied for, once no day is left that
    // nobody has asked about: it may be the one the centre has a row of.
    const dayOf = (day: number, state: string) => ({
      ...{ ...group, id: `g-${day}`, storeId: guanqian, day: `2026-10-${String(day).padStart(2, '0')}`, state },
      ...{ count: 1, total: 1, fund: 0, account: 0, cash: 1, at: clock() },
    })
    await server.deps.db.insert(reconGroup).values(dayOf(31, '4'))
    const reason = async () => (await open({ from: '2026-10', storeId: guanqian })).items
    expect(await reason()).toMatchObject([{ reason: 'unequal' }])
    await server.deps.db.insert(reconGroup).values(Array.from({ length: 29 }, (_, i) => dayOf(i + 1, '2')))
    expect(await reason()).toMatchObject([{ reason: 'unequal' }])
    await server.deps.db.insert(reconGroup).values(dayOf(30, '2'))
    expect(await reason()).toMatchObject([{ reason: 'notApplied' }])
  })

  test('清算报表: applied, paid and what is outstanding; a draft, a rejected and a revoked one only when asked for', async () => {
    const report = (input: Partial<InputOf<typeof liquidationReport.query>> = {}) =>
      area.ok(liquidationReport.query, { from: '2026-09', to: '2026-10', ...input })
    const { items, totals } = await report()
    expect((await report({ companyId: '10001' })).totals, 'of its company').toEqual(totals)
    expect((await report({ companyId: '99999' })).items, 'of another one').toEqual([])
    expect(items.find(({ state }) => state === '6')).toMatchObject({
      ...{ fund: '5.50', deducted: '0.50', reserved: '1.00', paid: '4.00', unpaid: '0.00', days: 20 },
      ...{ appliedOn: '2026-10-08', paidMonth: '2026-10' },
    })
    // The money of an application that the centre has not, or has refused, is applied for by nobody and owed by nobody.
    expect(items.map(({ state }) => state)).toEqual(['6'])
    expect(totals).toMatchObject({ applications: 1, persons: 1, total: '10.00', fund: '5.50', unpaid: '0.00' })
    const collected = (await area.ok(monthCollect.query, { from: '2026-09', to: '2026-10' })).totals
    expect([totals.fund, totals.paid]).toEqual([collected.applied, collected.paid])
    for (const [state, title] of Object.entries({ 0: '未申请', 2: '已撤销', 5: '已驳回' })) {
      const asked = await report({ state: state as never, groupBy: 'state' })
      expect(asked.items).toMatchObject([{ name: title, applications: 1, fund: '5.50', unpaid: '0.00', days: 0 }])
    }
    await server.deps.db.update(application).set({ state: '3' }).where(eq(application.state, '5'))
    expect((await report()).totals).toMatchObject({ applications: 2, fund: '11.00', unpaid: '5.50', days: 28 })
    expect((await report({ groupBy: 'store' })).items).toHaveLength(2)
    const byState = (await report({ sortField: 'state', sortOrder: 'descend' })).items
    expect(byState.map(({ state }) => state)).toEqual(['6', '3'])
    expect((await report({ groupBy: 'state' })).items.map(({ name }) => name).sort()).toEqual(['审核中', '已拨付'])
    await server.deps.db.update(application).set({ state: '5' }).where(eq(application.state, '3'))
  })

  test('by fund; the sheets carry the same rows', async () => {
    const funds = await area.ok(liquidation.fundPaged, { from: '2026-09', to: '2026-09', fund: '310100' })
    expect(funds.items).toMatchObject([{ fund: '310100', applied: '5.50', paid: '4.00', paidMonth: '2026-10' }])
    expect((await area.ok(liquidation.fundPaged, { from: '2026-10', to: '2026-10' })).items).toEqual([])
    const input = { from: '2026-08', to: '2026-10' }
    const question = { call: 'unLiquidated.query', title: '未清算报表', columns: ['name', 'reason', 'total'] }
    const { exportId } = await area.ok(exporting.create, { ...question, input })
    const [, ...rows] = (await readXlsx((await area.send(exporting.file, { exportId })).bytes))[0]!.data
    expect(rows.at(-1)).toMatchObject(['合计', null, 50.01])
    expect(rows.map((row) => row[1])).toContain('已驳回')
    // The line below the rows is none of them, and is named where its name was left out of the sheet.
    const unnamed = await area.ok(exporting.create, { ...question, columns: ['reason', 'total'], input })
    const [, ...bare] = (await readXlsx((await area.send(exporting.file, { exportId: unnamed.exportId })).bytes))[0]!
      .data
    expect(bare.at(-1)).toEqual(['合计', 50.01])
    const figures = await area.ok(exporting.create, { ...question, columns: ['total', 'reason'], input })
    const [, ...counted] = (await readXlsx((await area.send(exporting.file, { exportId: figures.exportId })).bytes))[0]!
      .data
    expect(counted.at(-1)![0], 'a figure stays what it is').toBe(50.01)
    const jobs = await server.deps.db.select().from(exportJob)
    const groups = (await open({ from: '2026-08', to: '2026-10' })).items.length
    expect(jobs.map(({ rows: kept }) => kept)).toEqual([groups, groups, groups])
  })

  test('月汇总表 knows what was applied for and paid', async () => {
    const { items, totals } = await area.ok(monthCollect.query, { from: '2026-09', to: '2026-09' })
    expect(totals).toMatchObject({ applied: '5.50', paid: '4.00' })
    expect(items).toHaveLength(2)
  })

  test('two groups that their clearing institution alone tells apart say which it is', async () => {
    await sell('2026-06-01')
    await sell('2026-06-02', { clrOptins: '329900' })
    await sell('2026-06-03', { insutype: '390' })
    const { items } = await open({ from: '2026-06', to: '2026-06' })
    expect(items.map(({ name }) => name).toSorted()).toEqual([
      '2026-06 示例大药房观前店 城乡居民基本医疗保险',
      '2026-06 示例大药房观前店 职工基本医疗保险 320500',
      '2026-06 示例大药房观前店 职工基本医疗保险 329900',
    ])
    const rejected = await sell('2026-05-01')
    await sell('2026-05-02')
    await applied([rejected], { month: '2026-05', state: '5' })
    const byReason = (await open({ from: '2026-05', to: '2026-05' })).items
    expect(byReason.map(({ reason }) => reason).toSorted()).toEqual(['rejected', 'unchecked'])
    expect(new Set(byReason.map(({ name }) => name))).toEqual(new Set(['2026-05 示例大药房观前店 职工基本医疗保险']))
  })
})
