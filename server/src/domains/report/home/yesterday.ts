import type { ResultOf } from '@yibao/shared/call.ts'
import type { report } from '@yibao/shared/calls/dashboard.ts'
import { addDays, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import { notCompared } from '../../reconciliation/booked-groups.ts'
import { reconDifference, reconGroup } from '../../reconciliation/tables.ts'

const count = (which: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${which}))::int`

/** A difference that counts and nobody has dealt with. */
export const openDifference = sql`(not ${reconDifference.voided} and ${reconDifference.handledAt} is null)`

/** A group without a result of its whole day: what was found equal before midnight knows nothing of what came later. */
export const unfinishedGroup = (today: string) =>
  sql`(${reconGroup.state} in ('0', '1', '5') or (${reconGroup.state} = '2' and ${reconGroup.at} < ${startOfDay(today).toISOString()}::timestamptz))`

/** Stores in scope with business of a day that nobody compared. */
export const notComparedOn = async (c: Context, day: string): Promise<string[]> => {
  const book = notCompared({ from: day, until: day }, ({ storeId }) => c.scope.where(storeId))
  const rows = rowsFrom(await c.db.execute(sql`select distinct store_id as id from ${book} as book`)) as {
    id: string
  }[]
  return rows.map(({ id }) => id)
}

/** Yesterday's reconciliation of the stores in scope; nothing where there was nothing to compare. */
export const yesterdayOf = async (
  c: Context,
  today: string,
): Promise<ResultOf<typeof report.dashboard>['yesterday']> => {
  const day = addDays(today, -1)
  const { state } = reconGroup
  const [groups] = await c.db
    .select({
      all: sql<number>`count(*)::int`,
      unequal: count(sql`${state} = '3'`),
      handled: count(sql`${state} = '4'`),
      unfinished: count(unfinishedGroup(today)),
    })
    .from(reconGroup)
    .where(and(c.scope.where(reconGroup.storeId), eq(reconGroup.day, day)))
  const { all = 0, unequal = 0, handled = 0, unfinished = 0 } = groups ?? {}
  const missing = (await notComparedOn(c, day)).length > 0
  if (!all) return missing ? { state: '0', differences: 0 } : undefined
  const [open] = await c.db
    .select({ n: sql<number>`count(*)::int` })
    .from(reconDifference)
    .where(and(c.scope.where(reconDifference.storeId), eq(reconDifference.day, day), openDifference))
  // A group that is unequal in its sums and has no details yet is one difference by itself.
  const differences = Math.max(open?.n ?? 0, unequal)
  if (differences) return { state: '3', differences }
  return { state: unfinished || missing ? '5' : handled ? '4' : '2', differences }
}
