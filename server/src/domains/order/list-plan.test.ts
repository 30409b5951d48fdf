import { order as calls } from '@yibao/shared/calls/order.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
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

test.skipIf(usual !== 'postgres')(
  'the rows before a page far behind are passed over in an index, not read',
  async () => {
    for (const client of [
      await server.as('area', { areaCode: '320500' }),
      await server.as('clerk'),
      await server.as('admin'),
    ]) {
      const numbers = async (page: number) =>
        (await client.ok(calls.paged, { page, pageSize: 20 })).items.map(({ orderNo }) => orderNo)
      const plans = await plansOf(server.deps.db, 'purchase_order', async () => {
        expect(await numbers(61)).toEqual(Array.from({ length: 20 }, (_, n) => `N${1201 + n}`))
      })
      expect(plans[0]).toMatch(/Index (Only )?Scan Backward using order_(store_|area_)?created/)
      expect(plans[0], 'nothing but which they are').not.toMatch(/Nested Loop|Join/)
      expect(plans[1]).toMatch(/using purchase_order_pkey/)
      // The first that is read so begins where the last that is not ends.
      expect(await numbers(50)).toEqual(Array.from({ length: 20 }, (_, n) => `N${981 + n}`))
      expect(await numbers(51)).toEqual(Array.from({ length: 20 }, (_, n) => `N${1001 + n}`))
      expect(await numbers(301)).toEqual([])
    }
  },
)

test.skipIf(usual !== 'postgres')(
  'of a company the newest of each of its stores are read, and of an area its own',
  async () => {
    const [admin, area] = [await server.as('admin'), await server.as('area', { areaCode: '320500' })]
    const asked = async (client: typeof admin, call: typeof calls.paged | typeof calls.totals, input: object) =>
      plansOf(server.deps.db, 'purchase_order', () => client.ok(call, input))
    // Nobody's orders are among the newest of everybody: there a company without any would be looked for to the end.
    for (const client of [admin, area])
      for (const companyId of ['10001', 'none']) {
        const [ids] = await asked(client, calls.paged, { companyId })
        expect(ids).toMatch(/Index Only Scan Backward using order_store_created/)
        expect(ids, 'its stores are found once').not.toMatch(/InitPlan/)
      }
    const numbers = async (companyId: string | undefined, page: number) =>
      (await admin.ok(calls.paged, { ...(companyId && { companyId }), page, pageSize: 20 })).items.map(
        (row) => row.orderNo,
      )
    for (const page of [1, 2, 61]) expect(await numbers('10001', page)).toEqual(await numbers(undefined, page))
    expect(await numbers('none', 1)).toEqual([])
    const [page] = await asked(admin, calls.paged, { areaCode: '320100' })
    expect(page).toContain('order_area_created')
    // What is summed ends behind ten thousand rows, wherever they are.
    for (const input of [{}, { areaCode: '320500' }, { companyId: '10001' }, { insutype: '310' }])
      for (const client of [admin, area])
        for (const plan of await asked(client, calls.totals, input)) expect(plan).toMatch(/Aggregate\n *-> *Limit/)
  },
)
