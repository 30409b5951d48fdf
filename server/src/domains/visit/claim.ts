import { and, eq, type SQL } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { markOn, oneOn } from '../../database/claims.ts'
import { visit } from '../order/visit-tables.ts'

/** Speaks with the centre about one visit while nobody else does (claims.ts). */
export const withVisit = oneOn(visit)

/** What is known of a claimed visit from now on; false when the claim has ended, or it is not as it was. */
export const mark = markOn(visit)

/** From now on nothing more is sold in it: it is ended at the centre, soon. Nothing where `when` does not hold. */
export const leave = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string, when?: SQL): Promise<void> => {
  await db
    .update(visit)
    .set({ state: 'left', nextAt: clock(), attempts: 0, message: '' })
    .where(and(eq(visit.id, id), eq(visit.state, 'open'), when))
}
