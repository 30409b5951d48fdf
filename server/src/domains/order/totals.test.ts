import { order as calls } from '@yibao/shared/calls/order.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { standsSettled } from '@yibao/shared/entities/order-totals.ts'
import { fen, sum, yuan } from '@yibao/shared/money.ts'
import { sql } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { databases, startTestServer, testClock } from '../../test/kit.ts'
import { type OrderValues, sold } from '../../test/orders.ts'
import { store } from '../organisation/tables.ts'

const guanqian = storeIdOf('P32050100001')
const xinjiekou = storeIdOf('P32010200001')

describe.each(databases)('what orders come to on %s', (database) => {
  const clock = testClock()
  const server = opened(() => startTestServer({ database, clock }))
  const at = new Date('2026-11-03T10:00:00+08:00')
  const make = (id: string, values: OrderValues = {}) =>
    sold(server.deps, {
      ...{
        id,
        operatorName: '李䶮',
        person: { name: '𠮷三' } as never,
        maskedName: '𠮷*',
        settledAt: at,
        createdAt: at,
      },
      ...{ total: 10000, fundTotal: 5000, account: 3000, familyAccount: 500, ...values },
    })
  const amounts = (n: number) => ({
    ...{ total: `${n * 100}.00`, fundTotal: `${n * 50}.00`, account: `${n * 30}.00`, familyAccount: `${n * 5}.00` },
    cash: `${n * 20}.00`,
  })

  beforeAll(async () => {
    await server.deps.db.insert(store).values({
      ...{
        id: 'other',
        companyId: '10002',
        areaCode: '320500',
        fixmedinsCode: 'P32059900001',
        name: '䶮城店',
        phone: '',
      },
    })
    await make('1')
    // Something of it is to be looked at; it is settled all the same.
    await make('2', { flags: ['amount'] })
    // On its way back: it stands until the centre has said so.
    await make('3', { state: 'reversing' })
    await make('4', { state: 'unknown' })
    await make('5', { reversedAt: at })
    await make('6', { reversedBy: '2601', reversedAt: at })
    const never = { setlId: null, settledAt: null }
    for (const [id, state] of [
      ['7', 'presettled'],
      ['8', 'settling'],
      ['9', 'unknown'],
      ['10', 'voided'],
    ] as const)
      await make(id, { state, ...never })
    // Put aside: it is not listed.
    await make('11', { state: 'drafted', ...never })
    await make('12', { storeId: 'other' })
    await make('13', { storeId: xinjiekou })
  })

  test('is what stands as settled; what was taken back or never settled is counted and not summed', async () => {
    const clerk = await server.as('clerk')
    expect((await clerk.ok(calls.totals, {})).totals).toEqual({ orders: 10, standing: 4, ...amounts(4) })
    expect((await clerk.ok(calls.paged, {})).total, 'as many as are listed').toBe(10)
    expect((await clerk.ok(calls.totals, { status: '3' })).totals).toEqual({ orders: 1, standing: 0, ...none })
    expect((await clerk.ok(calls.totals, { from: '2026-11-04' })).totals).toEqual({ orders: 0, standing: 0, ...none })
    expect((await clerk.ok(calls.totals, { keyword: 'N2' })).totals).toMatchObject({ orders: 1, total: '100.00' })
  })
  const none = { total: '0.00', fundTotal: '0.00', account: '0.00', familyAccount: '0.00', cash: '0.00' }

  test('and counts the rows that a page of them adds up of what is ticked', async () => {
    const clerk = await server.as('clerk')
    const { items } = await clerk.ok(calls.paged, { pageSize: 50 })
    const standing = items.filter(standsSettled)
    const { totals } = await clerk.ok(calls.totals, {})
    expect([standing.length, yuan(sum(standing.map(({ total }) => fen(total))))]).toEqual([4, totals!.total])
    expect(standing.map(({ status }) => status).sort()).toEqual(['2', '4', '4', '6'])
  })

  test('of an area and of a company, in the list, in its sums and in its sheet; never outside the scope', async () => {
    const [admin, area, clerk] = [
      await server.as('admin'),
      await server.as('area', { areaCode: '320500' }),
      await server.as('clerk'),
    ]
    const asked = async (client: typeof admin, input: object) => {
      const { items, total } = await client.ok(calls.paged, { pageSize: 50, ...input })
      const { totals } = await client.ok(calls.totals, input)
      expect(totals?.orders).toBe(total)
      return [...new Set(items.map(({ storeId }) => storeId))].sort()
    }
    const both = [guanqian, 'other'].sort()
    expect(await asked(admin, {})).toEqual([guanqian, 'other', xinjiekou].sort())
    expect(await asked(admin, { areaCode: '320500' })).toEqual(both)
    expect(await asked(admin, { companyId: '10002' })).toEqual(['other'])
    expect(await asked(admin, { areaCode: '320100', companyId: '10002' })).toEqual([])
    expect(await asked(area, {})).not.toContain(xinjiekou)
    expect(await asked(area, { areaCode: '320100' })).toEqual([])
    expect(await asked(clerk, { companyId: '10002' })).toEqual([])
    expect(await asked(admin, { companyId: '10001', storeId: guanqian })).toEqual([guanqian])
    const sheet = async (client: typeof admin, input: Record<string, string>) => {
      clock.advance(1000)
      const columns = ['orderNo', 'storeName']
      const { exportId } = await client.ok(exporting.create, { call: 'order.paged', input, columns, title: '订单' })
      const { bytes } = await client.send(exporting.file, { exportId })
      const [, ...rows] = (await readXlsx(bytes))[0]!.data
      return [...new Set(rows.map(([, storeName]) => storeName))].sort()
    }
    expect(await sheet(admin, { companyId: '10002' })).toEqual(['䶮城店'])
    expect(await sheet(admin, { areaCode: '320100' })).toEqual(['示例大药房新街口店'])
    expect(await sheet(area, { areaCode: '320500', companyId: '10001' })).toEqual(['示例大药房观前店'])
  })

  test('is not made of more than a list counts, in sight of the list or before it', async () => {
    await server.deps.db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id,
        operator_name, state, person, medical_type, basket, lines, total, created_at, updated_at, settled_at, setl_id)
      select 'm' || n, 'M' || n, '320500', '10002', 'other', 'u', '李䶮', 'settled', '{}', '41', '{}', '[]', 1,
        at, at, at, 'M' || n from generate_series(1, 10000) n
      cross join lateral (select ${at.toISOString()}::timestamptz - n * interval '1 minute' as at) t`)
    const admin = await server.as('admin')
    expect(await admin.ok(calls.totals, { companyId: '10002' })).toEqual({})
    expect(await admin.ok(calls.totals, { companyId: '10002' }), 'as is known by now').toEqual({})
    expect((await admin.ok(calls.paged, { companyId: '10002' })).totalIsBound).toBe(true)
    // Of ten thousand all are summed: the one of before has another amount.
    const { totals } = await admin.ok(calls.totals, { companyId: '10002', maxTotal: '0.01' })
    expect(totals).toMatchObject({ orders: 10_000, standing: 10_000, total: '100.00' })
  })
})
