import { approval as calls } from '@yibao/shared/calls/approval.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { seedId, storeIdOf } from '../../seed/organisation.ts'
import { startTestServer } from '../../test/kit.ts'
import { plansOf } from '../../test/plans.ts'
import { usual } from '../../test/postgres.ts'

const server = opened(startTestServer)

test.skipIf(usual !== 'postgres')('who asked is looked for without reading what somebody judged', async () => {
  const { db } = server.deps
  await db.execute(sql`insert into approval_request (id, no, kind, target, input, title, reason, facts, subject, area_code,
      store_id, applicant_id, applicant_name, state, submitted_at, expires_at, judged_by_id, judged_at, ended_at)
    select 'a' || n, 'SP' || n, 'reversal', 't' || n, repeat('x', 400), '撤销', repeat('退', 200), '[]', '{"id":"o"}', '320500',
      ${storeIdOf('P32050100001')}, 'u' || n % 100, case when n % 4000 = 0 then '𠮷䶮' else '李店员' end, 'done', at, at,
      case when n % 4 = 0 then ${seedId(2, 1)} else 'u' end, at, at
    from generate_series(1, 8000) n cross join lateral (select now() - n * interval '1 hour' as at) t`)
  await db.execute(sql`vacuum analyze approval_request`)
  const admin = await server.as('admin')
  const plans = await plansOf(db, 'approval_request', async () => {
    const { items, total } = await admin.ok(calls.paged, { tab: 'judged', applicant: '𠮷' })
    expect([items.map(({ applicantName }) => applicantName), total]).toEqual([['𠮷䶮', '𠮷䶮'], 2])
  })
  // By the names alone, which an index has beside who judged; then those that were found.
  for (const plan of plans) expect(plan).toContain('Index Scan using approval_request_pkey')
  const { rows } = (await db.execute(
    sql`select indexdef from pg_indexes where indexname = 'approval_judge'`,
  )) as unknown as {
    rows: { indexdef: string }[]
  }
  expect(rows[0]?.indexdef).toContain('(judged_by_id, submitted_at, id, applicant_name)')
})
