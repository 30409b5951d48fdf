import { and, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../../context.ts'
import { refuse } from '../../refuse.ts'
import { storeOf } from '../attendance/sign.ts'
import { reload } from '../settlement/find.ts'
import { mark } from './claim.ts'
import { flightLeft, withdraw } from './definite.ts'
import { stateTitle } from './rows.ts'
import { type Piece, salePiece } from './tables.ts'
import { later } from './told.ts'

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

/**
 * 3507 of a claimed piece that the centre holds, or may hold. Refuses with what the centre said; a lost answer leaves it
 * unknown, and the next step is the same 3507 again, which takes away what is there and nothing else.
 */
export const deletePiece = async (deps: Deps, one: Piece, reason: string): Promise<void> => {
  if (one.state !== 'uploaded' && one.state !== 'unknown')
    refuse('sale.state', { state: stateTitle(one.state), action: '删除' })
  if (one.kind === 'sale' && (await hasReturn(deps, one))) refuse('sale.returned')
  const [row, shop] = await Promise.all([reload(deps, one.orderId), storeOf(deps, one.storeId)])
  const found = { one, row, shop }
  const left = await flightLeft(deps, found)
  if (left > 0) refuse('sale.flying', { minutes: Math.ceil(left / 60_000) })
  const message = `已删除：${reason}`
  await mark(deps, one, { state: 'unknown', pending: 'delete', message, nextAt: later(deps, 60_000), attempts: 0 })
  const result = await withdraw(deps, found)
  if (result.gone) {
    await mark(deps, one, { state: 'deleted', pending: '', nextAt: null, message })
    return
  }
  const { kind, text } = result.told
  if (kind === 'unknown') refuse('sale.unknown', { action: '删除' })
  const { state, pending, nextAt } = one
  await mark(deps, one, { state, pending, nextAt, message: `没有删除：${text}` })
  if (kind === 'refused') refuse('centre.refused', { text }, { extend: { centreText: text } })
  refuse('centre.down')
}
