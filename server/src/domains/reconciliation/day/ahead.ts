import { and, gt, gte, lte, sql } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import { corrected, lasting } from '../../../database/held.ts'
import { reconGroup } from '../tables.ts'

/**
 * A result of days from `from` to `until` whose moment has not come yet was written while the database's clock was ahead:
 * the day that it speaks of may not have been over. It counts as of the day's beginning, so that the night asks again.
 */
export const doubtAhead = async (
  deps: Pick<Deps, 'db' | 'moved'>,
  { from, until }: { from: string; until: string },
): Promise<void> => {
  await deps.db
    .update(reconGroup)
    .set({ at: sql`${reconGroup.day}::timestamp at time zone 'Asia/Shanghai'` })
    .where(and(gte(reconGroup.day, from), lte(reconGroup.day, until), gt(reconGroup.at, lasting(deps, corrected))))
}
