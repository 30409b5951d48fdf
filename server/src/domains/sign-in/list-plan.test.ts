import { signIn as calls } from '@yibao/shared/calls/sign-in.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { databases, startTestServer, testClock } from '../../test/kit.ts'
import { plansOf } from '../../test/plans.ts'

// Years of a chain: more sign-ins than are counted, the newest an hour ago.

const own = storeIdOf('P32050100001')

describe.each(databases)('the sign-ins of years, on %s', (database) => {
  const clock = testClock()
  const server = opened(() => startTestServer({ clock, database }))
  beforeAll(async () => {
    const { db } = server.deps
    await db.execute(sql`insert into sign_in (id, store_id, operator_no, user_id, operator_name, sign_no, mac, ip, day,
        signed_in_at, signed_out_at)
      select 's' || lpad(n::text, 6, '0'), case when n > 10100 then ${storeIdOf('P32010200001')} else ${own} end, 'x' || n, 'u', '李䶮',
        'q', '', '', to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), at, at + interval '30 minutes'
      from generate_series(1, 10200) n cross join lateral
        (select ${clock().toISOString()}::timestamptz - n * interval '1 hour' as at) t`)
    await db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id,
        operator_name, state, person, medical_type, basket, lines, total, created_at, updated_at, sale_mark, settled_at, setl_id)
      select 'o' || n, 'N' || n, '320500', '10001', ${own}, 'u', '李䶮', 'settled', '{}', '41', '{}', '[]', n, at, at, 'sold',
        at, 'S' || n
      from generate_series(1, 1000) n cross join lateral
        (select ${clock().toISOString()}::timestamptz - n * interval '15 minutes' as at) t`)
    await db.execute(sql`vacuum analyze sign_in`)
    await db.execute(sql`vacuum analyze purchase_order`)
  })

  const day = (back: number) => addDays(formatDay(clock()), -back)

  test('are counted up to where a list says more, and the newest stand first, each with what it settled', async () => {
    const clerk = await server.as('clerk')
    const all = await clerk.ok(calls.paged)
    expect([all.items.length, all.total, all.totalIsBound]).toEqual([10, 10_000, true])
    expect(all.items.map(({ id }) => id).slice(0, 3)).toEqual(['s000001', 's000002', 's000003'])
    // From its moment to its end, both included.
    expect(all.items.map(({ settlements }) => settlements)).toEqual(Array(10).fill(3))
    const oldest = await clerk.ok(calls.paged, { sortField: 'signedInAt', sortOrder: 'ascend', to: day(400) })
    expect(oldest.items[0]?.id).toBe('s010100')
    const one = await clerk.ok(calls.paged, { from: day(2), to: day(2), pageSize: 100 })
    expect([one.total, new Set(one.items.map(({ signedInAt }) => signedInAt.slice(0, 10)))]).toEqual([
      24,
      new Set([day(2)]),
    ])
  })

  // Its plans are PostgreSQL's; PGlite is for a few stores.
  if (database === 'postgres')
    test('are read from the index of their moments, and none is put in order', async () => {
      const plansFor = async (who: string) => {
        const client = await server.as(who)
        return plansOf(server.deps.db, 'sign_in', () => client.ok(calls.paged, { from: day(600) }))
      }
      for (const who of ['clerk', 'admin']) {
        const plans = await plansFor(who)
        const page = plans.find((plan) => !plan.startsWith('Aggregate'))
        expect(page, plans.join('\n\n')).toMatch(/Index Scan Backward using sign_in_(store|newest)/)
        expect(page).not.toContain('Sort')
        // What each settled is looked for where it was settled.
        expect(plans.at(-1)).toContain('using order_settled')
      }
    })
})
