import type { InputOf } from '@yibao/shared/call.ts'
import { fundPay } from '@yibao/shared/calls/fund-pay.ts'
import { reportDefinition as calls } from '@yibao/shared/calls/report-definition.ts'
import { orderInfo, settlementReport } from '@yibao/shared/calls/settlement-report.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { eq } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, databases, startTestServer, type TestServer, testClock } from '../../../test/kit.ts'
import { reversed } from '../../../test/orders.ts'
import { contextOf, standIn } from '../../auth/stand-in.ts'
import { user } from '../../auth/tables.ts'
import { liquidation } from '../../liquidation/tables.ts'
import { order } from '../../order/tables.ts'
import { reconDifference, reconGroup } from '../../reconciliation/tables.ts'
import { progress } from '../../system/tables.ts'
import { foldFunds } from '../fold.ts'
import { definedRows } from './sheet.ts'
import { form, guanqian, pingjiang, sell, sellMonth, xinjiekou } from './test/books.ts'

type Form = InputOf<typeof calls.add>
type Column = Form['columns'][number]

const show = (...fields: string[]): Column[] => fields.map((field) => ({ field, use: 'show' }))
const group = (...fields: string[]): Column[] => fields.map((field) => ({ field, use: 'group' }))
const sum = (...fields: string[]): Column[] => fields.map((field) => ({ field, use: 'sum' }))

