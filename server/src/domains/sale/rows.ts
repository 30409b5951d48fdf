import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { sale as calls } from '@yibao/shared/calls/sale.ts'
import { saleState } from '@yibao/shared/entities/sale.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { yuan } from '@yibao/shared/money.ts'
import { omit } from '@yibao/shared/omit.ts'
import { addDays, formatTime, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { inReach } from '../../call/reach.ts'
import { requireDays } from '../../database/bounded.ts'
import { like } from '../../database/like.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { store } from '../organisation/tables.ts'
import { lackText, needing, needsOf, saidOf } from '../telling/for-person.ts'
import { isAside } from '../telling/past.ts'
import { missingOf } from './args.ts'
import { type Piece, salePiece } from './tables.ts'

type SaleRow = ResultOf<typeof calls.paged>['items'][number]
type SaleFilters = Omit<InputOf<typeof calls.upload>, 'ids'>

/** What people call a state. */
export const stateTitle = (state: Piece['state']): string => choiceTitle(saleState, state)

const messageOf = (one: Piece): string => {
  const missing = one.state === 'waiting' && !isAside(one) ? missingOf(one) : []
  return missing.length ? `${lackText(missing)}，请按「补录」或「填写批号」填写` : saidOf(one)
}

/** A piece for the wire. */
export const wirePiece = (one: Piece, storeName: string): SaleRow => ({
  ...omit(
    one,
    ...(['areaCode', 'round', 'part', 'prescription', 'setlId', 'pending', 'sentAt'] as const),
    ...(['nextAt', 'attempts', 'claimedUntil'] as const),
  ),
  storeName,
  amount: yuan(one.amount),
  madeOn: one.madeOn || undefined,
  expiresOn: one.expiresOn || undefined,
  message: messageOf(one),
  needs: needsOf(one),
  soldAt: formatTime(one.soldAt),
  uploadedAt: one.uploadedAt ? formatTime(one.uploadedAt) : undefined,
})

/** Written out, so that the planner sees whether the small index of what is not done, or came back, holds it. */
const stateIs = (state: Piece['state']): SQL => sql`${salePiece.state} = ${sql.raw(`'${state}'`)}`
const kindIs = (kind: Piece['kind']): SQL => sql`${salePiece.kind} = ${sql.raw(`'${kind}'`)}`

/** The pieces in reach from the first day that is asked for. */
const placeOf = (c: Context, { storeId, from }: SaleFilters): SQL | undefined =>
  and(inReach(c, salePiece, storeId), from ? gte(salePiece.soldAt, startOfDay(from)) : undefined)

/** What Sale/Paged asks, scope included. */
export const conditionOf = (c: Context, f: SaleFilters): SQL | undefined =>
  and(
    placeOf(c, f),
    f.to ? lt(salePiece.soldAt, startOfDay(addDays(f.to, 1))) : undefined,
    f.state ? stateIs(f.state) : undefined,
    f.needs ? needing(f.needs, salePiece) : undefined,
    f.kind ? kindIs(f.kind) : undefined,
    f.orderId ? eq(salePiece.orderId, f.orderId) : undefined,
    f.keyword
      ? or(
          eq(salePiece.orderNo, f.keyword),
          sql`${salePiece.traceCode} <> '' and ${salePiece.traceCode} = ${f.keyword}`,
        )
      : undefined,
    f.name ? ilike(salePiece.name, like(f.name)) : undefined,
    // A recall names whole lots, in whichever case they are printed.
    f.lot ? sql`upper(${salePiece.lot}) = upper(${f.lot})` : undefined,
  )

/** Sale/Paged, the newest first. */
export const saleRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: SaleFilters) =>
    c.db
      .select({ one: salePiece, storeName: store.name, ...cursor })
      .from(salePiece)
      .innerJoin(store, eq(store.id, salePiece.storeId))
      .$dynamic(),
  where: async (c, f) => {
    const what = (f.name && '名称') || (f.lot && '批号')
    if (what && !f.orderId && !f.keyword)
      await requireDays(c, f, { table: salePiece, place: placeOf(c, f), rows: '销售明细', what })
    return conditionOf(c, f)
  },
  sortable: { soldAt: salePiece.soldAt },
  key: salePiece.id,
  keyOf: ({ one }) => one.id,
  wire: ({ one, storeName }) => wirePiece(one, storeName),
})
