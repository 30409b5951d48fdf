import { and, eq, inArray, notExists } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { reconDifference, reconFigures, reconGroup } from '../tables.ts'
import type { GroupRow } from './groups.ts'
import { isSettledUnder, settledGroups } from './settled.ts'

/**
 * Takes the groups off a day that the centre refuses to speak of and that this store has never settled under: they were only
 * asked about in case the centre has rows of them, and are none. What it has told of before stays. So does everything where
 * it refuses all that a run asks: that says nothing of a group (`answered`: it spoke of another one just now). Answers the
 * ids of those that are gone.
 */
export const dropAbsent = async (
  db: Database,
  storeId: string,
  { refused, answered }: { refused: readonly GroupRow[]; answered: boolean },
): Promise<ReadonlySet<string>> => {
  if (!refused.length || !answered) return new Set()
  const settled = await settledGroups(db, storeId)
  const strange = refused.filter((group) => !isSettledUnder(settled, group)).map(({ id }) => id)
  if (!strange.length) return new Set()
  const told = [
    db.select({ id: reconDifference.id }).from(reconDifference).where(eq(reconDifference.groupId, reconGroup.id)),
    db.select({ id: reconFigures.id }).from(reconFigures).where(eq(reconFigures.id, reconGroup.id)),
  ]
  const gone = await db
    .delete(reconGroup)
    .where(and(inArray(reconGroup.id, strange), eq(reconGroup.state, '5'), ...told.map((some) => notExists(some))))
    .returning({ id: reconGroup.id })
  return new Set(gone.map(({ id }) => id))
}
