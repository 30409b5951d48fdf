import { message as calls } from '@yibao/shared/calls/message.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { plansOf } from '../../test/plans.ts'
import { usual } from '../../test/postgres.ts'

// A chain with a notice in force for each of its many stores, which every page of its administrator counts.

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
const many = 25_000
beforeAll(async () => {
  const now = clock().toISOString()
  await server.deps.db.execute(sql`insert into message (id, title, content, type, level, scope, stores, publisher_name,
      published_at, valid_from, valid_to)
    select 'm' || n, '协议到期', '…', 'notice', 'info', 'stores', jsonb_build_array(case when n % 5 = 0
      then ${storeIdOf('P32050100001')} else 's' || n end), '系统', ${now}::timestamptz, ${now}::timestamptz,
      ${now}::timestamptz + interval '1 month' from generate_series(1, ${many}::int) n`)
  await server.deps.db.execute(sql`vacuum analyze message`)
})

test.skipIf(usual !== 'postgres')(
  'a notice is looked up among the asker’s stores, and whether it is new once',
  async () => {
    const area = await server.as('area', { areaCode: '320500' })
    const plans = await plansOf(server.deps.db, 'message', async () => {
      expect((await area.ok(calls.unread)).count).toBe(many / 5)
    })
    const [mustRead, counted] = plans
    expect(mustRead).toContain('message_must_read')
    expect(counted).toContain('jsonb_array_elements_text')
    expect(counted).not.toContain('?|')
    expect(counted, 'whether it was read and whether it was put away are one question').not.toMatch(
      /read_at|deleted_at/,
    )
  },
)

test('more than a statement has room for are read at once', async () => {
  const admin = await server.as('admin')
  expect((await admin.ok(calls.unread)).count).toBe(many)
  await admin.ok(calls.read, { ids: ['m1'] })
  clock.advance(1000)
  expect(await admin.ok(calls.readAll)).toEqual({ count: 0 })
  expect((await admin.ok(calls.paged, { tab: 'read', keyword: '协议' })).total).toBe(10_000)
  const { rows } = (await server.deps.db.execute(
    sql`select count(distinct read_at)::int as times, count(*)::int as n from message_reader`,
  )) as unknown as { rows: unknown[] }
  expect(rows, 'the first reading counts').toEqual([{ times: 2, n: many }])
})
