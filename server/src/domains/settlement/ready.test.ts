import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { databases, startTestServer } from '../../test/kit.ts'
import { readyOn } from './ready.ts'

describe.each(databases)('what a settlement depends on, on %s', (database) => {
  const server = opened(() => startTestServer({ database }))

  test('is read without going through the other orders of the area, however many of them are abnormal', async () => {
    const { db } = server.deps
    await db.execute(sql`
      insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id, operator_name, state, flags,
        person, psn_hash, medical_type, basket, lines, total, created_at, updated_at, source)
      select 'o' || n, 'YB' || n, '320500', '10001', 's' || n % 40, 'x', '李店员', 'settled',
        case when n % 5 = 0 then '["erpMissing"]'::jsonb else '[]'::jsonb end,
        '{}', md5(n::text), '41', '{}', '[]', n, now(), now(), '1' from generate_series(1, 5000) n`)
    await db.execute(sql`analyze purchase_order`)
    const text = readyOn(db).toSQL().sql.replaceAll(/\$\d+/g, "'o17'")
    const { rows } = (await db.execute(sql.raw(`explain ${text}`))) as unknown as { rows: { 'QUERY PLAN': string }[] }
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/using order_in_air on purchase_order twin/)
    expect(plan).not.toMatch(/order_area_created|order_abnormal|Seq Scan on purchase_order/)
  })
})
