import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { storeIdOf } from '../../../seed/organisation.ts'
import { startTestServer, testClock } from '../../../test/kit.ts'
import { plansOf } from '../../../test/plans.ts'
import { usual } from '../../../test/postgres.ts'
import { bookedOn } from '../groups/days.ts'
import { reconGroup } from '../tables.ts'
import type { Day } from '../test/bench.ts'
import { useBench } from '../test/use-bench.ts'

// A row of 日对账 says what our book has now, beside what the centre was told; its 合计 says the same.

const bench = useBench()

/** What 日对账 shows of the main insurance of some days, and its 合计. */
const shown = async ({ client }: Day, from: string, to = from) => {
  const asked = { from, to, insutype: '310' }
  const { items } = await client.ok(reconciliation.dayPaged, asked)
  const { totals } = await client.ok(reconciliation.dayTotals, asked)
  const rows = items.map(({ day, state, local, compared }) => ({ day, state, local, compared }))
  return { rows: rows.sort((a, b) => (a.day < b.day ? -1 : 1)), totals: totals! }
}

test('amounts taken from the centre: row and 合计 say the same, and so once that is taken back; what was compared stays named', async () => {
  const day = await bench.day('clerk', '2034-05-12')
  await day.buy('3.00')
  const { id } = await day.buy('2.00')
  const { account, cash, split } = await day.order(id)
  const wrong = { account: account - 50, split: { ...split!, account: account - 50 } }
  await day.patch(id, wrong)
  const [difference] = await day.run()
  const before = { count: 2, total: '5.00', fund: '0.00', account: '4.50', cash: '0.00' }
  const after = { ...before, account: '5.00' }
  expect(cash).toBe(0)
  const unequal = await shown(day, day.date)
  expect(unequal.rows).toEqual([{ day: day.date, state: '3', local: before, compared: undefined }])
  expect((await day.handle(difference!, 'takeCentre')).success).toBe(true)
  const repaired = await shown(day, day.date)
  expect(repaired.rows).toEqual([{ day: day.date, state: '4', local: after, compared: before }])
  expect(repaired.totals).toMatchObject({ total: '5.00', account: '5.00', agreed: '0.00' })
  const [kept] = await day.deps.db.select().from(reconGroup).where(eq(reconGroup.id, difference!.groupId))
  expect(kept, 'what the centre was told is no other').toMatchObject({ count: 2, total: 500, account: 450 })
  await day.client.ok(reconciliation.undo, { diffId: difference!.id })
  expect((await shown(day, day.date)).rows).toEqual([{ ...unequal.rows[0], state: '3' }])
  expect((await day.handle(difference!, 'takeCentre')).success).toBe(true)
  await day.total()
  expect((await shown(day, day.date)).rows).toEqual([{ day: day.date, state: '2', local: after, compared: undefined }])
})

test('moved to the day before by the system: both days say so, and so once it is moved back', async () => {
  const evening = await bench.day('clerk', '2034-05-20', '10:00:00')
  await evening.buy('4.00')
  const { id } = await evening.buy('7.00')
  const ours = new Date('2034-05-21T00:00:07+08:00')
  await evening.patch(id, { settledAt: ours })
  const next = await bench.day('clerk', '2034-05-21', '10:00:00')
  await next.total()
  Object.assign(next, { date: '2034-05-20' })
  const [difference] = await next.run()
  expect(difference).toMatchObject({ handledBy: '系统', handledAction: 'moveDay' })
  const sums = async () =>
    (await shown(next, '2034-05-20', '2034-05-21')).rows.map(({ local, compared }) => [local.total, compared?.total])
  expect(await sums()).toEqual([
    ['11.00', '4.00'],
    ['0.00', '7.00'],
  ])
  expect((await shown(next, '2034-05-20', '2034-05-21')).totals).toMatchObject({ total: '11.00' })
  await next.client.ok(reconciliation.undo, { diffId: difference!.id })
  expect(await sums()).toEqual([
    ['4.00', undefined],
    ['7.00', undefined],
  ])
})

test('one that the centre does not have is marked as undone: the row counts it no more', async () => {
  const day = await bench.day('clerk2', '2034-05-12')
  await day.buy('1.00')
  const { id } = await day.buy('2.00')
  await day.undoAtCentre(id)
  const [difference] = await day.run()
  await day.handle(difference!, 'markReversed')
  expect((await shown(day, day.date)).rows).toMatchObject([
    { state: '4', local: { count: 1, total: '1.00' }, compared: { count: 2, total: '3.00' } },
  ])
})

const clock = testClock()
const server = opened(() => startTestServer({ clock }))

test.skipIf(usual !== 'postgres')(
  'days that lie far apart are read each by itself, not the orders in between',
  async () => {
    const { db } = server.deps
    const storeId = storeIdOf('P32050100001')
    await db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id, operator_name,
      state, person, medical_type, basket, lines, total, created_at, updated_at, settled_at, setl_id)
    select 'o' || n, 'N' || n, '320500', '10001', ${storeId}, 'u', '李䶮', 'settled', '{}', '41', '{}', '[]', 100, at, at, at,
      'S' || n from generate_series(1, 8000) n
    cross join lateral (select ${clock().toISOString()}::timestamptz - n * interval '64 minutes' as at) t`)
    await db.execute(sql`vacuum analyze purchase_order`)
    const days = [3, 300].map((n) => ({ storeId, day: addDays(formatDay(clock()), -n) }))
    const [plan] = await plansOf(db, 'purchase_order', async () => {
      const booked = await bookedOn(db, days)
      expect(booked.map(({ day }) => day).sort()).toEqual(days.map(({ day }) => day).sort())
      expect(booked.every(({ settled }) => settled.count > 20 && settled.count < 24)).toBe(true)
    })
    expect(plan).toMatch(/Index Cond: [^\n]*settled_at >= /)
    expect(plan).toMatch(/Index Cond: [^\n]*reversed_at >= /)
  },
)
