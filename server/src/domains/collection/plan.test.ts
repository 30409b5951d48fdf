import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/kit.ts'
import { usual } from '../../test/postgres.ts'
import { numbered } from '../order/list-filters.ts'
import { toReturn } from './tables.ts'

// A chain's book: nearly all of it collected, a few orders to be given back.

test.skipIf(usual !== 'postgres')('each list reads its index, and what goes back one of its own', async () => {
  const server = await startTestServer({ handlers: {} })
  try {
    const { db } = server.deps
    await db.execute(sql`insert into order_collection (order_id, order_no, area_code, store_id, setl_id, at, gone, due,
        family_account, paid)
      select 'o' || n, 'N' || n, 'a' || n % 20, 's' || n % 300, 'S' || n, now() - n * interval '1 minute', n % 997 = 0,
        case when n % 997 = 0 then 0 else 100 end, 0, 100 from generate_series(1, 40000) n`)
    await db.execute(sql`analyze order_collection`)
    const plan = async (asked: ReturnType<typeof sql>) =>
      JSON.stringify(((await db.execute(sql`explain (costs off) ${asked}`)) as unknown as { rows: unknown[] }).rows)
    const lists = {
      order_collection_store: sql`store_id = 's7'`,
      order_collection_area: sql`area_code = 'a7'`,
      order_collection_at: sql`at >= now() - interval '60 days'`,
    }
    for (const [index, where] of Object.entries(lists)) {
      const newest = sql`select * from order_collection where ${where} order by at desc, order_id desc limit 10`
      expect(await plan(newest)).toContain(index)
    }
    const few = sql`select count(*) from order_collection where store_id = 's7' and ${toReturn}`
    expect(await plan(few)).toContain('order_collection_unusual')
    await db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id,
        operator_name, erp_bill, setl_id, state, person, medical_type, basket, lines, total, created_at, updated_at)
      select order_id, order_no, area_code, '10001', store_id, 'u', '李䶮', 'XS' || order_no, setl_id, 'settled', '{}', '41',
        '{}', '[]', 1, at, at from order_collection`)
    await db.execute(sql`analyze purchase_order`)
    const one = sql`select * from order_collection where order_id in (select id from purchase_order
      where ${numbered('N1')}) order by at desc, order_id desc limit 10`
    expect(await plan(one)).not.toMatch(/Seq Scan|order_collection_at/)
  } finally {
    await server.close()
  }
})
