import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { addMonths, formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { storeIdOf } from '../../../seed/organisation.ts'
import { startTestServer, testClock } from '../../../test/kit.ts'
import { plansOf } from '../../../test/plans.ts'
import { usual } from '../../../test/postgres.ts'

// A store with many groups, every day of two months of them equal, and their months.

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
const storeId = storeIdOf('P32050100001')
const month = addMonths(formatDay(clock()).slice(0, 7), -1)

beforeAll(async () => {
  const { db } = server.deps
  const group = sql`${storeId}, '320500', '320500', 'I' || n, '41', 1, 100, 0, 0, 100, '2'`
  await db.execute(sql`insert into recon_group (id, day, store_id, area_code, clr_optins, insutype, clr_type, count, total,
      fund, account, cash, state, at)
    select 'g' || d || '-' || n, ${month} || '-' || lpad(d::text, 2, '0'), ${group}, ${clock().toISOString()}
    from generate_series(1, 28) d, generate_series(1, 60) n`)
  await db.execute(sql`insert into recon_month (id, month, store_id, area_code, clr_optins, insutype, clr_type, count, total,
      fund, account, cash, state, operator_name, at)
    select 'm' || n, ${month}, ${group}, '李䶮', ${clock().toISOString()} from generate_series(1, 60) n`)
  await db.execute(sql`update recon_group set state = '3' where insutype = 'I7' and day = ${`${month}-03`}`)
  await db.execute(sql`vacuum analyze recon_group`)
  await db.execute(sql`vacuum analyze recon_month`)
})

const asked = { from: month, to: month, storeId }

test('months by their state, and how many there are of it', async () => {
  const area = await server.as('area', { areaCode: '320500' })
  const found = async (input: object) => {
    const { items, total } = await area.ok(monthBooks.monthPaged, { ...asked, ...input })
    return [items.length, total, [...new Set(items.map(({ state }) => state))].join()]
  }
  expect(await found({})).toEqual([10, 60, '2'])
  expect(await found({ state: '2' })).toEqual([10, 59, '2'])
  expect(await found({ state: '0' })).toEqual([1, 1, '0'])
  expect(await found({ page: 6, pageSize: 11 })).toEqual([5, 60, '2,0'])
  expect(await found({ page: 7 })).toEqual([0, 60, ''])
})

test.skipIf(usual !== 'postgres')('only the days of the months that are shown are gone through', async () => {
  const area = await server.as('area', { areaCode: '320500' })
  const plans = await plansOf(server.deps.db, 'recon_difference', () => area.ok(monthBooks.monthPaged, asked))
  // Whatever a row is asked stands over the page, not below it.
  expect(plans[0]).toMatch(/^(?!Limit)[\s\S]*-> +Limit[\s\S]*SubPlan/)
})
