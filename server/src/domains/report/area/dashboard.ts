import type { ResultOf } from '@yibao/shared/call.ts'
import type { report } from '@yibao/shared/calls/dashboard.ts'
import { yuan } from '@yibao/shared/money.ts'
import { formatDay, formatTime } from '@yibao/shared/time.ts'
import { inArray } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { countWaiting } from '../../approval/rows.ts'
import { store } from '../../organisation/tables.ts'
import { sumsByGroup } from '../fund-sums.ts'
import { booksOf, worstOf } from './books.ts'
import { centreOf } from './centre.ts'
import { storesOf } from './stores.ts'
import { versionsOf } from './versions.ts'

type Result = ResultOf<typeof report.areaDashboard>

/** Stores that the ranking names. */
const ranked = 10

/** Today's stores by their money. */
const rankingOf = async (c: Context): Promise<Result['ranking']> => {
  const today = formatDay(c.now)
  const best = (await sumsByGroup(c, { from: today, to: today }, 'store'))
    .toSorted((a, b) => b.total - a.total)
    .slice(0, ranked)
  const keys = best.map(({ key }) => key)
  const rows = keys.length
    ? await c.db.select({ id: store.id, name: store.name }).from(store).where(inArray(store.id, keys))
    : []
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return best.map(({ key, settlements, total }) => ({
    ...{ key, name: names.get(key) ?? key, count: Math.max(0, settlements), total: yuan(total) },
  }))
}

/** Report/AreaDashboard, for administrators. */
export const areaDashboard = async (c: Context): Promise<Result> => {
  if (!c.me.isAdminUser && !c.me.isSuperAdmin) return refuse('permission.denied', { title: '区域首页' })
  const [stores, books, approvals, centre, versions, ranking, worst] = await Promise.all([
    storesOf(c),
    booksOf(c),
    countWaiting(c),
    centreOf(c),
    versionsOf(c),
    rankingOf(c),
    worstOf(c),
  ])
  return { at: formatTime(c.now), stores, books, approvals, ...centre, versions, ranking, worst }
}
