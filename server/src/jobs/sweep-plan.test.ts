import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { idempotency } from '../call/tables.ts'
import { startTestServer } from '../test/kit.ts'
import { plansOf } from '../test/plans.ts'
import { usual } from '../test/postgres.ts'
import { sweepOnce } from './sweep.ts'

const server = opened(() => startTestServer())

test.skipIf(usual !== 'postgres')(
  'of the numbers of a week of calls those that go are found by their age: every counter writes one for each call',
  async () => {
    const { db } = server.deps
    await db.execute(sql`insert into idempotency (user_id, call, key, body_hash, started_at)
      select 'u', 'order.settle', n::text, '', now() - make_interval(secs => n * 30) from generate_series(1, 20200) n`)
    await db.execute(sql`vacuum analyze idempotency`)
    const plans = await plansOf(db, 'idempotency', () => sweepOnce(server.deps))
    expect(plans).toEqual([
      expect.stringMatching(/Index (Only )?Scan using idempotency_started|on idempotency_started/),
    ])
    expect(await db.$count(idempotency)).toBeLessThanOrEqual(20_160)
  },
)