describe.each(databases)('defined reports on %s', (database) => {
  const clock = testClock()
  let server: TestServer
  let area: Client
  let made = 0
  /** Defines and publishes a report; answers its id. */
  const publish = async (values: Partial<Form>, client = area): Promise<string> => {
    const { id, version } = await client.ok(calls.add, form(`B${++made}`, values))
    await client.ok(calls.publish, { id, version })
    return id
  }
  const run = async (values: Partial<Form>, input: Partial<InputOf<typeof calls.run>> = {}, client = area) =>
    client.ok(calls.run, { id: await publish(values), pageSize: 100, ...input })
  const september = { from: '2026-09-01', to: '2026-09-30' }

  beforeAll(async () => {
    clock.set(new Date('2026-10-05T09:00:00+08:00'))
    server = await startTestServer({ clock, database })
    area = await server.as('area', { areaCode: '320500' })
    await sellMonth(server)
    // Settled and undone: it never happened, and no report has a row of noughts for it.
    await sell(server, '2026-09-09T10:00:00', { id: 'undone', insutype: '390' })
    await foldFunds(server.deps)
    await server.deps.db.update(order).set(reversed('2026-09-09T10:01:00', '2601')).where(eq(order.id, 'undone'))
  })
  afterAll(() => server.close())

  test('every sum of a month is that of the house’s own reports, row by row and grouped', async () => {
    const names = [
      ...(['settlements', 'reversals', 'total', 'fundTotal', 'poolFund', 'civilServant', 'otherFund'] as const),
      ...(['account', 'familyAccount', 'cash', 'largeAmount', 'seriousIllness', 'medicalAid', 'enterprise'] as const),
    ]
    const own = await area.ok(settlementReport.query, { ...september, pageSize: 100 })
    const listed = await run({ columns: [...show('at', 'setlId'), ...sum(...names)] })
    expect(own.totals).toMatchObject(listed.totals)
    expect(listed.totals).toMatchObject({ settlements: 5, reversals: 1, total: '20.01', cash: '4.01' })
    expect(listed.items.map(({ at, setlId, total, cash }) => ({ at, setlId, total, cash }))).toEqual(
      own.items.map(({ at, setlId, total, cash }) => ({ at, setlId, total, cash })),
    )
    // 上月 of October, as nothing else was asked.
    expect([listed.from, listed.to, listed.total]).toEqual(['2026-09-01', '2026-09-30', 6])
    // From the days' sums, folded in or not, and from the orders themselves, as a condition on them asks for.
    const columns = [...group('month', 'storeName', 'insutype', 'outFlag'), ...sum(...names)]
    const ofDays = await run({ columns })
    const parameters: Form['parameters'] = [{ field: 'operatorName', mode: 'fixed', value: '店员' }]
    expect(ofDays.items).toEqual((await run({ columns, parameters })).items)
    expect(ofDays.items).toHaveLength(3)
    expect(ofDays.totals).toEqual(listed.totals)
    const byFund = await area.ok(fundPay.query, { ...september, groupBy: 'insutype' })
    const byType = await run({ columns: [...group('insutype'), ...sum(...names)] })
    expect(byType.totals).toEqual(listed.totals)
    for (const row of byFund.items)
      expect(byType.items.find(({ insutype }) => (insutype ?? '') === row.key)).toMatchObject(
        Object.fromEntries(names.map((name) => [name, row[name]])),
      )
  })

  test('lines and their sums are those of the order report', async () => {
    const own = await area.ok(orderInfo.query, { ...september, pageSize: 100 })
    const listed = await run({
      source: 'lines',
      columns: [...show('orderNo', 'name', 'prescription'), ...sum('quantity', 'amount', 'inScope', 'lines')],
    })
    const key = (row: Record<string, unknown>) => [row.orderNo, row.name, row.amount, row.inScope].join(' ')
    expect(listed.items.map(key).sort()).toEqual(own.items.map(key).sort())
    const goods = await area.ok(orderInfo.query, { ...september, groupBy: 'goods', pageSize: 100 })
    const grouped = await run({
      source: 'lines',
      columns: [...group('ownCode', 'name'), ...sum('quantity', 'amount')],
      ...{ sortField: 'amount', sortOrder: 'descend' },
    })
    expect(grouped.items).toEqual(
      goods.items.map(({ ownCode, name, quantity, amount }) => ({
        ...{ ownCode, name, amount },
        quantity: quantity?.replace(/\.?0+$/, ''),
      })),
    )
    expect(grouped.totals).toEqual({ quantity: '5.0001', amount: '20.01' })
    expect(listed.totals).toMatchObject(grouped.totals)
  })

  test('differences and applications are those of his stores, days and months; what was voided is none', async () => {
    const { db } = server.deps
    const sums = {
      clrOptins: '320500',
      insutype: '310',
      clrType: '41',
      count: 1,
      total: 1,
      fund: 0,
      account: 0,
      cash: 1,
    }
    await db.insert(reconGroup).values([
      { id: 'g1', storeId: guanqian, areaCode: '320500', day: '2026-09-30', ...sums },
      { id: 'g2', storeId: xinjiekou, areaCode: '320100', day: '2026-09-30', ...sums },
    ])
    const difference = {
      ...{ groupId: 'g1', storeId: guanqian, day: '2026-09-30', class: 'amounts', msgid: '' },
      ...{ local: { total: 1000, fund: 500 } as never, centre: { total: 900, fund: 450 } as never },
    }
    await db.insert(reconDifference).values([
      { id: 'd0', ...difference },
      { id: 'd1', ...difference },
      { id: 'd2', ...difference, handledAt: clock(), handledBy: '王𠮷' },
      { id: 'd3', ...difference, voided: true },
      { id: 'd4', ...difference, day: '2026-10-01' },
      { id: 'd5', ...difference, groupId: 'g2', storeId: xinjiekou },
    ])
    const names = sum('differences', 'open', 'localTotal', 'centreTotal', 'localFund', 'centreFund')
    const asks: Form['parameters'] = [{ field: 'storeId', mode: 'ask' }]
    const differing = { source: 'differences', columns: [...group('storeName'), ...names], parameters: asks } as const
    expect((await run(differing as never)).items).toEqual([
      {
        ...{ storeName: '示例大药房观前店', differences: 3, open: 2 },
        ...{ localTotal: '30.00', centreTotal: '27.00', localFund: '15.00', centreFund: '13.50' },
      },
    ])
    const claim = (id: string, values: Partial<typeof liquidation.$inferInsert>) => ({
      ...{ id, storeId: guanqian, areaCode: '320500', month: '2026-09', clrOptins: '320500', withAccount: false },
      ...{ agreed: true, operatorName: '王𠮷', createdAt: clock(), claimFund: 500, paid: 300, clrType: id, ...values },
    })
    await db
      .insert(liquidation)
      .values([
        claim('1', {}),
        claim('2', {}),
        claim('3', { month: '2026-08' }),
        claim('4', { month: '2026-10' }),
        claim('5', { storeId: xinjiekou }),
      ])
    const claimed = {
      ...{
        source: 'claims',
        columns: [...group('storeName'), ...sum('applications', 'fund', 'paid')],
        parameters: asks,
      },
    } as const
    expect((await run(claimed as never)).items).toEqual([
      { storeName: '示例大药房观前店', applications: 2, fund: '10.00', paid: '6.00' },
    ])
    for (const values of [differing, claimed]) {
      const id = await publish(values as never)
      const foreign = { id, ...september, values: [{ field: 'storeId', value: xinjiekou }] }
      expect((await area.send(calls.run, foreign)).statusCode).toBe(403)
    }
  })

  test('the rows are those of the stores of whoever runs it, and no name leaves the server', async () => {
    const values = { columns: [...group('storeName'), ...sum('total')] }
    const id = await publish(values)
    const totals = async (client: Client, more: object = {}) =>
      (await client.ok(calls.run, { id, ...september, ...more })).items.map(({ total }) => total)
    expect(await totals(area)).toEqual(['20.00', '0.01'])
    expect(await totals(await server.as('viewer'))).toEqual(['20.00'])
    const everywhere = await server.as('admin')
    expect((await totals(everywhere)).sort()).toEqual(['0.01', '10.00', '20.00'])
    const { items } = await run({ columns: show('maskedName', 'personTypeName', 'operatorName') })
    expect(JSON.stringify(items)).toContain('䶮*')
    expect(JSON.stringify(items)).not.toMatch(/王𠮷|阿卜杜/)
  })

  test('what may be asked narrows, what is fixed always holds, a foreign store is refused', async () => {
    const parameters: Form['parameters'] = [
      { field: 'storeId', mode: 'ask' },
      { field: 'operatorName', mode: 'ask' },
      { field: 'refunded', mode: 'fixed', value: '0' },
    ]
    const id = await publish({ columns: [...show('setlId'), ...sum('total')], parameters })
    const asked = (...values: [string, string][]) =>
      area.send(calls.run, { id, ...september, values: values.map(([field, value]) => ({ field, value })) })
    expect((await asked()).result?.total).toBe(5)
    expect((await asked(['storeId', pingjiang])).result?.totals).toEqual({ total: '0.01' })
    expect((await asked(['operatorName', '店'])).result?.total).toBe(5)
    expect((await asked(['operatorName', "' or 1=1 --"])).result?.total).toBe(0)
    expect((await asked(['storeId', xinjiekou])).statusCode).toBe(403)
    expect((await asked(['refunded', '1'])).resultNotice?.error).toContain('没有这个查询条件')
    expect((await asked(['toString', '1'])).resultNotice?.error).toContain('没有这个查询条件')
  })

  test('how long a period may be', async () => {
    const rows = await publish({ columns: show('setlId'), parameters: [{ field: 'storeId', mode: 'ask' }] })
    const groups = await publish({})
    const error = async (id: string, from: string, to: string, storeId?: string) => {
      const values = storeId ? [{ field: 'storeId', value: storeId }] : []
      return (await area.send(calls.run, { id, from, to, values })).resultNotice?.error
    }
    expect(await error(rows, '2026-08-30', '2026-09-30')).toBe('期间不能使用：没有选门店时，逐行的报表一次最多 31 天')
    expect(await error(rows, '2025-09-01', '2026-09-30', guanqian)).toBeUndefined()
    expect(await error(groups, '2025-09-01', '2026-10-05')).toBeUndefined()
    expect(await error(groups, '2025-08-31', '2026-10-05')).toBe('期间不能使用：一次最多统计 400 天')
    expect(await error(groups, '2026-10-02', '2026-10-01')).toBe('期间不能使用：结束日期早于开始日期')
  })

  test('a sheet has the rows, the titles and the sum of the report; a report taken away is no sheet', async () => {
    const id = await publish({})
    const viewer = await server.as('viewer')
    const columns = ['storeName', 'settlements', 'total', 'cash']
    const { exportId, progressId } = await viewer.ok(exporting.create, {
      ...{ call: 'reportDefinition.run', input: { id, ...september }, columns, title: '按门店' },
    })
    const sheet = (await readXlsx((await viewer.send(exporting.file, { exportId })).bytes))[0]!.data
    expect(sheet).toEqual([
      ['门店名称', '结算笔数', '总额', '应收现金'],
      ['示例大药房观前店', 4, 20, 4],
      ['合计', 4, 20, 4],
    ])
    // The sum is none of its rows.
    expect((await viewer.ok(exporting.paged, {})).items[0]!.rows).toBe(1)
    const [told] = await server.deps.db.select().from(progress).where(eq(progress.id, progressId))
    expect(told?.text).toBe('已导出 1 行')
    expect((await viewer.ok(exporting.paged, {})).items[0]!.question).toBe('报表 按门店，日期 2026-09-01 至 2026-09-30')
    await area.ok(calls.stop, { id })
    expect((await viewer.send(exporting.file, { exportId })).statusCode).toBe(404)
    expect((await viewer.ok(exporting.paged, {})).items[0]!.question).toContain('已停用')
  })

  test('a sheet that is taken out again after its report lost a column has the others, and says so', async () => {
    const columns = [...group('storeName'), ...sum('settlements', 'total', 'cash')]
    const { id, version } = await area.ok(calls.add, form(`B${++made}`, { columns }))
    await area.ok(calls.publish, { id, version })
    const asked = { call: 'reportDefinition.run', input: { id, ...september }, title: '按门店' }
    const wanted = ['storeName', 'total', 'cash']
    const { exportId, progressId } = await area.ok(exporting.create, { ...asked, columns: wanted })
    const { content } = await area.ok(calls.get, { id })
    const without = [...group('storeName'), ...sum('settlements', 'total')]
    const saved = await area.ok(calls.save, { ...content, columns: without, id, version })
    await area.ok(calls.publish, { id, version: saved.version })
    const file = await area.send(exporting.file, { exportId })
    expect((await readXlsx(file.bytes))[0]!.data[0]).toEqual(['门店名称', '费用总额'])
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain('按门店（报表已修改，少 1 列）')
    const [done] = await server.deps.db.select().from(progress).where(eq(progress.id, progressId))
    expect(done?.text).toMatch(/^已导出 \d 行，报表已修改，少 1 列$/)
    // What is asked for now is refused now.
    expect((await area.send(exporting.create, { ...asked, columns: wanted })).error?.fields).toHaveProperty('columns')
  })

  test('a sheet of more rows than are read at once has each of them once', async () => {
    for (let n = 0; n < 225; n++) await sell(server, '2026-08-01T08:00:00')
    const id = await publish({ columns: [...show('orderNo'), ...sum('total')], sortField: 'total' })
    const { exportId } = await area.ok(exporting.create, {
      ...{ call: 'reportDefinition.run', input: { id, from: '2026-08-01', to: '2026-08-01' } },
      ...{ columns: ['orderNo', 'total'], title: '行' },
    })
    const [, ...rows] = (await readXlsx((await area.send(exporting.file, { exportId })).bytes))[0]!.data
    expect(new Set(rows.slice(0, -1).map(([orderNo]) => orderNo)).size).toBe(225)
    expect(rows.at(-1)).toEqual(['合计', 2250])
    // What is settled while it is read is in none of its rows, and so not in their sum either.
    const [{ id: userId } = { id: '' }] = await server.deps.db.select().from(user).where(eq(user.userName, 'area'))
    const c = contextOf(server.deps, (await standIn(server.deps, userId, '320500'))!)
    const batches = definedRows.stream(c, { id, from: '2026-08-01', to: '2026-08-01' } as InputOf<typeof calls.run>)
    const read = [...(await batches.next()).value!]
    await sell(server, '2026-08-01T09:00:00', { total: 5000 })
    for await (const some of batches) read.push(...some)
    expect(read).toHaveLength(226)
    expect(read.at(-1)).toMatchObject({ total: '2250.00' })
  })
})
