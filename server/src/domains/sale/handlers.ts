import type { sale as calls } from '@yibao/shared/calls/sale.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { storeOf } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { sawNothing } from '../telling/not-held.ts'
import { tellingOf, withPiece } from './claim.ts'
import { saveBatch, saveTrace } from './complete.ts'
import { deletePiece } from './delete-piece.ts'
import { saleDetail } from './detail.ts'
import { saleRows, wirePiece } from './rows.ts'
import { type Piece, salePiece } from './tables.ts'
import { uploadSales } from './upload.ts'
import { writeSaleOf } from './write.ts'

/** A piece that the asker may see. */
const pieceOf = async (c: Context, id: string) => {
  const [found] = await c.db
    .select({ one: salePiece, storeName: store.name })
    .from(salePiece)
    .innerJoin(store, eq(store.id, salePiece.storeId))
    .where(and(eq(salePiece.id, id), c.scope.where(salePiece.storeId)))
  if (!found) return refuse('not.found', { what: '这条明细' })
  const { orderNo, no, name, storeId } = found.one
  c.on(`${orderNo} 第 ${no} 行 ${name}`, storeId)
  return found
}

const busy = () => refuse('sale.busy')

/** Every Sale call of domain.md 8.7. */
export const saleHandlers: Handlers<typeof calls> = {
  paged: async (filters, c) => {
    // Whoever comes from an order right after its settlement sees its lines, too.
    if (filters.orderId) await writeSaleOf(c.deps, filters.orderId)
    return saleRows.page(c, filters)
  },
  detail: ({ orderId }, c) => saleDetail(c, orderId),
  saveTrace: async (input, c) => {
    await saveTrace(input, c)
    return saleDetail(c, input.orderId)
  },
  saveBatch: (input, c) => saveBatch(input, c),
  upload: (input, c) => uploadSales(input, c),
  delete: async ({ id, reason }, c) => {
    const { one } = await pieceOf(c, id)
    const { traceCode, batchNo, uploadedAt } = one
    c.keep({ traceCode, batchNo, uploadedAt: uploadedAt && formatTime(uploadedAt), before: { state: one.state } })
    await withPiece(c.deps, id, (mine) => deletePiece(c.deps, mine, reason), busy)
    const now = await pieceOf(c, id)
    c.keep({ after: { state: now.one.state } })
    return wirePiece(now.one, now.storeName)
  },
  notHeld: async ({ id }, c) => {
    const { one } = await pieceOf(c, id)
    const { traceCode, batchNo } = one
    c.keep({ traceCode, batchNo, before: { state: one.state, attempts: one.attempts } })
    const saw = async (mine: Piece) => sawNothing(c.deps, tellingOf(c.deps, mine, await storeOf(c.deps, mine.storeId)))
    await withPiece(c.deps, id, saw, busy)
    const now = await pieceOf(c, id)
    c.keep({ after: { state: now.one.state, attempts: now.one.attempts } })
    return wirePiece(now.one, now.storeName)
  },
}
