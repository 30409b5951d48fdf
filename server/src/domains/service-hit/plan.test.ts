import { serviceHit as calls } from '@yibao/shared/calls/service-hit.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { plansOf } from '../../test/plans.ts'
import { usual } from '../../test/postgres.ts'

const clock = testClock()
const server = opened(() => startTestServer({ clock }))

test.skipIf(usual !== 'postgres')(
  'who called in a month is found by hash, and not put in order of all the calls',
  async () => {
    const { db } = server.deps
    const today = formatDay(clock())
    await db.execute(sql`insert into service_user (day, call, user_id, company_id)
    select to_char(${today}::date - d, 'YYYY-MM-DD'), 'order.c' || c, 'u' || u, '10001'
    from generate_series(0, 29) d, generate_series(1, 20) c, generate_series(1, 50) u`)
    await db.execute(sql`vacuum analyze service_user`)
    const admin = await server.as('admin')
    const plans = await plansOf(db, 'service_user', async () => {
      await admin.ok(calls.byDay, { from: addDays(today, -29), to: today, groupBy: 'day' })
    })
    expect(plans.join('\n\n')).toMatch(/HashAggregate\n[^\n]*Group Key[^\n]*\n[^\n]*service_user/)
  },
)
