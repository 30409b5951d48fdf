import { order as calls } from '@yibao/shared/calls/books.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../database/seed/organisation.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { plansOf } from '../../test/plans.ts'
import { usual } from '../../test/postgres.ts'

// Orders as wide as they are: reading all of them to find that none is asked for is what the indexes spare.

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  await server.deps.db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id,
      operator_name, state, person, insutype, medical_type, basket, lines, total, created_at, updated_at, sale_mark, settled_at,
      setl_id)
    select 'o' || n, 'N' || n, '320500', '10001', ${storeIdOf('P32050100001')}, 'u', '李䶮', 'settled', '{}', '310', '41',
      jsonb_build_object('accountUsed', true, 'diseaseName', repeat('䶮', 500)), '[]', n, at, at, 'sold', at, 'S' || n
    from generate_series(1, 6000) n
    cross join lateral (select ${clock().toISOString()}::timestamptz - n * interval '30 minutes' as at) t`)
  await server.deps.db.execute(sql`vacuum analyze purchase_order`)
})

test.skipIf(usual !== 'postgres').each([
  ['total', { minTotal: '99999.00' }, 0],
  ['insutype', { insutype: '510' }, 0],
  ['medical_type', { medicalType: '9904' }, 0],
  ['out_flag', { outFlag: '2' }, 0],
  ['source', { source: '5' }, 0],
  ["insuredArea'::text\\)", { insuredArea: '310000' }, 0],
  // Most were settled before, and the newest are walked over.
  ['settled_at', { settledTo: addDays(formatDay(clock()), -10) }, 10],
] as const)('orders of another %s are not read', async (column, asked, found) => {
  const looked = new RegExp(`order_(store_|area_)?created [^\\n]*\\n *Index Cond: [^\\n]*${column} [<>=]`)
  const clients = [await server.as('area', { areaCode: '320500' }), await server.as('clerk'), await server.as('admin')]
  for (const client of clients) {
    const plans = await plansOf(server.deps.db, 'purchase_order', async () => {
      expect((await client.ok(calls.paged, asked)).items).toHaveLength(found)
    })
    expect(plans.join('\n')).toMatch(looked)
  }
})
