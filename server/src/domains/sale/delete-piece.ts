import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import { storeOf } from '../organisation/store.ts'
import { takeAway } from '../telling/take-away.ts'
import { tellingOf, withPieces } from './claim.ts'
import { stateTitle } from './rows.ts'
import { type Piece, salePiece } from './tables.ts'

const returnsOf = async ({ db }: Deps, { orderId, round, no, part, kind }: Piece): Promise<string[]> => {
  if (kind !== 'sale') return []
  const found = await db
    .select({ id: salePiece.id })
    .from(salePiece)
    .where(
      and(
        and(eq(salePiece.orderId, orderId), eq(salePiece.round, round), eq(salePiece.no, no)),
        and(eq(salePiece.part, part), eq(salePiece.kind, 'return')),
      ),
    )
  return found.map(({ id }) => id)
}

/**
 * 3507 of a claimed piece that the centre holds, or may hold (take-away.ts). The return of a sale is claimed meanwhile: on
 * its way in the same moment it would be the return of nothing.
 */
export const deletePiece = async (deps: Deps, one: Piece, reason: string): Promise<void> => {
  if (one.state !== 'uploaded' && one.state !== 'unknown')
    refuse('sale.state', { state: stateTitle(one.state), action: '删除' })
  const returns = await returnsOf(deps, one)
  await withPieces(deps, returns, async (mine) => {
    if (mine.some(({ state }) => state === 'uploaded' || state === 'unknown')) refuse('sale.returned')
    if (mine.length < returns.length) refuse('sale.busy')
    await takeAway(deps, tellingOf(deps, one, await storeOf(deps, one.storeId)), reason)
  })
}
