import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { startTestServer } from '../../test/kit.ts'
import { numbered } from './list-filters.ts'
import { intent } from './tables.ts'

const server = opened(startTestServer)
beforeAll(async () => {
  await server.deps.db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id,
      operator_name, erp_bill, setl_id, state, person, medical_type, basket, lines, total, created_at, updated_at)
    select 'o' || n, 'N' || n, '320500', '10001', 's' || n % 300, 'u', '李䶮', 'XS' || n, 'S' || n, 'settled', '{}', '41',
      '{}', '[]', 1, now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, 60000) n`)
  await server.deps.db.execute(sql`insert into settlement_intent (id, msgid, infno, order_id, area_code, company_id, store_id,
      user_id, call_name, idempotency_key, payload, outcome, node, lease_until, sent_at, created_at)
    select 'i' || n, 'M' || n, '2102', 'o' || n, '320500', '10001', 's', 'u', 'settle', 'k' || n, 'sealed', 'booked', 'n',
      now(), now(), now() from generate_series(1, 59000) n`)
  await server.deps.db.execute(sql`analyze purchase_order, settlement_intent`)
})

test.each([
  ['an administrator', sql`area_code = '320500'`],
  ['a clerk', sql`store_id = 's7'`],
  ['who sees everything', sql`true`],
])('%s finds an order by any of its numbers without reading the others', async (_, scope) => {
  const answer = await server.deps.db.execute(sql`explain (costs off) select * from purchase_order
    where ${scope} and ${numbered('S30007')} and state <> 'drafted' order by created_at desc, id desc limit 20`)
  const plan = JSON.stringify(rowsFrom<unknown>(answer))
  for (const name of ['order_number', 'order_erp', 'order_setl', 'order_reversal_setl']) expect(plan).toContain(name)
  expect(plan).not.toMatch(/Seq Scan|_created/)
})

test('what was ever sent of an order is found by it, and that nothing was, too', async () => {
  const { db } = server.deps
  const nothing = sql`not exists (select 1 from ${intent} where ${intent.orderId} = purchase_order.id)`
  for (const asked of [
    sql`select * from ${intent} where ${intent.orderId} = 'o77' order by created_at desc limit 1`,
    sql`select id from purchase_order where created_at < now() and state in ('drafted', 'presettled') and ${nothing} limit 500`,
  ]) {
    const answer = await db.execute(sql`explain (costs off) ${asked}`)
    const plan = JSON.stringify(rowsFrom<unknown>(answer))
    expect(plan).toContain('intent_order')
    expect(plan).not.toContain('Seq Scan on settlement_intent')
  }
})
