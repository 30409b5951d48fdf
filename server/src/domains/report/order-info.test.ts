import type { InputOf } from '@yibao/shared/call.ts'
import { orderInfo } from '@yibao/shared/calls/settlement-report.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { eq, sql } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeIdOf } from '../../seed/organisation.ts'
import { type Client, databases, startTestServer, type TestServer, testClock } from '../../test/kit.ts'
import { type OrderValues, reversed, sold } from '../../test/orders.ts'
import { itemMapping } from '../catalogue/tables.ts'
import { order } from '../order/tables.ts'
import type { Line } from '../order/types.ts'
import { writeSales } from '../sale/write.ts'

const guanqian = storeIdOf('P32050100001')
const xinjiekou = storeIdOf('P32010200001')
const longest = '复方䶮氨酚𠮷咖那敏愈创甘油醚缓释胶囊片'

const line = (no: number, values: Partial<Line> = {}): Line => ({
  ...{ no, ownCode: '100001', nationalCode: 'XA01', name: '布洛芬缓释胶囊', spec: '0.3g*24粒', producer: '示例制药' },
  ...{
    lot: 'A𠮷01',
    unit: '盒',
    quantity: '2',
    price: '18.500000',
    amount: 3700,
    prescription: false,
    traceCodes: [],
    mapped: true,
  },
  ...{ itemClass: '乙', feeClass: '09', selfPayRatio: '0.1000', inScope: 3330 },
  ...values,
})
const herb = (no: number, values: Partial<Line> = {}) =>
  line(no, {
    ...{ ownCode: 'ZY-1', nationalCode: '', name: longest, spec: '', unit: '克', quantity: '0.5001', price: '0.02' },
    ...{ lot: undefined, amount: 1, itemClass: undefined, feeClass: '10', selfPayRatio: undefined, inScope: undefined },
    ...{ prescription: true, traceCodes: ['81234567890123456789', '81234567890123456790'], priceLimit: '0.030000' },
    ...values,
  })

