import type { ResultOf } from '@yibao/shared/call.ts'
import type { sale as calls } from '@yibao/shared/calls/sale.ts'
import { isUnsent } from '@yibao/shared/entities/sale.ts'
import { packsOf } from '@yibao/shared/trace-code.ts'
import { asc, desc, eq } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { findOrder } from '../order/find.ts'
import { statusOf } from '../order/states.ts'
import { storeOf } from '../organisation/store.ts'
import { wirePiece } from './rows.ts'
import { type Piece, salePiece } from './tables.ts'
import { wholeQuantity } from './whole.ts'
import { writeSaleOf } from './write.ts'

type Detail = ResultOf<typeof calls.detail>

const lineOf = (pieces: Piece[]): Detail['lines'][number] => {
  const [{ no, ownCode, name, spec, unit, lot, madeOn, expiresOn }] = pieces as [Piece]
  const quantity = wholeQuantity(pieces)
  return {
    ...{ no, ownCode, name, spec, unit, quantity, packs: packsOf(quantity), lot },
    ...{ madeOn: madeOn || undefined, expiresOn: expiresOn || undefined },
    traceCodes: pieces.flatMap(({ traceCode }) => (traceCode ? [traceCode] : [])),
    open: pieces.every(isUnsent),
  }
}

/** Sale/Detail: an order's lines as it was sold last, and everything the centre was told of it. */
export const saleDetail = async (c: Context, orderId: string): Promise<Detail> => {
  const row = await findOrder(c, orderId)
  // Whoever looks right after the settlement sees it, too.
  await writeSaleOf(c.deps, orderId)
  const shop = await storeOf(c.deps, row.storeId)
  const pieces = await c.db
    .select()
    .from(salePiece)
    .where(eq(salePiece.orderId, orderId))
    .orderBy(desc(salePiece.round), asc(salePiece.no), asc(salePiece.part), desc(salePiece.kind))
  const sold = pieces.filter(({ kind, round }) => kind === 'sale' && round === pieces[0]?.round)
  const numbers = [...new Set(sold.map(({ no }) => no))]
  return {
    ...{ orderId, orderNo: row.orderNo, storeName: shop.name, status: statusOf(row) },
    lines: numbers.map((no) => lineOf(sold.filter((one) => one.no === no))),
    rows: pieces.map((one) => wirePiece(one, shop.name)),
  }
}
