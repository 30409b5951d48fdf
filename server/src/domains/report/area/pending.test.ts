import { report } from '@yibao/shared/calls/dashboard.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { addDays, formatDay, startOfDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { storeIdOf } from '../../../seed/organisation.ts'
import { databases, startTestServer, testClock } from '../../../test/kit.ts'
import { sold } from '../../../test/orders.ts'
import { plansOf } from '../../../test/plans.ts'
import { reconDifference, reconGroup } from '../../reconciliation/tables.ts'

const [guanqian, pingjiang, changsha] = ['P32050100001', 'P32050100002', 'P43010200001'].map(storeIdOf) as [
  string,
  string,
  string,
]

describe.each(databases)('on %s', (database) => {
  const clock = testClock()
  const server = opened(() => startTestServer({ clock, database }))
  const today = formatDay(clock())
  const yesterday = addDays(today, -1)
  // Not at the edge of a day, whenever this runs.
  const over = new Date(startOfDay(today).getTime() + 1000)
  const early = new Date(startOfDay(today).getTime() - 1000)

  beforeAll(async () => {
    const { db } = server.deps
    const sums = { count: 1, total: 1, fund: 0, account: 0, cash: 1 }
    const key = { areaCode: '320500', day: yesterday, clrOptins: '320500', clrType: '41', at: over }
    const groups = [
      { id: 'equal', state: '2' },
      { id: 'early', state: '2', at: early },
      { id: 'handled', state: '4' },
      { id: 'one', state: '3' },
      { id: 'three', state: '3', storeId: pingjiang },
      { id: 'unknown', state: '3', storeId: pingjiang },
      { id: 'two', state: '5' },
      { id: 'running', state: '1', storeId: pingjiang },
      { id: 'today', state: '2', day: today },
      { id: 'todays', state: '3', day: today },
      { id: 'far', state: '3', storeId: changsha, areaCode: '430100' },
    ]
    await db
      .insert(reconGroup)
      .values(groups.map((one, i) => ({ ...sums, ...key, storeId: guanqian, insutype: `${400 + i}`, ...one })))
    const open = { one: 1, two: 2, three: 3, far: 4, handled: 0 }
    const row = { class: 'amounts', msgid: '', day: yesterday, storeId: guanqian }
    await db
      .insert(reconDifference)
      .values([
        ...Object.entries(open).flatMap(([groupId, times]) =>
          Array.from({ length: times }, (_, i) => ({ ...row, groupId, id: `${groupId}-${i}` })),
        ),
        { ...row, groupId: 'handled', id: 'done', handledAt: over },
        { ...row, groupId: 'equal', id: 'void', voided: true },
      ])
    await sold(server.deps, { id: 'rare', storeId: pingjiang, insutype: '340', settledAt: early })
  })

  const area = () => server.as('area', { areaCode: '320500' })
  const day = { from: yesterday, to: yesterday }
  const listed = async (input: object) =>
    (await (await area()).ok(reconciliation.dayPaged, { ...input, pending: true, pageSize: 100 })).items

  test('what waits is listed whatever its state, the worst first; today’s may still come to agree', async () => {
    const found = await listed(day)
    const names = found.map(({ id, insutype, open }) => (insutype === '340' ? ['rare', open] : [id, open]))
    expect(names.slice(0, 4)).toEqual([
      ['three', 3],
      ['two', 2],
      ['one', 1],
      ['unknown', 0],
    ])
    expect(names.slice(4).sort()).toEqual([
      ['early', 0],
      ['rare', 0],
      ['running', 0],
    ])
    expect((await listed({ ...day, to: today })).map(({ id }) => id)).toContain('todays')
    expect((await listed({ from: today, to: today })).map(({ id }) => id)).toEqual(['todays'])
    expect((await listed({ ...day, state: '5' })).map(({ id }) => id)).toEqual(['two'])
    expect((await listed({ ...day, storeId: guanqian })).map(({ id }) => id)).toEqual(['two', 'one', 'early'])
  })

  test('the home page counts what that list shows', async () => {
    const client = await area()
    const agree = async () => {
      const { books } = await client.ok(report.areaDashboard)
      const { items, total } = await client.ok(reconciliation.dayPaged, { ...day, pending: true, pageSize: 100 })
      const { totals } = await client.ok(reconciliation.dayTotals, { ...day, pending: true })
      expect(books.pending).toBe(total)
      expect(books.differences).toBe(totals!.open)
      const stores = new Set(items.map(({ storeId }) => storeId))
      expect(books.unequal + books.unfinished).toBeGreaterThanOrEqual(stores.size)
      return books
    }
    expect(await agree()).toMatchObject({ pending: 7, differences: 6, stores: 2, unequal: 2, unfinished: 2 })
    await server.deps.db.update(reconDifference).set({ handledAt: over }).where(eq(reconDifference.groupId, 'two'))
    await server.deps.db.update(reconGroup).set({ state: '4' }).where(eq(reconGroup.id, 'two'))
    expect(await agree()).toMatchObject({ pending: 6, differences: 4, unequal: 2 })
  })

  // The embedded one plans by itself: only of PostgreSQL it matters with a year of rows.
  if (database !== 'postgres') return
  test('of a year of groups the home page reads those of one day', async () => {
    const { db } = server.deps
    await db.execute(sql`insert into recon_group (id, store_id, area_code, day, clr_optins, insutype, clr_type, count, total,
        fund, account, cash, state, at)
      select 'y' || s || '-' || n, 's' || s, '320500', to_char(date '2025-01-01' + n, 'YYYY-MM-DD'), '320599', '310', '41', 1,
        1, 1, 1, 1, '2', now() from generate_series(1, 40) s, generate_series(0, 300) n`)
    await db.execute(sql`vacuum analyze recon_group`)
    const plans = await plansOf(db, 'recon_group', async () => void (await (await area()).ok(report.areaDashboard)))
    expect(plans.join('\n\n')).toMatch(/Index Cond: \(?\(day >= /)
    expect(plans.join('\n\n')).not.toMatch(/Seq Scan on recon_group|purchase_order.*settled_at >/)
  })
})
