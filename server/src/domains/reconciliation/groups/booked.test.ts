import { eq, type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import { databases, startTestServer } from '../../../test/kit.ts'
import { bookQuery } from '../../book/query.ts'
import { order } from '../../order/tables.ts'
import { foldFunds } from '../../report/fold.ts'
import { bookedGroups } from './booked.ts'

// A book of many kinds of order that was changed in many ways, half of it folded in: the days' sums against the orders.

const span = { from: '2026-01-30', until: '2026-03-02' }

describe.each(databases)('on %s', (database) => {
  const server = opened(() => startTestServer({ handlers: {}, database }))
  beforeAll(async () => {
    const run = (text: string) => server.deps.db.execute(sql.raw(text))
    const at = `timestamptz '2026-01-28 23:30:00+08' + n * interval '97 minutes'`
    await run(`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id, operator_name, state,
        person, insutype, medical_type, out_flag, basket, lines, total, fund_total, account, cash, setl_id, settled_at,
        reversed_by, reversed_at, clr_optins, clr_type, created_at, updated_at)
      select 'o' || n, 'N' || n, case when n % 11 = 0 then '430100' else '320500' end, '10001', 's' || n % 3, 'u', '李䶮',
        'settled', '{}', (array['310', '390', null])[n % 3 + 1], (array['41', '14'])[n % 2 + 1], (n % 5 % 2)::text, '{}', '[]',
        1000 + n, n % 7, n % 5, n % 3, case when n % 13 > 0 then 'S' || n end, case when n % 13 > 0 then ${at} end,
        case when n % 6 = 0 then '2103' when n % 17 = 0 then '2601' end,
        case when n % 6 = 0 or n % 17 = 0 then ${at} + n % 4 * interval '9 hours' end,
        case when n % 4 > 0 then '3205' || n % 2 end, case when n % 7 > 1 then (array['41', '11'])[n % 2 + 1] end, now(), now()
      from generate_series(1, 500) n`)
    await foldFunds(server.deps)
    for (const change of [
      `set reversed_by = '2103', reversed_at = settled_at + interval '1 day', state = 'reversed' where right(id, 2) = '07'`,
      `set reversed_by = '2601', reversed_at = settled_at where right(id, 2) = '19'`,
      `set clr_optins = '320599', clr_type = '12' where right(id, 2) = '41'`,
      `set clr_type = null where right(id, 2) = '42'`,
      `set setl_id = null, settled_at = null where right(id, 2) = '53'`,
      `set insutype = '340', total = total + 1 where right(id, 2) = '68'`,
    ])
      await run(`update purchase_order ${change}`)
    await run(`delete from purchase_order where right(id, 2) = '79'`)
  })

  const sorted = async (query: SQL): Promise<string[]> =>
    (rowsFrom(await server.deps.db.execute(query)) as object[]).map((row) => JSON.stringify(row)).sort()
  const sums = sql.raw('total::text, fund::text, account::text, cash::text')
  const own = (by: 'day' | 'month') => sql`
    select store_id, ${sql.identifier(by)}, clr_optins, insutype, clr_type, settlements, reversals, ${sums}
    from ${bookedGroups(span, by, ({ storeId }) => sql`${storeId} <> 's2'`)} as book`
  const ofOrders = (by: 'day' | 'month') => sql`
    select store_id, ${sql.identifier(by)}, clr_optins, insutype, clr_type, settlements, reversals, ${sums} from (
      select store_id, left(day, ${by === 'day' ? 10 : 7}) as ${sql.identifier(by)}, clr_optins, insutype, clr_type,
        (count(*) filter (where not refunded))::int as settlements,
        (count(*) filter (where refunded))::int as reversals, sum(total) as total, sum(fund) as fund,
        sum(account) as account, sum(cash) as cash
      from ${bookQuery(span, sql`${order.storeId} <> 's2'`)} as rows group by 1, 2, 3, 4, 5) as book`

  test.each(['day', 'month'] as const)('what the %ss come to is what their orders are', async (by) => {
    const found = await sorted(own(by))
    expect(found.length).toBeGreaterThan(by === 'day' ? 150 : 20)
    expect(found).toEqual(await sorted(ofOrders(by)))
    await foldFunds(server.deps)
    expect(await sorted(own(by))).toEqual(found)
  })

  test('the account has the family’s payment in it, where the rows of the book have what the centre counts', async () => {
    const { db } = server.deps
    const of = async (rows: SQL) => {
      const found = rowsFrom(await db.execute(sql`select sum(account)::int as account from ${rows} as book`))
      return (found[0]! as { account: number }).account
    }
    const days = () => of(bookedGroups(span, 'day', () => undefined))
    const rows = () => of(bookQuery(span, sql`true`))
    const before = await days()
    expect(await rows()).toBe(before)
    await db.update(order).set({ account: 4, familyAccount: 3, familyApart: true }).where(eq(order.id, 'o101'))
    expect([await days(), await rows()]).toEqual([before + 3, before])
    await db.update(order).set({ account: 1, familyAccount: 0, familyApart: false }).where(eq(order.id, 'o101'))
  })

  test('an order that another organisation clears after all moves to its group', async () => {
    const { db } = server.deps
    const groups = () =>
      sorted(sql`select distinct clr_optins from ${bookedGroups(span, 'month', () => undefined)} as book`)
    await db.update(order).set({ clrOptins: '320777' }).where(eq(order.id, 'o100'))
    expect(await groups()).toContain('{"clr_optins":"320777"}')
    await db.update(order).set({ clrOptins: '320501' }).where(eq(order.id, 'o100'))
    expect(await groups()).not.toContain('{"clr_optins":"320777"}')
  })
})
