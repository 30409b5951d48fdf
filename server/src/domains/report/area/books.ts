import { yuan } from '@yibao/shared/money.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { addDays, addMonths, formatDay } from '@yibao/shared/time.ts'
import { and, count, desc, eq, gte, sql } from 'drizzle-orm'
import { sha256hex } from '../../../base/hash.ts'
import type { Context } from '../../../call/context.ts'
import type { Database } from '../../../database/open.ts'
import { dueOf } from '../../liquidation/due.ts'
import { openSums } from '../../liquidation/open-sums.ts'
import { order } from '../../order/tables.ts'
import { store } from '../../organisation/tables.ts'
import { isOpen } from '../../reconciliation/list/day-list.ts'
import { openDays, standingOf } from '../../reconciliation/list/standing.ts'
import { reconDifference } from '../../reconciliation/tables.ts'
import { inTheAir } from '../home/pending.ts'

/** Stores that a chart compares. */
const compared = 10

const countOf = (which: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${which}))::int`

/** Closed months that are looked at: as many as 未清算报表 shows unless somebody asks for others. */
const months = 3

const sumUnclaimed = async (c: Context, to: string): Promise<number> => {
  const open = await openSums(c, { from: addMonths(to, 1 - months), to })
  const due = await dueOf(
    c,
    open.map(({ storeId }) => storeId),
  )
  return open.reduce((sum, one) => sum + due(one.storeId, one), 0)
}

/** ms a sum is shown for: the page asks each minute, and months that are over move when somebody applies for one. */
const lasts = 300_000
/** Scopes whose sums are kept: those of the people who have this page open. */
const most = 200

const kept = new WeakMap<Database, Map<string, { since: number; sum: Promise<number> }>>()

/**
 * What is to be claimed of closed months and is in no accepted application, fen (ux 7: 待清算); of the last minutes. Where a
 * month is applied for in part its orders are read one by one, which is too much for every look at a home page.
 */
const unclaimedOf = (c: Context): Promise<number> => {
  const to = lastMonth(c.now)
  const sums = kept.get(c.db) ?? new Map()
  kept.set(c.db, sums)
  const key = sha256hex(JSON.stringify([to, c.scope.take()]))
  const known = sums.get(key)
  const now = c.now.getTime()
  if (known && Math.abs(now - known.since) < lasts) return known.sum
  if (sums.size >= most) sums.clear()
  const sum = sumUnclaimed(c, to)
  sums.set(key, { since: now, sum })
  // What did not come is asked for again.
  sum.catch(() => sums.delete(key))
  return sum
}

/** Where money is at risk: yesterday's books that are not equal, and orders nobody knows the end of (ux 7). */
export const booksOf = async (c: Context) => {
  const today = formatDay(c.now)
  const { handled: _, ...standing } = await standingOf(c, addDays(today, -1))
  const [unknown] = await c.db
    .select({ n: count() })
    .from(order)
    .where(and(c.scope.where(order.storeId), inTheAir))
  return {
    ...standing,
    earlier: await openDays(c, addDays(today, -2)),
    unknown: unknown?.n ?? 0,
    unclaimed: yuan(await unclaimedOf(c)),
  }
}

/** Stores by their differences of the last 30 days, those with the most open ones first. */
export const worstOf = async (c: Context) => {
  const open = countOf(isOpen)
  return c.db
    .select({ id: store.id, name: store.name, open, handled: countOf(sql`not ${isOpen}`) })
    .from(reconDifference)
    .innerJoin(store, eq(store.id, reconDifference.storeId))
    .where(
      and(
        c.scope.where(reconDifference.storeId),
        gte(reconDifference.day, addDays(formatDay(c.now), -30)),
        eq(reconDifference.voided, false),
      ),
    )
    .groupBy(store.id)
    .orderBy(desc(open), desc(count()), store.id)
    .limit(compared)
}
