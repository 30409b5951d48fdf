import { clientMonitor as calls } from '@yibao/shared/calls/client-monitor.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { startTestServer, testClock } from '../../../test/kit.ts'
import { plansOf } from '../../../test/plans.ts'
import { usual } from '../../../test/postgres.ts'

// A chain's counters: each is one of a store, and every store of the chain is looked at for none of them.

const clock = testClock()
const server = opened(() => startTestServer({ clock }))

test.skipIf(usual !== 'postgres')(
  'a counter’s stores are found by their ids, whatever else the chain has',
  async () => {
    const { db } = server.deps
    await db.execute(sql`insert into store (id, "companyId", "areaCode", "fixmedinsCode", name)
    select 's' || n, '10001', '320500', 'Q' || n, '连锁大药房' || n from generate_series(1, 2000) n`)
    await db.execute(sql`insert into agent (id, "publicKey", "storeIds", machine, version, enrolled_at, last_seen_at)
    select 'a' || n, 'k', jsonb_build_array('s' || n % 2000 + 1), '前台' || n, '1.2.3', now(), now()
    from generate_series(1, 6000) n`)
    // One that is open asks of each counter whether its stores lie in these areas.
    await db.execute(sql`insert into agent_release (id, version, channel, rank, min_version, signed, signers, files, size, state,
      scope, areas, expires_at, created_at, created_by)
    values ('r', '1.2.4', 'stable', 10000200004, '', '{}', '[]', 1, 1, 'open', 'areas', '["320100"]', now(), now(), 'u')`)
    await db.execute(sql`vacuum analyze store, agent, agent_release`)
    const [admin, area] = [await server.as('admin'), await server.as('area', { areaCode: '320500' })]
    for (const who of [admin, area]) {
      const plans = await plansOf(db, 'agent', async () => {
        const { items, total } = await who.ok(calls.paged, { keyword: '连锁大药房17' })
        expect([total, items[0]?.stores]).toEqual([333, '连锁大药房17'])
        await who.ok(calls.summary)
      })
      const asked = plans.filter((plan) => plan.includes('store'))
      expect(asked.length).toBeGreaterThanOrEqual(3)
      for (const plan of asked) {
        expect(plan).toMatch(/Index Scan (using|on) store_pkey/)
        expect(plan).not.toContain('Seq Scan on store')
        expect(plan, 'the many stores of a scope are no condition of it').not.toContain('Index Cond: ((id = ANY')
      }
    }
  },
)
