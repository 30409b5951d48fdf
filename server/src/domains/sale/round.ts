import { eq, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { isDue, type Queue, type Resting, tellQueue } from '../telling/turns.ts'
import { withPiece } from './claim.ts'
import { salePiece } from './tables.ts'
import { uploadPiece } from './upload-piece.ts'

/** As it happened, and of one second what came back first: before it is sold again, here or in another order. */
export const queue: Queue = {
  ...{ table: salePiece, since: salePiece.soldAt },
  // What came back was told when it was sold: whoever began that ends it.
  past: eq(salePiece.kind, 'sale'),
  order: sql`${salePiece.soldAt}, ${salePiece.kind}, ${salePiece.round}, ${salePiece.id} desc`,
}

/**
 * Tells the centres what is due, some pieces of each store (3505, 3506). A refusal is a person's matter and is not
 * repeated; what is unknown is made definite when its message can no longer arrive (telling/definite.ts). Several nodes
 * do it together: each piece is claimed. Answers how many were told or tried.
 */
export const uploadDue = (
  deps: Deps,
  report: (fault: unknown) => void,
  resting: Resting = new Map(),
): Promise<number> => {
  const tell = (id: string) =>
    withPiece(deps, id, async (one) => (isDue(deps, one) ? uploadPiece(deps, one) : undefined))
  return tellQueue(deps, queue, tell, report, resting)
}
