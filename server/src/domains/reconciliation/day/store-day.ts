import { and, eq } from 'drizzle-orm'
import { Refusal } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { type Ask, hearing } from '../centre/ask-totals.ts'
import { type GroupRow, siblingsOf } from '../groups/groups.ts'
import { reconGroup } from '../tables.ts'
import { detailOfGroup } from './detail.ts'
import { type Run, totalOfStore } from './total.ts'

/** How a day's books are compared. */
export interface DayMeans {
  /** Of a group's sums; 3201 unless said. */
  ask?: Ask
  /** Of the rows of an unequal group and of those it shares them with, whose ids it answers. */
  detail: (deps: Deps, group: GroupRow, run: Run) => Promise<{ groupIds: string[] }>
  /** The rows of a group are known already. */
  isDetailed: (group: GroupRow) => boolean
}

/** By 3201 and 3202. */
export const byFiles: DayMeans = { detail: detailOfGroup, isDetailed: ({ fileId }) => fileId !== null }

/**
 * How a day stands: groups that are unequal, and why rows of some were not compared; the other ones were all the same.
 * `silent`: its centre answered none of the questions about the groups; undefined where it was asked none.
 */
interface DayEnd {
  unequal: number
  refused?: string | undefined
  silent?: boolean | undefined
}

/** 对总账 of one store-day, then 对明细 of what is unequal and has no details yet. */
export const reconcileDay = async (
  deps: Deps,
  storeRow: StoreRow,
  run: Run,
  { ask, detail, isDetailed }: DayMeans = byFiles,
): Promise<DayEnd> => {
  const heard = hearing(ask)
  await totalOfStore(deps, storeRow, { ...run, ask: heard.ask })
  const silent = heard.silent()
  const done = new Set<string>()
  let refused: string | undefined
  for (;;) {
    // One exchange covers several groups: what is left is read again after each.
    const unequal = await deps.db
      .select()
      .from(reconGroup)
      .where(and(eq(reconGroup.storeId, storeRow.id), eq(reconGroup.day, run.day), eq(reconGroup.state, '3')))
      .orderBy(reconGroup.id)
    const next = unequal.find((group) => !done.has(group.id) && !isDetailed(group))
    if (!next) return { unequal: unequal.length, refused, silent }
    try {
      for (const id of [next.id, ...(await detail(deps, next, run)).groupIds]) done.add(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused ??= error.message
      for (const { id } of await siblingsOf(deps.db, next)) done.add(id)
    }
  }
}