describe.each(databases)('on %s', (database) => {
  const clock = testClock()
  let server: TestServer
  let area: Client
  const sell = (at: string, lines: Line[], values: OrderValues = {}) => {
    const prescription = { number: 'CF1', hospital: '', doctor: '吴𠮷' }
    const basket = { accountUsed: true, pharmacistName: '王药师', prescription }
    return sold(server.deps, { total: 1, lines, basket, settledAt: new Date(`${at}+08:00`), ...values })
  }
  const ask = (input: Partial<InputOf<typeof orderInfo.query>> = {}, client = area) =>
    client.ok(orderInfo.query, { from: '2026-09-01', to: '2026-09-30', pageSize: 100, ...input })
  const totals = async (input: Partial<InputOf<typeof orderInfo.totals>> = {}, client = area) =>
    (await client.ok(orderInfo.totals, { from: '2026-09-01', to: '2026-09-30', ...input })).totals
  const asked = async (input: Parameters<typeof ask>[0] = {}, client = area) =>
    (await ask(input, client)).items.map(({ orderNo, name, quantity, amount }) => [
      orderNo,
      name.slice(0, 3),
      Number(quantity),
      amount,
    ])

  beforeAll(async () => {
    clock.set(new Date('2026-10-05T09:00:00+08:00'))
    server = await startTestServer({ clock, database })
    area = await server.as('area', { areaCode: '320500' })
    const told = { storeId: guanqian, ownCode: '100001', nationalCode: 'XA01', listType: '101', state: 'sent' as const }
    await server.deps.db.delete(itemMapping)
    await server.deps.db.insert(itemMapping).values(told)
    await sell('2026-09-01T00:00:00', [line(1), herb(2)], { operatorId: 'li' })
    await sell('2026-09-02T10:00:00', [herb(1), line(2, { quantity: '1', amount: 1850, inScope: 1665 })], {
      ...reversed('2026-09-30T23:59:59'),
      basket: { accountUsed: true },
    })
    await sell('2026-09-03T10:00:00', [line(1)], reversed('2026-09-03T10:01:00', '2601'))
    await sell('2026-09-04T10:00:00', [line(1, { price: '20', amount: 0, quantity: '0.01' })])
    await sell('2026-09-05T10:00:00', [line(1)], { storeId: xinjiekou })
    await sell('2026-10-01T00:00:00', [line(1)])
  })
  afterAll(() => server.close())

  test('every line of a settlement, and its reversal’s with negative quantities and amounts', async () => {
    expect(await asked()).toEqual([
      ['N2', '布洛芬', -1, '-18.50'],
      ['N2', '复方䶮', -0.5001, '-0.01'],
      ['N4', '布洛芬', 0.01, '0.00'],
      ['N2', '布洛芬', 1, '18.50'],
      ['N2', '复方䶮', 0.5001, '0.01'],
      ['N1', '复方䶮', 0.5001, '0.01'],
      ['N1', '布洛芬', 2, '37.00'],
    ])
    const sums = { settlements: 3, reversals: 1, lines: 7, amount: '37.01', inScope: '66.60' }
    expect(await totals()).toEqual(sums)
    expect(await totals({ groupBy: 'goods' }), 'the same, shown by goods').toEqual(sums)
    expect(await totals({ goods: 'ZY-1' })).toMatchObject({
      settlements: 2,
      reversals: 1,
      lines: 3,
      amount: '0.01',
    })
    expect(await totals({ name: '阿' })).toMatchObject({ settlements: 0, lines: 0, amount: '0.00' })
    const admin = await server.as('admin')
    expect(await totals({ areaCode: '320500' }, admin)).toEqual(sums)
    expect(await asked({ areaCode: '320100' }, admin)).toEqual([['N5', '布洛芬', 2, '37.00']])
    expect(await asked({ companyId: 'none' }, admin)).toEqual([])
    const { items } = await ask({ goods: 'ZY-1' })
    expect(items.at(-1)).toEqual({
      ...{ key: 'o1-0002', at: '2026-09-01 00:00:00', refunded: '0', orderNo: 'N1', setlId: 'S1' },
      ...{
        storeName: '示例大药房观前店',
        maskedName: '--',
        ownCode: 'ZY-1',
        nationalCode: '',
        name: longest,
        spec: '',
      },
      ...{ producer: '示例制药', unit: '克', quantity: '0.5001', price: '0.02', amount: '0.01', feeClass: '10' },
      ...{ priceLimit: '0.030000', prescription: true, traceCodes: '81234567890123456789、81234567890123456790' },
      ...{ prescriptionNo: 'CF1', doctor: '吴𠮷', pharmacistName: '王药师', operatorName: '李店员' },
      orders: 1,
    })
    expect(items[0]).toMatchObject({ refunded: '1', setlId: 'R1', at: '2026-09-30 23:59:59' })
    const [sold] = (await ask({ sortField: 'amount', pageSize: 1 })).items
    expect(sold).toMatchObject({
      lot: 'A𠮷01',
      amount: '37.00',
      inScope: '33.30',
      itemClass: '乙',
      selfPayRatio: '0.1000',
    })
    // Of one person: by the whole name, as in the list of orders.
    const { db } = server.deps
    const person = { name: '𠮷小䶮', maskedCertNo: '', personTypeName: '', insuredAreaName: '' }
    await db.update(order).set({ person, maskedName: '𠮷**' }).where(eq(order.id, 'o4'))
    const ofPerson = await ask({ name: '𠮷小䶮' })
    expect(ofPerson.items.map(({ orderNo, maskedName }) => [orderNo, maskedName])).toEqual([['N4', '𠮷**']])
    expect(await asked({ name: '𠮷小' })).toEqual([])
    expect((await ask({ groupBy: 'goods', name: '𠮷小䶮' })).items).toMatchObject([
      { ownCode: '100001', quantity: '0.01' },
    ])
    // Goods without a prescription have no prescriber, whatever else was in the basket.
    expect(sold).not.toHaveProperty('doctor')
  })

  test('by goods: sums of what was sold less what came back', async () => {
    const { items, total } = await ask({ groupBy: 'goods' })
    expect(total).toBe(2)
    expect(await ask({ groupBy: 'goods', page: 9 }), 'behind the last page').toMatchObject({ items: [], total: 2 })
    const key = expect.any(String)
    expect(items).toEqual([
      {
        ...{ key, at: '2026-09-30 23:59:59', ownCode: '100001', nationalCode: 'XA01', name: '布洛芬缓释胶囊' },
        ...{ spec: '0.3g*24粒', producer: '示例制药', unit: '盒', quantity: '2.01', amount: '37.00' },
        ...{
          listType: '101',
          itemClass: '乙',
          feeClass: '09',
          selfPayRatio: '0.1000',
          inScope: '66.60',
          prescription: false,
          orders: 3,
        },
      },
      {
        ...{ key, at: '2026-09-30 23:59:59', ownCode: 'ZY-1', nationalCode: '', name: longest, spec: '' },
        ...{ producer: '示例制药', unit: '克', quantity: '0.5001', price: '0.02', amount: '0.01', feeClass: '10' },
        ...{ priceLimit: '0.030000', prescription: true, orders: 2 },
      },
    ])
    expect((await ask({ groupBy: 'goods', pageSize: 1, page: 2, sortField: 'quantity' })).items).toEqual([items[1]])
  })

  test('by pharmacists: the sums of each, of those of no one too, under every filter', async () => {
    const groupBy = 'pharmacist'
    const { items, total } = await ask({ groupBy })
    expect([total, items.length]).toEqual([2, 2])
    expect(items[0]).toEqual({
      ...{ key: expect.any(String), at: '2026-09-04 10:00:00', name: '王药师', pharmacistName: '王药师' },
      ...{ nationalCode: '', spec: '', producer: '', unit: '', amount: '37.01', inScope: '66.60' },
      ...{ prescription: true, orders: 2 },
    })
    // Sold without one, and taken back in the same month.
    expect(items[1]).toMatchObject({ name: '没有药师', amount: '0.00', orders: 1 })
    expect(await totals({ groupBy })).toEqual(await totals())
    expect((await ask({ groupBy, pharmacistName: '王' })).items).toEqual([items[0]])
    expect((await ask({ groupBy, goods: 'ZY-1', prescription: true })).items).toMatchObject([
      { name: '王药师', amount: '0.01', orders: 1 },
      { name: '没有药师', amount: '0.00' },
    ])
    for (const sortField of ['at', 'quantity', 'amount'])
      expect((await ask({ groupBy, sortField, pageSize: 1, page: 2 })).items).toHaveLength(1)
    const code = (basket: object, id: string) =>
      server.deps.db
        .update(order)
        .set({ basket: basket as never })
        .where(eq(order.id, id))
    const wang = { accountUsed: true, pharmacistName: '王药师' }
    await code({ ...wang, pharmacistCode: 'YS2' }, 'o4')
    const apart = (await ask({ groupBy })).items.map(({ name, orders }) => `${name} ${orders}`)
    expect(apart.toSorted()).toEqual(['没有药师 1', '王药师 1', '王药师 1'])
    await code(wang, 'o4')
  })

  test('its filters, in both views', async () => {
    const count = async (input: Parameters<typeof ask>[0]) => [
      (await ask(input)).total,
      (await ask({ ...input, groupBy: 'goods' })).total,
    ]
    expect(await count({ goods: 'XA01' })).toEqual([4, 1])
    expect(await count({ goods: '䶮氨酚𠮷' })).toEqual([3, 1])
    expect(await count({ goods: longest })).toEqual([3, 1])
    expect(await count({ goods: '%' })).toEqual([0, 0])
    expect(await count({ itemClass: '乙' })).toEqual([4, 1])
    expect(await count({ itemClass: '丙' })).toEqual([0, 0])
    expect(await count({ listType: '101' })).toEqual([4, 1])
    expect(await count({ listType: '103' })).toEqual([0, 0])
    expect(await count({ operatorId: 'li' })).toEqual([2, 2])
    expect(await count({ feeClass: '10' })).toEqual([3, 1])
    expect(await count({ prescription: true })).toEqual([3, 1])
    expect(await count({ prescription: false })).toEqual([4, 1])
    expect(await count({ pharmacistName: '药师' })).toEqual([3, 2])
    expect(await count({ from: '2026-09-02', to: '2026-09-02' })).toEqual([2, 2])
    expect(await count({ from: undefined, to: undefined })).toEqual([1, 1])
  })

  test('goods are found before and after their sales are written, and while a reversal is on its way', async () => {
    const count = async (goods: string) => (await ask({ goods })).total
    const found = async () => [
      ...[await count('ZY-1'), await count('XA01'), await count('䶮氨酚𠮷'), await count(longest)],
      ...[await count('%'), await count('zy-1'), await count('没有')],
    ]
    const before = await found()
    expect(before).toEqual([3, 4, 3, 3, 0, 0, 0])
    const of = (more: object) => server.deps.db.update(order).set(more).where(eq(order.id, 'o1'))
    await of({ state: 'reversing' })
    expect(await found()).toEqual(before)
    await writeSales(server.deps)
    expect(await found()).toEqual(before)
    await of({ state: 'settled' })
    await writeSales(server.deps)
    expect(await found()).toEqual(before)
    const { rows } = (await server.deps.db.execute(
      sql`select sale_mark, count(*)::int as n from purchase_order where setl_id is not null group by 1 order by 1`,
    )) as unknown as { rows: unknown[] }
    expect(rows).toEqual([
      { sale_mark: 'returned', n: 2 },
      { sale_mark: 'sold', n: 4 },
    ])
  })

  test('an administrator has his area, the chain everything; long periods only of one store', async () => {
    expect(await asked({}, await server.as('admin'))).toHaveLength(8)
    expect((await (await server.as('clerk')).send(orderInfo.query, {})).statusCode).toBe(403)
    expect((await area.send(orderInfo.query, { storeId: xinjiekou })).statusCode).toBe(403)
    const refusal = async (input: Parameters<typeof ask>[0]) =>
      (await area.send(orderInfo.query, input)).resultNotice?.error
    const long = { from: '2026-08-01', to: '2026-09-30' }
    expect(await refusal(long)).toBe('输入有误：没有选门店时一次最多查 31 天，请缩短日期，或选一家门店')
    expect(await refusal({ ...long, storeId: guanqian })).toBeUndefined()
    expect(await refusal({ ...long, groupBy: 'goods' })).toMatch('没有选门店')
    expect(await refusal({ sortField: 'doctor' })).toBe('输入有误：不能按这一列排序')
    expect(await refusal({ itemClass: '丁' as never })).toBe('输入有误：等级不在可选范围内')
  })

  test('a sheet has the rows of the list in either view', async () => {
    for (const groupBy of ['line', 'goods', 'pharmacist'] as const) {
      const input = { from: '2026-09-01', to: '2026-09-30', groupBy }
      const columns = ['name', 'quantity', 'amount', 'inScope', 'prescription']
      const { exportId } = await area.ok(exporting.create, { call: 'orderInfo.query', input, columns, title: '明细' })
      const [head, ...rows] = (await readXlsx((await area.send(exporting.file, { exportId })).bytes))[0]!.data
      expect(head).toEqual(['名称', '数量', '金额', '符合范围', '处方药'])
      expect(rows).toEqual(
        (await ask({ groupBy })).items.map(({ name, quantity, amount, inScope, prescription }) => [
          ...[name, quantity === undefined ? null : Number(quantity), Number(amount)],
          ...[inScope === undefined ? null : Number(inScope), prescription ? '是' : '否'],
        ]),
      )
    }
  })

  test('a sheet of more rows than are read at once has each of them once', async () => {
    const many = Array.from({ length: 450 }, (_, n) =>
      line(n + 1, { ownCode: `G${n}`, quantity: String(n % 3), amount: n % 3 }),
    )
    await sell('2026-08-01T08:00:00', many)
    for (const groupBy of ['line', 'goods'] as const)
      for (const sortField of ['at', 'amount', 'quantity']) {
        const input = { from: '2026-08-01', to: '2026-08-01', groupBy, sortField }
        const { exportId } = await area.ok(exporting.create, {
          call: 'orderInfo.query',
          input,
          columns: ['ownCode'],
          title: '明细',
        })
        const [, ...rows] = (await readXlsx((await area.send(exporting.file, { exportId })).bytes))[0]!.data
        const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => ask({ ...input, page })))
        expect(rows.flat()).toEqual(pages.flatMap(({ items }) => items.map(({ ownCode }) => ownCode)))
        expect(new Set(rows.flat()).size).toBe(450)
      }
  })
})
