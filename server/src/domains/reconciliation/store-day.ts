import { and, eq } from 'drizzle-orm'
import type { Deps } from '../../context.ts'
import type { StoreRow } from '../attendance/sign.ts'
import { detailOfGroup } from './detail.ts'
import { reconGroup } from './tables.ts'
import { type Run, totalOfStore } from './total.ts'

/**
 * 对总账 of one store-day, then 对明细 of what is unequal and has no result file yet. Answers how many groups are unequal
 * afterwards.
 */
export const reconcileDay = async (deps: Deps, storeRow: StoreRow, run: Run): Promise<number> => {
  await totalOfStore(deps, storeRow, run)
  for (;;) {
    // One 3202 covers several groups: what is left is read again after each.
    const unequal = await deps.db
      .select()
      .from(reconGroup)
      .where(and(eq(reconGroup.storeId, storeRow.id), eq(reconGroup.day, run.day), eq(reconGroup.state, '3')))
    const next = unequal.find(({ fileId }) => !fileId)
    if (!next) return unequal.length
    await detailOfGroup(deps, next)
  }
}
