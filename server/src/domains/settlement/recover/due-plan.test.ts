import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { databaseNow } from '../../../database/held.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import { startTestServer } from '../../../test/kit.ts'
import { plansOf } from '../../../test/plans.ts'
import { usual } from '../../../test/postgres.ts'
import { dueAreas, dueIntents } from './claim.ts'

const server = opened(() => startTestServer({ handlers: {} }))

test.skipIf(usual !== 'postgres')(
  'while a backup holds its snapshot a look for what is unknown reads nothing of what was settled since it began',
  async () => {
    const { deps, databaseUrl } = server
    const { db } = deps
    const backup = new pg.Client({ connectionString: databaseUrl })
    await backup.connect()
    try {
      await backup.query('begin isolation level repeatable read')
      await backup.query('select 1 from store')
      await db.execute(sql`insert into settlement_intent (id, msgid, infno, order_id, area_code, company_id, store_id, user_id,
          call_name, idempotency_key, payload, node, lease_until, sent_at, created_at)
        select 'i' || n, 'M' || n, '2102', 'o' || n, '320500', 'c', 's', 'u', 'settle', n::text, '', 'n', t + interval '20 s',
          t, t from generate_series(1, 3000) n, lateral (select now() - make_interval(secs => 60 + n) as t) t`)
      await db.execute(sql`update settlement_intent set outcome = 'booked'`)
      await db.execute(sql`analyze settlement_intent`)
      const { areas, since } = await dueAreas(deps)
      expect(areas).toEqual([])
      expect(Math.abs(since.getTime() - (await databaseNow(db)).getTime())).toBeLessThan(5000)
      const plans = await plansOf(db, 'settlement_intent', async () => {
        await dueAreas(deps, since)
        await dueIntents(deps, '320500', 'longest', { limit: 3, since })
      })
      expect(plans).toHaveLength(2)
      for (const plan of plans) {
        expect(plan).toMatch(/Scan (using|on) intent_unknown[\s\S]*Scan (using|on) intent_lease/)
        expect(plan).toMatch(/Index Cond: .*lease_until > /)
        expect(plan).not.toMatch(/intent_open|Seq Scan/)
      }
    } finally {
      await backup.end()
    }
  },
)

test('what a full look found and no round has taken yet stays in sight of the next ones', async () => {
  const { deps } = server
  await deps.db.execute(sql`delete from settlement_intent`)
  const { since } = await dueAreas(deps)
  const put = (id: string, seconds: number) =>
    deps.db.execute(sql`insert into settlement_intent (id, msgid, infno, order_id, area_code, company_id, store_id, user_id,
        call_name, idempotency_key, payload, node, lease_until, sent_at, created_at)
      values (${id}, ${id}, '2102', ${id}, '320500', 'c', 's', 'u', 'settle', ${id}, '', 'n',
        now() + make_interval(secs => ${seconds}), now(), now())`)
  const found = async (from?: Date) => {
    const looked = await dueAreas(deps, from)
    const ids = await dueIntents(deps, '320500', 'newest', { limit: 9, since: looked.since })
    return { areas: looked.areas, ids: ids.sort(), since: looked.since }
  }
  await put('left', -3600)
  expect(await found(since), 'of before: the full look alone').toMatchObject({ areas: [], ids: [] })
  const full = await found()
  expect(full).toMatchObject({ areas: ['320500'], ids: ['left'] })
  await put('lost', 0)
  expect(await found(full.since)).toMatchObject({ areas: ['320500'], ids: ['left', 'lost'] })
  const rows = await deps.db.execute(sql`update settlement_intent set outcome = 'unknown' returning id`)
  expect(rowsFrom(rows)).toHaveLength(2)
  expect(await found(await dueAreas(deps).then((looked) => looked.since))).toMatchObject({ ids: ['left', 'lost'] })
})
