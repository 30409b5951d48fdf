import { and, eq, type SQL } from 'drizzle-orm'
import type { Deps } from '../../context.ts'
import { claimsOn } from '../../database/claims.ts'
import { type Piece, salePiece } from './tables.ts'

const claims = claimsOn(salePiece)

/** Pieces that one request or job at a time works on (claims.ts). */
export const withPieces = <T>(deps: Deps, ids: readonly string[], work: (mine: Piece[]) => Promise<T>): Promise<T> =>
  claims({ db: deps.db, deps }, ids, work)

/** What is known of a claimed piece from now on; false when the claim has ended, or `when` no longer holds. */
export const mark = async (
  { db }: Pick<Deps, 'db'>,
  { id, claimedUntil }: Piece,
  set: Partial<Piece>,
  when?: SQL,
): Promise<boolean> => {
  const mine = and(eq(salePiece.id, id), eq(salePiece.claimedUntil, claimedUntil as Date), when)
  const marked = await db.update(salePiece).set(set).where(mine).returning({ id: salePiece.id })
  return marked.length > 0
}
