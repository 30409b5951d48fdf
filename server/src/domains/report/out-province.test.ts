import type { InputOf } from '@yibao/shared/call.ts'
import { fundPay } from '@yibao/shared/calls/fund-pay.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { outProvince } from '@yibao/shared/calls/out-province.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeIdOf } from '../../seed/organisation.ts'
import { type Client, databases, startTestServer, type TestServer, testClock } from '../../test/kit.ts'
import { type OrderValues, reversed, sold } from '../../test/orders.ts'
import { clearingRow } from '../clearing/tables.ts'
import { liquidation, liquidationItem } from '../liquidation/tables.ts'
import { order } from '../order/tables.ts'

const guanqian = storeIdOf('P32050100001')
const pingjiang = storeIdOf('P32050100002')
const changsha = storeIdOf('P43010200001')
const month = '2026-09'
const nanjing = { insuredArea: '320106', insuredAreaName: '鼓楼区' }
const wuhan = { insuredArea: '420106', insuredAreaName: '420106' }

describe.each(databases)('on %s', (database) => {
  const clock = testClock()
  let server: TestServer
  let area: Client
  /** A settlement of a person insured elsewhere; 10.00 unless said. */
  const sell = (settledAt: string, more: OrderValues = {}, insured: object = nanjing) => {
    const person = { maskedCertNo: '', personTypeName: '', ...insured } as never
    const split = { inScope: 800 } as never
    return sold(server.deps, { outFlag: '1', person, split, settledAt: new Date(`${settledAt}+08:00`), ...more })
  }
  const report = (input: Partial<InputOf<typeof outProvince.query>> = {}, client = area) =>
    client.ok(outProvince.query, { from: month, to: month, ...input })
  beforeAll(async () => {
    clock.set(new Date('2026-10-05T09:00:00+08:00'))
    server = await startTestServer({ clock, database })
    area = await server.as('area', { areaCode: '320500' })
    await sell('2026-08-31T23:59:59')
    await sell(`${month}-01T00:00:00`)
    await sell(`${month}-30T23:59:59.999`, { total: 1, split: {} as never })
    await sell('2026-10-01T00:00:00')
    await sell(`${month}-10T12:00:00`, { outFlag: '2', storeId: pingjiang, ...reversed('2026-10-02T08:00:00') }, wuhan)
    await sell(`${month}-10T13:00:00`, { outFlag: '2', ...reversed(`${month}-10T13:01:00`, '2601') }, wuhan)
    await sell(`${month}-11T13:00:00`, { outFlag: '2', total: 0 }, wuhan)
    // Of before: the name alone.
    await sell(`${month}-12T13:00:00`, {}, { insuredAreaName: '南京市' })
    await sell(`${month}-12T14:00:00`, {}, { insuredAreaName: '' })
    // Insured here, and a settlement that never came to be.
    await sell(`${month}-12T15:00:00`, { outFlag: '0' }, { insuredArea: '320500', insuredAreaName: '苏州市' })
    await sell(`${month}-12T16:00:00`, { setlId: null, state: 'presettled' })
    await sell(`${month}-13T12:00:00`, { storeId: changsha, areaCode: '430100', total: 7700 })
  })
  afterAll(() => server.close())

  test('a row for each area of insurance, its code and name, from the first to the last second of the month', async () => {
    const { items, totals } = await report({ sortField: 'key', sortOrder: 'ascend' })
    expect((await report({ companyId: '10001' })).totals, 'of its company').toEqual(totals)
    expect((await report({ companyId: '99999' })).items, 'of another one').toEqual([])
    const known = items.map(({ key, name, settlements, total, outFlag }) => [key, name, settlements, total, outFlag])
    expect(known).toEqual([
      ['320106', '南京市鼓楼区 320106', 2, '10.01', '1'],
      ['420106', '武汉市 420106', 2, '10.00', '2'],
      ['~', '参保地（未记编码）', 1, '10.00', '1'],
      ['~南京市', '南京市（未记编码）', 1, '10.00', '1'],
    ])
    expect(items[0]).toMatchObject({ insuredArea: '320106', inScope: '8.00', fundTotal: '5.50', cash: '2.01' })
    expect(totals).toMatchObject({ settlements: 6, reversals: 0, total: '40.01', inScope: '40.00', cash: '8.01' })
  })

  test('a reversal is the next month’s with negative amounts; the totals are those of the kept sums', async () => {
    const next = await report({ from: '2026-10', to: '2026-10', groupBy: 'outFlag' })
    expect(next.items).toMatchObject([
      { key: '1', name: '省内异地', settlements: 1, total: '10.00' },
      {
        key: '2',
        name: '跨省异地',
        settlements: 0,
        reversals: 1,
        total: '-10.00',
        inScope: '-8.00',
        cash: '-2.00',
        unconfirmed: '-8.00',
      },
    ])
    const both = await report({ from: '2026-08', to: '2026-10', groupBy: 'outFlag' })
    const kept = await area.ok(fundPay.query, { from: '2026-08-01', to: '2026-10-31', groupBy: 'outFlag' })
    for (const { key, settlements, reversals, total, fundTotal, account, cash } of both.items)
      expect(kept.items.find((row) => row.key === key)).toMatchObject({
        ...{ settlements, reversals, total, fundTotal, account, cash },
      })
    expect(both.items).toHaveLength(2)
  })

  test('by store, of one store, and of persons of one province or city, those of before by name', async () => {
    const stores = await report({ groupBy: 'store' })
    expect(stores.items.map(({ name, total, outFlag }) => [name, total, outFlag])).toEqual([
      ['示例大药房观前店', '30.01', undefined],
      ['示例大药房平江店', '10.00', '2'],
    ])
    expect((await report({ storeId: pingjiang })).items).toMatchObject([{ key: '420106', settlements: 1 }])
    const keysOf = async (insuredArea: string) => (await report({ insuredArea })).items.map(({ key }) => key).sort()
    for (const province of ['32', '320000']) expect(await keysOf(province)).toEqual(['320106', '~南京市'])
    for (const city of ['3201', '320100']) expect(await keysOf(city)).toEqual(['320106', '~南京市'])
    expect(await keysOf('320106')).toEqual(['320106'])
    expect(await keysOf('42')).toEqual(['420106'])
    expect((await report({ outFlag: '2' })).items).toMatchObject([{ key: '420106' }])
  })

  test('what was confirmed to the centre stands beside it, and what is left of what it pays', async () => {
    const row = (id: string, more: object) => ({
      ...{ id, monthId: 'm', storeId: guanqian, areaCode: '320500', month, setlSn: id, mdtrtId: id, run: 1 },
      ...{
        settledAt: clock(),
        total: 1000,
        paid: 800,
        insuredArea: '320106',
        outFlag: '1',
        answer: 'confirmed' as const,
      },
      ...more,
    })
    const kept = [
      row('c1', {}),
      row('c2', { paid: 0 }),
      row('c3', { answer: 'refused' }),
      row('c4', { month: '2026-10' }),
      row('c5', { insuredArea: '', outFlag: '', paid: -100 }),
      row('c6', { storeId: changsha, areaCode: '430100', paid: 70 }),
    ]
    await server.deps.db.insert(clearingRow).values(kept)
    const sums = async (groupBy: 'area' | 'store' | 'outFlag') =>
      (await report({ groupBy, sortField: 'key', sortOrder: 'ascend' })).items.map((one) => [
        ...[one.key, one.settlements, one.confirmed, one.confirmedPaid, one.unconfirmed],
      ])
    expect(await sums('area')).toEqual([
      ['320106', 2, 2, '8.00', '0.00'],
      ['420106', 2, 0, '0.00', '8.00'],
      ['~', 1, 1, '-1.00', '9.00'],
      ['~南京市', 1, 0, '0.00', '8.00'],
    ])
    expect((await sums('store')).map(([, ...rest]) => rest)).toContainEqual([5, 3, '7.00', '17.00'])
    expect(await sums('outFlag')).toContainEqual(['~', 0, 1, '-1.00', '1.00'])
    const { totals } = await report({ insuredArea: '42' })
    expect(totals).toMatchObject({ confirmed: 0, confirmedPaid: '0.00', unconfirmed: '8.00' })
    expect((await report({ outFlag: '2' })).totals).toMatchObject({ confirmed: 0, confirmedPaid: '0.00' })
    const everywhere = await server.as('admin')
    expect((await report({}, everywhere)).totals).toMatchObject({ confirmed: 4, confirmedPaid: '7.70' })
    expect((await report({ areaCode: '430100' }, everywhere)).totals).toMatchObject({ confirmedPaid: '0.70' })
    await server.deps.db.delete(clearingRow)
  })

  test('what of it has been applied for: accepted or still unknown, never a draft or what was rejected or revoked', async () => {
    const orders = await server.deps.db.select().from(order)
    const near = orders.filter(({ settledAt, storeId, outFlag, setlId, person }) => {
      const { insuredArea } = person as { insuredArea?: string }
      return (
        settledAt &&
        settledAt >= new Date(`${month}-01T00:00:00+08:00`) &&
        setlId &&
        storeId === guanqian &&
        outFlag === '1' &&
        insuredArea === '320106'
      )
    })
    const put = async (state: string, orderId: string, live = true) => {
      const id = `l${state}${orderId}`
      const group = { storeId: guanqian, areaCode: '320500', month, clrOptins: '320500', clrType: id }
      const kept = { withAccount: false, agreed: true, operatorName: '王𠮷', createdAt: clock() }
      await server.deps.db.insert(liquidation).values({ id, ...group, ...kept, state: state as '0' })
      await server.deps.db
        .insert(liquidationItem)
        .values({ liquidationId: id, orderId, refunded: false, at: clock(), live })
    }
    const of = async () => {
      const { items, totals } = await report({ insuredArea: '320106' })
      expect(items[0]).toMatchObject({ claimed: totals.claimed, claimedFund: totals.claimedFund })
      return [totals.claimed, totals.claimedFund, totals.settlements]
    }
    const whole = near.find(
      ({ fundTotal, settledAt }) => fundTotal === 550 && settledAt! < new Date('2026-10-01T00:00:00+08:00'),
    )!
    expect(await of()).toEqual([0, '0.00', 2])
    await put('2', whole.id, false)
    for (const state of ['0', '5'] as const) {
      await put(state, whole.id)
      expect(await of(), state).toEqual([0, '0.00', 2])
      await server.deps.db.delete(liquidationItem)
    }
    for (const state of ['1', '7'] as const) {
      await put(state, whole.id)
      expect(await of(), state).toEqual([1, '5.50', 2])
      await server.deps.db.delete(liquidationItem)
    }
  })

  test('the list it counts holds the same orders', async () => {
    for (const { insuredArea, outFlag, settlements } of (await report()).items.filter((row) => row.insuredArea)) {
      const days = { settledFrom: `${month}-01`, settledTo: `${month}-30` }
      expect((await area.ok(orderCalls.paged, { ...days, insuredArea, outFlag })).total).toBe(settlements)
    }
  })

  test('leaves as the same sheet, its sum in the last row', async () => {
    const { items, totals } = await report()
    const asked = {
      call: 'outProvince.query',
      input: { from: month, to: month },
      columns: ['name', 'total', 'inScope'],
    }
    const { exportId } = await area.ok(exporting.create, { ...asked, title: '异地申报表' })
    const [, ...rows] = (await readXlsx((await area.send(exporting.file, { exportId })).bytes))[0]!.data
    const cells = [...items, { name: '合计', ...totals }].map((row) => [
      row.name,
      Number(row.total),
      Number(row.inScope),
    ])
    expect(rows).toEqual(cells)
  })

  test('everybody sees his own stores only; what cannot be asked is refused in words', async () => {
    expect((await report({}, await server.as('admin'))).totals).toMatchObject({ settlements: 7, total: '117.01' })
    expect((await area.send(outProvince.query, { storeId: changsha })).statusCode).toBe(403)
    expect((await (await server.as('clerk')).send(outProvince.query)).statusCode).toBe(403)
    const none = await report({ from: '2025-01', to: '2025-02' })
    expect(none).toMatchObject({ items: [], totals: { settlements: 0, total: '0.00' } })
    const why = async (input: object) => (await area.send(outProvince.query, input)).resultNotice?.error
    expect(await why({ insuredArea: '320' })).toBe('输入有误：参保地区划是 2、4 或 6 位数字')
    expect(await why({ insuredArea: "'%" })).toBe('输入有误：参保地区划是 2、4 或 6 位数字')
    expect(await why({ from: '2026-06', to: month })).toContain('不选门店时一次最多统计 3 个月')
    expect(await why({ from: '2025-06', to: month })).toBe('输入有误：统计期间不能超过一年')
    expect(await why({ from: month, to: '2026-08' })).toBe('输入有误：结束日期早于开始日期')
    expect(await why({ from: month, to: month, sortField: 'at' })).toBe('输入有误：不能按这一列排序')
    expect((await area.send(outProvince.query, { outFlag: '0' as never })).statusCode).toBe(400)
    const long = { from: '2025-10', to: month, storeId: guanqian }
    expect((await area.ok(outProvince.query, long)).totals).toMatchObject({ settlements: 6 })
  })
})
