import { addDays } from '@yibao/shared/time.ts'
import { and, between, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import { isClosed } from '../groups/groups.ts'
import { reconDifference, reconGroup } from '../tables.ts'
import { defaultDays, isOpen, keysQuery } from './day-list.ts'

interface Standing {
  /** Stores that were compared. */
  stores: number
  /** Stores with sums that differ or with an open difference, whatever became of the last run. */
  unequal: number
  /** Stores of which something was not compared to its end. */
  unfinished: number
  /** Open differences; a group that is unequal in its sums and has no details yet is one by itself. */
  differences: number
  /** Groups whose differences are all dealt with. */
  handled: number
  /** Groups that 日对账 shows as 待处理. */
  pending: number
}

/**
 * The days up to `until` that wait for somebody, as far back as 日对账 lists all stores at once: how many they are, the first
 * and the last. Undefined where there are none. What no run has looked at is left out: a night does, for a week, and every
 * look at a home page would add up a month of all stores for it.
 */
export const openDays = async (c: Context, until: string) => {
  const within = (table: typeof reconGroup | typeof reconDifference) =>
    and(c.scope.where(table.storeId), between(table.day, addDays(until, 1 - defaultDays), until))
  const answer = await c.db.execute(sql`
    select count(*)::int as days, min(day) as "from", max(day) as "to" from (
      select day from ${reconGroup} where ${within(reconGroup)} and (state = '3' or not coalesce(${isClosed}, false))
      union
      select day from ${reconDifference} where ${within(reconDifference)} and ${isOpen}
    ) as waiting`)
  const [found] = rowsFrom<{ days: number; from: string; to: string }>(answer)
  return found?.days ? found : undefined
}

/** How a day that is over stands in the stores in scope, of the same groups as 日对账 lists. */
export const standingOf = async (c: Context, day: string): Promise<Standing> => {
  const count = (what: string, which: string) => sql.raw(`(count(${what}) filter (where ${which}))::int`)
  const stores = (which: string) => count('distinct "storeId"', which)
  const answer = await c.db.execute(sql`
    select ${stores('"groupId" is not null')} as stores, ${stores(`state = '3' or open > 0`)} as unequal,
      ${stores(`state <> '3' and not closed`)} as unfinished,
      greatest(sum(open)::int, ${count('*', `state = '3'`)}) as differences, ${count('*', `state = '4'`)} as handled,
      ${count('*', `state = '3' or open > 0 or not closed`)} as pending
    from (${keysQuery(c, { from: day, to: day })}) as key
    cross join lateral (select count(*) as open from ${reconDifference} where group_id = key."groupId" and ${isOpen}) as d`)
  return rowsFrom<Standing>(answer)[0]!
}
