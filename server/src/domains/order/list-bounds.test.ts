import { order as calls } from '@yibao/shared/calls/order.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { seedId } from '../../seed/organisation.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { byOwnTime, storesNamed } from './list-bounds.ts'
import { order } from './tables.ts'

// A chain's book: one store with more orders than are gone through at once, over a hundred days.

const clock = testClock()
const [large, small] = [seedId(1, 1), seedId(1, 2)]
const ago = (days: number) => sql`${clock().toISOString()}::timestamptz - ${days} * interval '1 day'`

const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  const { db } = server.deps
  await db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id,
      operator_name, state, person, medical_type, basket, lines, total, created_at, updated_at, sale_mark, settled_at, setl_id)
    select 'o' || n, 'N' || n, '320500', '10001', case when n > 100001 then ${small} else ${large} end, 'u', '李䶮', 'settled',
      '{}', '41', '{}', '[]', n, at, at, 'before', case when n % 4 = 0 then at end, case when n % 4 = 0 then 'S' || n end
    from generate_series(1, 100101) n cross join lateral (select ${ago(1)} - n * interval '86 seconds' as at) t`)
  await db.execute(sql`vacuum analyze purchase_order`)
})

const day = (back: number) => new Date(clock().getTime() + 8 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10)

test('where the orders are many, names and amounts are looked through some days at a time', async () => {
  const clerk = await server.as('clerk')
  const area = await server.as('area', { areaCode: '320500' })
  const said = async (who: typeof clerk, input: object) => (await who.send(calls.paged, input)).error?.fields?.from
  const named = '这家门店的订单超过 10 万笔，按姓名、参保人或操作员一次最多查 92 天，请缩短日期'
  const sorted = '这家门店的订单超过 10 万笔，按金额或结算时间排序一次最多查 92 天，请缩短日期'
  const all = '没有选门店时，按金额或结算时间排序一次最多查 31 天，请缩短日期，或选一家门店'
  expect(await said(clerk, { operatorName: '李' })).toBe(named)
  expect(await said(clerk, { sortField: 'total' })).toBe(sorted)
  expect(await said(area, { sortField: 'cash', storeId: large })).toBe(sorted)
  expect(await said(area, { sortField: 'settledAt' })).toBe(all)
  const byTotal = { sortField: 'total' }
  const few = [{ sortField: 'createdAt' }, { ...byTotal, from: day(40) }, { storeId: small, name: '李' }]
  for (const fine of [...few, { ...byTotal, storeId: small }]) expect(await said(area, fine)).toBeUndefined()
  expect(await said(clerk, { operatorName: '李', from: day(91) })).toBeUndefined()
  expect(await said(clerk, { sortField: 'total', keyword: 'N7' })).toBeUndefined()
})

test('orders of a counted day of long ago are not reached from today', async () => {
  const area = await server.as('area', { areaCode: '320500' })
  const { items, total } = await area.ok(calls.paged, { settledFrom: day(90), settledTo: day(90) })
  const times = items.map(({ createdAt }) => createdAt)
  expect([times.length, total]).toEqual([10, 251])
  expect(times).toEqual(times.toSorted().toReversed())
  const answer = await server.deps.db.execute(sql`explain (costs off) select * from ${order}
    where ${storesNamed(sql`true`)} and settled_at >= ${ago(90)} and settled_at < ${ago(89)}
    order by ${byOwnTime} desc, id desc limit 10`)
  const plan = JSON.stringify(rowsFrom<unknown>(answer))
  expect(plan).toContain('order_settled')
  expect(plan).not.toMatch(/Seq Scan on purchase_order|order_created/)
})

test('the few that carry a flag are read from their own index, and put in order', async () => {
  const { db } = server.deps
  await db.execute(sql`update purchase_order set flags = '["amount"]' where total % 20000 = 7`)
  await db.execute(sql`vacuum analyze purchase_order`)
  const area = await server.as('area', { areaCode: '320500' })
  const { items, total } = await area.ok(calls.paged, { status: '6' })
  expect([items.map(({ orderNo }) => orderNo), total]).toEqual([
    ['N7', 'N20007', 'N40007', 'N60007', 'N80007', 'N100007'],
    6,
  ])
  const answer = await db.execute(sql`explain (costs off) select * from ${order}
    where state = 'settled' and flags <> '[]'::jsonb order by ${byOwnTime} desc, id desc limit 10`)
  const plan = JSON.stringify(rowsFrom<unknown>(answer))
  expect(plan).toContain('order_abnormal')
})
