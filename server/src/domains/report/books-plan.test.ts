import { orderInfo, settlementReport } from '@yibao/shared/calls/settlement-report.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { plansOf } from '../../test/plans.ts'
import { usual } from '../../test/postgres.ts'

// A year of a store that sells much; one purchase in fifty came back.

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
const storeId = storeIdOf('P32050100001')
const year = { from: addDays(formatDay(clock()), -364), to: formatDay(clock()), storeId }
const line = JSON.stringify([
  {
    ...{
      no: 1,
      ownCode: '1',
      nationalCode: '',
      name: '䶮',
      spec: '',
      producer: '',
      unit: '盒',
      quantity: '1',
      price: '1',
    },
    ...{ amount: 100, prescription: false },
  },
])

beforeAll(async () => {
  await server.deps.db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id,
      operator_name, state, person, medical_type, basket, lines, total, created_at, updated_at, sale_mark, settled_at, setl_id,
      reversed_by, reversed_at)
    select 'o' || n, 'N' || n, '320500', '10001', ${storeId}, 'u', '李䶮', 'settled', '{}', '41', '{}',
      case when n % 1000 = 1 then jsonb_set(jsonb_set(${line}::jsonb, '{0,name}', '"𠮷胶囊"'), '{0,ownCode}', '"2"')
        else ${line}::jsonb end, 100, at, at, 'sold', at, 'S' || n, case when n % 50 = 0 then '2103' end, case when n % 50 = 0 then at end
    from generate_series(1, 8000) n
    cross join lateral (select ${clock().toISOString()}::timestamptz - n * interval '64 minutes' as at) t`)
  await server.deps.db.execute(sql`insert into sold_goods values ('1', '', '䶮'), ('2', '', '𠮷胶囊')`)
  await server.deps.db.execute(sql`vacuum analyze purchase_order`)
})

test.skipIf(usual !== 'postgres').each([
  ['settlements', settlementReport.query],
  ['lines', orderInfo.query],
])('the newest %s of a year are read from the days of their store, not put in order', async (_, call) => {
  const area = await server.as('area', { areaCode: '320500' })
  const plans = await plansOf(server.deps.db, 'purchase_order', async () => {
    const { items, total } = await area.ok(call, year)
    expect([items.length, total]).toEqual([10, 8160])
  })
  const page = plans.find((plan) => plan.includes('Merge Append'))
  expect(page, plans.join('\n\n')).toMatch(/Index Scan Backward using order_settled/)
})

test.skipIf(usual !== 'postgres').each(['line', 'goods'] as const)(
  'of a year only the orders are read that have the asked goods, by %s',
  async (groupBy) => {
    const area = await server.as('area', { areaCode: '320500' })
    const plans = await plansOf(server.deps.db, 'purchase_order', async () => {
      const { items } = await area.ok(orderInfo.query, { ...year, goods: '𠮷胶', groupBy })
      expect(items).toHaveLength(groupBy === 'line' ? 8 : 1)
    })
    expect(plans.join('\n\n')).toMatch(/Bitmap Index Scan on order_goods/)
    for (const plan of plans) expect(plan, plan).not.toMatch(/Scan (Backward )?using order_settled/)
  },
)
