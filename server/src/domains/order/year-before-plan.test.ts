import { eq, type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import type { Database } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { startTestServer } from '../../test/kit.ts'
import { order } from './tables.ts'
import { beforeThis } from './year-before.ts'

// A drawer, a slip and each reprint ask it of an order among all orders and their events: only the person's are read.

const server = opened(() => startTestServer({ handlers: {} }))
beforeAll(async () => {
  const { db } = server.deps
  // Each of 600 persons bought fifty times; some of it came back, little is in the air.
  await db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id, operator_name,
      state, person, psn_hash, medical_type, basket, lines, total, created_at, updated_at, setl_id, settled_at)
    select 'o' || n, 'N' || n, '320500', '10001', 's' || n % 300, 'u', '李䶮',
      case when n % 50 = 0 then 'reversed' when n % 3000 = 1 then 'unknown' when n % 40 = 0 then 'presettled' else 'settled' end,
      jsonb_build_object('yearBefore', jsonb_build_object('year', '2026', 'at', '2026-01-01T08:00:00+08:00', 'total', 100)),
      'p' || n % 600, '14', '{}', '[]', 1, at, at, 'S' || n, case when n % 40 > 0 then at end
    from generate_series(1, 30000) n
    cross join lateral (select timestamptz '2026-01-01 08:00:00+08' + n * interval '10 minutes' as at) t`)
  await db.execute(sql`insert into order_event (id, order_id, at, from_state, to_state, move, by)
    select 'e' || k || id, id, created_at + k * interval '1 second', '', case k when 1 then 'settling' else 'settled' end, 'm', 'u'
    from purchase_order, generate_series(1, 2) k`)
  await db.execute(sql`analyze purchase_order, order_event`)
})

test('what came between is asked of the person’s own orders and their events, whatever stands beside them', async () => {
  const { db } = server.deps
  const [row] = await db.select().from(order).where(eq(order.id, 'o9007'))
  const plans: string[] = []
  const explained = {
    execute: async (query: SQL) => {
      const answer = await db.execute(sql`explain (costs off) ${query}`)
      plans.push(JSON.stringify(rowsFrom<unknown>(answer)))
      return db.execute(query)
    },
  } as unknown as Database
  expect(await beforeThis(explained, row!), 'fourteen others of his came between').toBeUndefined()
  expect(plans).toHaveLength(1)
  for (const index of ['order_person', 'order_in_air', 'order_person_back', 'order_event_order'])
    expect(plans[0]).toMatch(new RegExp(`using ${index} |on ${index}"`))
  expect(plans[0]).not.toContain('Seq Scan')
})
