import type { InputOf } from '@yibao/shared/call.ts'
import { settlementReport } from '@yibao/shared/calls/settlement-report.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { eq } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeIdOf } from '../../seed/organisation.ts'
import { clerkRole } from '../../seed/roles.ts'
import { type Client, databases, startTestServer, type TestServer, testClock } from '../../test/kit.ts'
import { type OrderValues, reversed, sold } from '../../test/orders.ts'
import { menuRole } from '../auth/tables.ts'
import { order } from '../order/tables.ts'
import { foldFunds } from './fold.ts'

const guanqian = storeIdOf('P32050100001')
const pingjiang = storeIdOf('P32050100002')
const xinjiekou = storeIdOf('P32010200001')
const long = '阿卜杜热合曼·阿卜杜克热木·买买提江艾力尼'

const split = {
  ...{ total: 1000, fullySelfPaid: 30, overLimit: 1, firstSelfPay: 19, inScope: 950, deductible: 0, poolFund: 500 },
  ...{ poolRatio: '0.6000', civilServant: 20, enterprise: 0, seriousIllness: 0, largeAmount: 0, medicalAid: 0 },
  ...{ otherFund: 30, fundTotal: 550, personPart: 450, account: 250, familyAccount: 50, cash: 200, balance: 9900 },
}

