import type { InputOf } from '@yibao/shared/call.ts'
import type { sale as calls } from '@yibao/shared/calls/sale.ts'
import { and, asc, desc, inArray, not } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { mostAtOnce, tellInTurn } from '../telling/in-turn.ts'
import { aside } from '../telling/past.ts'
import { withPiece } from './claim.ts'
import { conditionOf } from './rows.ts'
import { type Piece, salePiece } from './tables.ts'
import { uploadPiece } from './upload-piece.ts'

const open = ['waiting', 'refused', 'unknown'] as const satisfies Piece['state'][]

/**
 * Sale/Upload: what of it the centre does not have yet, behind a progress. Of all that a filter finds nobody means what he
 * took away from the centre: that is named by its id. Nor what its store did not tell by itself, where he did not ask for it.
 */
export const uploadSales = async (
  { ids, ...filters }: InputOf<typeof calls.upload>,
  c: Context,
): Promise<{ progressId: string }> => {
  const rows = await c.db
    .select({ id: salePiece.id, orderNo: salePiece.orderNo, no: salePiece.no, storeId: salePiece.storeId })
    .from(salePiece)
    .where(
      and(
        conditionOf(c, filters),
        ids ? inArray(salePiece.id, ids) : filters.needs === 'hand' ? undefined : not(aside(salePiece)),
        inArray(salePiece.state, [...open, ...(ids ? (['deleted'] as const) : [])]),
      ),
    )
    // As the job does (round.ts).
    .orderBy(asc(salePiece.soldAt), asc(salePiece.kind), asc(salePiece.round), desc(salePiece.id))
    .limit(mostAtOnce + 1)
  if (!rows.length) refuse('sale.none')
  if (rows.length > mostAtOnce) refuse('sale.many', { limit: mostAtOnce })
  const asked = rows.map(({ id, storeId, orderNo, no }) => ({ id, storeId, target: `${orderNo} 第 ${no} 行` }))
  return tellInTurn(c, '上传销售明细', asked, (id) => withPiece(c.deps, id, (one) => uploadPiece(c.deps, one)))
}
