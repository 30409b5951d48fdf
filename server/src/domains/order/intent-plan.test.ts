import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { startTestServer } from '../../test/kit.ts'
import { ofKind } from './list-filters.ts'
import { order } from './tables.ts'

const server = opened(() => startTestServer({ handlers: {} }))
beforeAll(async () => {
  const { db } = server.deps
  await db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id,
      operator_name, state, person, medical_type, basket, lines, total, created_at, updated_at)
    select 'o' || n, 'N' || n, '320500', '10001', 's' || n % 300, 'u', '李䶮',
      case when n % 2000 = 0 then 'unknown' when n % 100 = 0 then 'presettled' else 'settled' end, '{}', '41', '{}', '[]', 1,
      now() - n * interval '1 minute', now() - n * interval '1 minute' from generate_series(1, 30000) n`)
  await db.execute(sql`insert into settlement_intent (id, msgid, infno, order_id, area_code, company_id, store_id, user_id,
      call_name, idempotency_key, payload, outcome, node, lease_until, sent_at, created_at)
    select 'i' || id, 'M' || id, '2102', id, area_code, company_id, store_id, 'u', 'settle', id, repeat('x', 900), 'booked',
      'n', created_at, created_at, created_at from purchase_order where state = 'settled'`)
  await db.execute(sql`analyze purchase_order, settlement_intent`)
})

test.each([
  [
    'one order that is opened',
    sql`select * from settlement_intent where order_id = 'o17' order by created_at desc limit 1`,
  ],
  ['the abnormal ones of a page', sql`select * from settlement_intent where order_id in ('o17', 'o18', 'o19')`],
  ['a kind of abnormal order', sql`select id from ${order} where ${ofKind('reversalUnknown')}`],
  [
    'baskets that were left',
    sql`select id from purchase_order o where state = 'presettled' and created_at < now() - interval '20 days'
      and not exists (select 1 from settlement_intent i where i.order_id = o.id)`,
  ],
])('what was sent for %s is found without reading all that was ever sent', async (_, asked) => {
  const answer = await server.deps.db.execute(sql`explain (costs off) ${asked}`)
  const plan = JSON.stringify(rowsFrom<unknown>(answer))
  expect(plan).toContain('intent_order')
  expect(plan).not.toContain('Seq Scan on settlement_intent')
})