describe.each(databases)('on %s', (database) => {
  const clock = testClock()
  let server: TestServer
  let area: Client
  const sell = (at: string, values: OrderValues = {}) =>
    sold(server.deps, {
      ...{ person: { name: '王𠮷', maskedCertNo: '', personTypeName: '在职', insuredAreaName: '苏州市' } },
      ...{ maskedName: '王*', basket: { accountUsed: true, diseaseName: '高血压' }, split, clrOptins: '320599' },
      ...{ total: 1000, fundTotal: 550, account: 250, familyAccount: 50, cash: 200 },
      ...{ settledAt: new Date(`${at}+08:00`), createdAt: new Date('2020-01-01T00:00:00Z'), ...values },
    })
  const ask = (input: Partial<InputOf<typeof settlementReport.query>> = {}, client = area) =>
    client.ok(settlementReport.query, { from: '2026-09-01', to: '2026-09-30', pageSize: 100, ...input })
  const settled = async (input: Parameters<typeof ask>[0] = {}, client = area) =>
    (await ask(input, client)).items.map(({ setlId, total }) => `${setlId} ${total}`)

  beforeAll(async () => {
    clock.set(new Date('2026-10-05T09:00:00+08:00'))
    server = await startTestServer({ clock, database })
    area = await server.as('area', { areaCode: '320500' })
    await sell('2026-09-01T00:00:00')
    await sell('2026-09-02T23:59:59.999', { ...reversed('2026-09-30T23:59:59.999'), erpBill: 'XS2' })
    await foldFunds(server.deps)
    await sell('2026-09-03T10:00:00', reversed('2026-09-03T10:00:05', '2601'))
    await sell('2026-09-04T10:00:00', reversed('2026-10-01T00:00:00'))
    // Booked before its split was kept, and nothing to pay.
    await sell('2026-09-05T10:00:00', {
      ...{ total: 0, fundTotal: 0, account: 0, familyAccount: 0, cash: 0, split: null, insutype: null },
      ...{ maskedName: '䶮*', person: { name: '䶮', maskedCertNo: '', personTypeName: '', insuredAreaName: '' } },
    })
    await sell('2026-09-06T10:00:00', {
      ...{ storeId: pingjiang, total: 1, fundTotal: 0, account: 0, familyAccount: 0, cash: 1, outFlag: '1' },
      ...{
        split: { ...split, total: 1, cash: 1, fundTotal: 0, poolFund: 0, civilServant: 0, otherFund: 0 },
        maskedName: '阿*',
        clrType: null,
      },
      person: { name: long, maskedCertNo: '', personTypeName: '', insuredAreaName: '', insuredArea: '320100' },
    })
    await sell('2026-09-07T10:00:00', { storeId: xinjiekou })
    await sell('2026-10-01T00:00:00', { msgid: null })
    await sell('2026-09-08T10:00:00', { state: 'presettled', setlId: null, settledAt: null })
  })
  afterAll(() => server.close())

  test('a settlement on its day, its reversal on its own with every amount negative; what 2601 undid nowhere', async () => {
    const { items, total } = await ask()
    expect(items.map(({ setlId, refunded, at, total: sum }) => [setlId, refunded, at, sum])).toEqual([
      ['R1', '1', '2026-09-30 23:59:59', '-10.00'],
      ['S6', '0', '2026-09-06 10:00:00', '0.01'],
      ['S5', '0', '2026-09-05 10:00:00', '0.00'],
      ['S4', '0', '2026-09-04 10:00:00', '10.00'],
      ['S2', '0', '2026-09-02 23:59:59', '10.00'],
      ['S1', '0', '2026-09-01 00:00:00', '10.00'],
    ])
    expect(total).toBe(6)
    const [reversal, , empty] = items
    expect(reversal).toMatchObject({
      ...{
        orderNo: 'N2',
        erpBill: 'XS2',
        mdtrtId: 'M2',
        msgid: 'RG1',
        storeName: '示例大药房观前店',
        maskedName: '王*',
      },
      ...{
        personTypeName: '在职',
        insuredAreaName: '苏州市',
        diseaseName: '高血压',
        clrOptins: '320599',
        clrType: '41',
      },
      ...{ fullySelfPaid: '-0.30', overLimit: '-0.01', firstSelfPay: '-0.19', inScope: '-9.50', deductible: '0.00' },
      ...{ poolFund: '-5.00', civilServant: '-0.20', otherFund: '-0.30', fundTotal: '-5.50', personPart: '-4.50' },
      ...{ account: '-2.50', familyAccount: '-0.50', cash: '-2.00', operatorName: '李店员' },
    })
    expect(empty).toMatchObject({ maskedName: '䶮*', poolFund: '0.00', cash: '0.00' })
    // Nobody's name leaves the server.
    expect(JSON.stringify(items)).not.toMatch(/王𠮷|阿卜杜/)
    const october = await settled({ from: '2026-10-01', to: '2026-10-01' })
    expect(october.sort()).toEqual(['R1 -10.00', 'S8 10.00'])
    // This month unless said.
    expect((await settled({ from: undefined, to: undefined })).sort()).toEqual(october)
  })

  test('the sums of all that match, from the days or from the rows, are the same', async () => {
    const { totals } = await ask()
    expect(totals).toMatchObject({
      ...{ settlements: 5, reversals: 1, total: '20.01', fundTotal: '11.00', poolFund: '10.00', civilServant: '0.40' },
      ...{ account: '5.00', familyAccount: '1.00', cash: '4.01', gap: '0.00' },
    })
    expect((await ask({ operatorName: '店员' })).totals).toEqual(totals)
    expect((await ask({ operatorId: 'u' })).totals).toEqual(totals)
    expect((await ask({ operatorId: 'x' })).items).toEqual([])
    expect((await ask({ pageSize: 1, page: 3, sortField: 'total' })).totals).toEqual(totals)
    expect((await ask({ storeId: pingjiang })).totals).toMatchObject({ settlements: 1, total: '0.01' })
    expect((await ask({ refunded: '1' })).totals).toMatchObject({ settlements: 0, reversals: 1, cash: '-2.00' })
    expect((await ask({ keyword: '没有' })).totals).toMatchObject({ settlements: 0, total: '0.00' })
  })

  test('its filters', async () => {
    expect(await settled({ refunded: '1' })).toEqual(['R1 -10.00'])
    expect(await settled({ keyword: 'XS2' })).toEqual(['R1 -10.00', 'S2 10.00'])
    expect(await settled({ keyword: 'S4' })).toEqual(['S4 10.00'])
    expect(await settled({ keyword: 'R1' }), 'by the number of a reversal').toEqual([
      'R1 -10.00',
      'S4 10.00',
      'S2 10.00',
    ])
    expect(await settled({ name: '䶮' })).toEqual(['S5 0.00'])
    expect(await settled({ name: long })).toEqual(['S6 0.01'])
    expect(await settled({ name: '王𠮷', maxTotal: '9.99' })).toEqual([])
    expect(await settled({ minTotal: '0.01', maxTotal: '0.01' })).toEqual(['S6 0.01'])
    for (const away of [{ outFlag: '1' as const }, { insuredArea: '320100' }])
      expect(await settled(away)).toEqual(['S6 0.01'])
    expect(await settled({ insutype: '390' })).toEqual([])
    expect(await settled({ sortField: 'total', sortOrder: 'ascend' })).toEqual([
      ...['R1 -10.00', 'S5 0.00', 'S6 0.01', 'S1 10.00', 'S2 10.00', 'S4 10.00'],
    ])
  })

  test('a clerk has his store, an administrator his area, the chain everything', async () => {
    const clerk = await server.as('clerk')
    expect((await clerk.send(settlementReport.query, {})).statusCode).toBe(403)
    const menus = [...clerkRole.menus, 'MedicalSettlementReport']
    await server.deps.db.update(menuRole).set({ menus }).where(eq(menuRole.id, clerkRole.id))
    const atCounter = await server.as('clerk')
    expect(await settled({}, atCounter)).toEqual(await settled({ storeId: guanqian }))
    // One store: a year at once.
    expect(await settled({ from: '2025-10-06', to: '2026-10-05' }, atCounter)).toHaveLength(7)
    expect((await atCounter.send(settlementReport.query, { storeId: pingjiang })).statusCode).toBe(403)
    expect(await settled({}, await server.as('admin'))).toHaveLength(7)
    expect((await area.send(settlementReport.query, { storeId: xinjiekou })).statusCode).toBe(403)
    expect((await area.send(settlementReport.query, { storeId: xinjiekou, keyword: 'N7' })).statusCode).toBe(403)
  })

  test('what cannot be asked', async () => {
    const refusal = async (input: Parameters<typeof ask>[0]) =>
      (await area.send(settlementReport.query, input)).resultNotice?.error
    expect(await refusal({ from: '2026-09-02', to: '2026-09-01' })).toBe('输入有误：结束日期早于开始日期')
    expect(await refusal({ from: '2026-08-31', to: '2026-09-30' })).toBeUndefined()
    expect(await refusal({ from: '2026-08-30', to: '2026-09-30' })).toBe(
      '输入有误：没有选门店时一次最多查 31 天，请缩短日期，或选一家门店',
    )
    expect(await refusal({ from: '2025-10-01', to: '2026-09-30', storeId: guanqian })).toBeUndefined()
    expect(await refusal({ from: '2025-09-01', to: '2026-09-30', storeId: guanqian })).toBe(
      '输入有误：一次最多查一年，请分段查询',
    )
    expect(await refusal({ from: '2026-09-01', to: '2026-09-30', sortField: 'split' })).toBe(
      '输入有误：不能按这一列排序',
    )
    expect(await refusal({ from: '0', minTotal: '1' })).toMatch('输入有误')
  })

  test('a sheet has the rows of the list, in its order', async () => {
    const input = { from: '2026-09-01', to: '2026-09-30', sortField: 'cash', sortOrder: 'ascend' as const }
    const columns = ['setlId', 'refunded', 'at', 'insutype', 'clrType', 'total', 'deductible', 'poolFund', 'cash']
    const { exportId } = await area.ok(exporting.create, {
      call: 'settlementReport.query',
      input,
      columns,
      title: '结算',
    })
    const [head, ...rows] = (await readXlsx((await area.send(exporting.file, { exportId })).bytes))[0]!.data
    expect(head).toEqual([
      ...['结算号', '结算类型', '结算时间', '险种', '清算类别', '费用总额', '起付线', '统筹基金', '应收现金'],
    ])
    expect(rows.map(([setlId]) => setlId)).toEqual((await ask(input)).items.map(({ setlId }) => setlId))
    expect(rows[0]).toEqual([...['R1', '撤销', '2026-09-30 23:59:59', '职工基本医疗保险', '药店购药', -10, 0, -5, -2]])
  })

  test('a sheet of more rows than are read at once has each of them once', async () => {
    for (let n = 0; n < 225; n++) await sell('2026-08-01T08:00:00', n % 2 ? reversed('2026-08-01T08:00:00') : {})
    for (const sortField of ['at', 'total', 'cash', 'storeName']) {
      const input = { from: '2026-08-01', to: '2026-08-01', sortField }
      const question = { call: 'settlementReport.query', input, columns: ['orderNo', 'total'], title: '结算' }
      const { exportId } = await area.ok(exporting.create, question)
      const [, ...rows] = (await readXlsx((await area.send(exporting.file, { exportId })).bytes))[0]!.data
      const pages = await Promise.all([1, 2, 3, 4].map((page) => ask({ ...input, page })))
      const listed = pages.flatMap(({ items }) => items.map(({ orderNo, total }) => `${orderNo} ${Number(total)}`))
      expect(rows.map((row) => row.join(' '))).toEqual(listed)
      expect(new Set(listed).size).toBe(337)
      expect(pages[0]!.total).toBe(337)
    }
  })

  test('of a company, an area and a way of clearing, the rows and their sums', async () => {
    const admin = await server.as('admin')
    const numbers = async (input: Parameters<typeof ask>[0]) => {
      const { items, totals } = await ask(input, admin)
      expect(totals?.settlements).toBe(items.filter(({ refunded }) => refunded === '0').length)
      return items.map(({ setlId }) => setlId)
    }
    const all = await numbers({})
    expect(all).toContain('S7')
    expect(await numbers({ areaCode: '320100' })).toEqual(['S7'])
    expect(await numbers({ areaCode: '320500' })).toEqual(all.filter((setlId) => setlId !== 'S7'))
    expect(await numbers({ companyId: 'none' })).toEqual([])
    expect(await numbers({ companyId: '10001', insutype: '310', name: '王𠮷' })).toContain('S1')
    // Beside a store, too: another company's has none.
    expect(await numbers({ companyId: 'none', storeId: guanqian })).toEqual([])
    const { db } = server.deps
    await db
      .update(order)
      .set({ clrWay: '2', split: { ...split, hospitalPart: 3 } })
      .where(eq(order.id, 'o2'))
    const { items, totals } = await ask({ clrWay: '2' })
    expect(items.map(({ setlId, hospitalPart }) => [setlId, hospitalPart])).toEqual([
      ['R1', '-0.03'],
      ['S2', '0.03'],
    ])
    expect(totals).toMatchObject({ settlements: 1, reversals: 1, total: '0.00' })
    expect((await ask({ clrWay: '9' })).items).toEqual([])
    // Whose way was not kept was cleared the usual way, as applications have it.
    const usual = (await ask({ clrWay: '01' })).items.map(({ setlId }) => setlId)
    expect(usual).toEqual((await ask()).items.map(({ setlId }) => setlId).filter((id) => id !== 'R1' && id !== 'S2'))
    expect(usual).not.toEqual([])
    await db.update(order).set({ clrWay: null, split }).where(eq(order.id, 'o2'))
  })
})
