import type { InputOf } from '@yibao/shared/call.ts'
import { fundPay } from '@yibao/shared/calls/fund-pay.ts'
import { medicalInsurance } from '@yibao/shared/calls/medical-insurance.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeIdOf } from '../../seed/organisation.ts'
import { type Client, databases, startTestServer, type TestServer, testClock } from '../../test/kit.ts'
import { type OrderValues, reversed, sold } from '../../test/orders.ts'

const guanqian = storeIdOf('P32050100001')
const pingjiang = storeIdOf('P32050100002')
const changsha = storeIdOf('P43010200001')
const day = '2026-09-01'
const period = { from: day, to: '2026-09-30' }

describe.each(databases)('on %s', (database) => {
  const clock = testClock()
  let server: TestServer
  let area: Client
  /** A settlement of 10.00 of an employee, as booking leaves it. */
  const sell = (settledAt: string, psnHash: string, more: OrderValues = {}, psnType?: string) => {
    const split = { fullySelfPaid: 100, firstSelfPay: 60, overLimit: 40, inScope: 800 }
    const person = { maskedCertNo: '', personTypeName: '', insuredAreaName: '', personType: psnType }
    const at = new Date(`${settledAt}+08:00`)
    return sold(server.deps, { psnHash, person, split: split as never, settledAt: at, ...more })
  }
  const report = (input: Partial<InputOf<typeof medicalInsurance.query>> = {}, client = area) =>
    client.ok(medicalInsurance.query, { ...period, ...input })
  beforeAll(async () => {
    clock.set(new Date('2026-10-05T09:00:00+08:00'))
    server = await startTestServer({ clock, database })
    area = await server.as('area', { areaCode: '320500' })
    await sell('2026-08-31T23:59:59', 'p1', {}, '11')
    await sell(`${day}T00:00:00`, 'p1', {}, '11')
    await sell('2026-09-30T23:59:59.999', 'p1', { total: 1, split: null }, '11')
    await sell('2026-10-01T00:00:00', 'p1', {}, '11')
    // The same person in another insurance, and one of a kind below another.
    await sell('2026-09-05T10:00:00', 'p1', { insutype: '390', medicalType: '14', outFlag: '2' }, '21')
    await sell('2026-09-05T11:00:00', 'p2', {}, '2104')
    await sell('2026-09-05T12:00:00', 'p3', {}, '1199')
    // Taken back within the period, after it, and never been; a person's kind that was not kept.
    await sell('2026-09-06T10:00:00', 'p4', reversed('2026-09-30T23:59:59'))
    await sell('2026-09-06T11:00:00', 'p5', reversed('2026-10-01T00:00:00'), '11')
    await sell('2026-09-06T12:00:00', 'p6', reversed('2026-09-06T12:01:00', '2601'), '11')
    await sell('2026-09-06T13:00:00', 'p7', { setlId: null, state: 'presettled' }, '11')
    await sell('2026-09-07T10:00:00', 'p8', { storeId: changsha, areaCode: '430100', total: 7700 }, '11')
  })
  afterAll(() => server.close())

  test('by insurance: people once, visits and every part of the amount; reversals taken off', async () => {
    const { items, totals } = await report()
    expect((await report({ companyId: '10001' })).totals, 'of its company').toEqual(totals)
    expect((await report({ companyId: '99999' })).items, 'of another one').toEqual([])
    expect(items).toMatchObject([
      {
        ...{ key: '310', persons: 4, visits: 5, settlements: 6, reversals: 1, total: '40.01', fullySelfPaid: '4.00' },
        ...{ firstSelfPay: '2.40', overLimit: '1.60', inScope: '32.00', fundTotal: '22.00', account: '10.00' },
        ...{ cash: '8.01', fundShare: '0.5499', average: '8.00' },
      },
      { key: '390', persons: 1, visits: 1, total: '10.00', fundShare: '0.5500', average: '10.00' },
    ])
    expect(totals).toMatchObject({ persons: 4, visits: 6, total: '50.01', cash: '10.01', average: '8.34' })
  })

  test('by kind of visit, of person, and of all three; a kind that was not kept says so', async () => {
    const visits = await report({ groupBy: 'medicalType' })
    expect(visits.items.map(({ key, persons }) => [key, persons])).toEqual([
      ['41', 4],
      ['14', 1],
    ])
    const people = await report({ groupBy: 'personType', sortField: 'key', sortOrder: 'ascend' })
    expect(people.items.map(({ key, name, visits: n, persons }) => [key, name, n, persons])).toEqual([
      ['', '未填', 0, 0],
      ['11', '在职', 3, 2],
      ['1199', '在职 1199', 1, 1],
      ['21', '退休', 1, 1],
      ['2104', '退休 2104', 1, 1],
    ])
    const all = await report({ groupBy: 'all', insutype: '390' })
    expect(all.items).toMatchObject([{ key: '390/14/21', visits: 1 }])
    expect(all.items[0]!.name.split(' · ')).toHaveLength(3)
    expect((await report({ personType: '21' })).totals).toMatchObject({ visits: 2, persons: 2 })
    expect((await report({ outFlag: '2' })).totals).toMatchObject({ visits: 1 })
    expect((await report({ medicalType: '14' })).items).toMatchObject([{ key: '390', visits: 1 }])
  })

  test('a period that takes back more than it sold: negative, without share and average; nothing at all is zero', async () => {
    await sell('2026-07-31T10:00:00', 'p9', reversed('2026-08-01T00:00:00'), '11')
    const { items, totals } = await report({ from: '2026-08-01', to: '2026-08-30' })
    expect(items).toMatchObject([
      { persons: 0, visits: -1, settlements: 0, reversals: 1, total: '-10.00', inScope: '-8.00' },
    ])
    for (const row of [...items, totals]) expect(row).not.toHaveProperty('average')
    for (const row of [...items, totals]) expect(row).not.toHaveProperty('fundShare')
    expect(await report({ from: '2025-01-01', to: '2025-01-31' })).toMatchObject({
      ...{ items: [], totals: { persons: 0, visits: 0, total: '0.00' } },
    })
  })

  test('agrees with the kept sums and with the list it counts', async () => {
    const { items } = await report()
    const kept = await area.ok(fundPay.query, { ...period, groupBy: 'insutype' })
    for (const { key, settlements, reversals, total, fundTotal, account, cash } of items) {
      expect(kept.items.find((row) => row.key === key)).toMatchObject({
        ...{ settlements, reversals, total, fundTotal, account, cash },
      })
      const days = { settledFrom: period.from, settledTo: period.to, insutype: key }
      expect((await area.ok(orderCalls.paged, days)).total).toBe(settlements)
    }
  })

  test('leaves as the same sheet, its sum in the last row', async () => {
    const { items, totals } = await report()
    const columns = ['name', 'persons', 'total', 'average']
    const asked = { call: 'medicalInsurance.query', input: period, columns, title: '医保报表' }
    const { exportId } = await area.ok(exporting.create, asked)
    const [, ...rows] = (await readXlsx((await area.send(exporting.file, { exportId })).bytes))[0]!.data
    const cells = [...items, { name: '合计', ...totals }].map((row) => [
      ...[row.name, row.persons, Number(row.total), Number(row.average)],
    ])
    expect(rows).toEqual(cells)
  })

  test('everybody sees his own stores only; what cannot be asked is refused in words', async () => {
    const everywhere = await server.as('admin')
    expect((await report({}, everywhere)).totals).toMatchObject({ persons: 5, total: '127.01' })
    expect((await report({ areaCode: '430100' }, everywhere)).totals).toMatchObject({ persons: 1, total: '77.00' })
    expect((await report({ storeId: pingjiang })).items).toEqual([])
    expect((await area.send(medicalInsurance.query, { storeId: changsha })).statusCode).toBe(403)
    expect((await (await server.as('clerk')).send(medicalInsurance.query)).statusCode).toBe(403)
    const why = async (input: object) => (await area.send(medicalInsurance.query, input)).resultNotice?.error
    expect(await why({ from: '2026-06-30', to: '2026-09-30' })).toContain('不选门店时一次最多统计 3 个月')
    expect(await why({ from: '2025-09-01', to: '2026-09-30' })).toBe('输入有误：统计期间不能超过一年')
    expect(await why({ from: '2026-09-02', to: day })).toBe('输入有误：结束日期早于开始日期')
    expect(await why({ ...period, sortField: 'at' })).toBe('输入有误：不能按这一列排序')
    expect((await area.send(medicalInsurance.query, { groupBy: 'day' as never })).statusCode).toBe(400)
    expect((await area.send(medicalInsurance.query, { from: '2026-02-30' })).statusCode).toBe(400)
    const quarter = { from: '2026-07-01', to: '2026-09-30' }
    expect((await area.ok(medicalInsurance.query, quarter)).totals.settlements).toBeGreaterThan(0)
    const year = { from: '2025-10-01', to: '2026-09-30', storeId: guanqian }
    expect((await area.ok(medicalInsurance.query, year)).totals.settlements).toBeGreaterThan(0)
  })
})
