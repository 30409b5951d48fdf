import { and, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { storeOf } from '../attendance/sign.ts'
import { takeAway } from '../telling/take-away.ts'
import { tellingOf } from './claim.ts'
import { stateTitle } from './rows.ts'
import { type Piece, salePiece } from './tables.ts'

const hasReturn = async ({ db }: Deps, { orderId, round, no, part }: Piece): Promise<boolean> => {
  const found = await db
    .select({ id: salePiece.id })
    .from(salePiece)
    .where(
      and(
        and(eq(salePiece.orderId, orderId), eq(salePiece.round, round), eq(salePiece.no, no)),
        and(eq(salePiece.part, part), eq(salePiece.kind, 'return')),
        inArray(salePiece.state, ['uploaded', 'unknown']),
      ),
    )
  return found.length > 0
}

/** 3507 of a claimed piece that the centre holds, or may hold (take-away.ts). */
export const deletePiece = async (deps: Deps, one: Piece, reason: string): Promise<void> => {
  if (one.state !== 'uploaded' && one.state !== 'unknown')
    refuse('sale.state', { state: stateTitle(one.state), action: '删除' })
  if (one.kind === 'sale' && (await hasReturn(deps, one))) refuse('sale.returned')
  await takeAway(deps, tellingOf(deps, one, await storeOf(deps, one.storeId)), reason)
}
