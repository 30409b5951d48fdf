import type { ResultOf } from '@yibao/shared/call.ts'
import type { settlement as calls } from '@yibao/shared/calls/settlement.ts'
import { formatTime } from '@yibao/shared/time.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import type { Line } from '../order/types.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import { isWhole, openedIn, overSold, partsOfLines, soldOf, soldText } from '../sale/sold-quantity.ts'

/**
 * Codes of which another order of the asker's company has sold the whole pack, alone or with others. `but` is the order whose
 * lines are asked for, or which they replace.
 */
export const soldBefore = async (
  c: Context,
  codes: readonly string[],
  but = '',
): Promise<ResultOf<typeof calls.soldCodes>> => {
  const { companyId, id } = await storeOf(c.deps, c.storeId)
  const sold = await soldOf(c.db, codes, { companyId, but: { orderId: but } })
  return [...sold].flatMap(([code, one]) => {
    if (!isWhole(one)) return []
    const { orderNo, settledAt, updatedAt, storeId } = one.order
    const storeName = storeId === id ? '本店' : one.storeName
    return [{ code, orderNo, name: one.name, at: formatTime(settledAt ?? updatedAt), storeName }]
  })
}

/** The codes of a basket. */
export const codesOf = (lines: readonly Line[]): string[] => [
  ...new Set(lines.flatMap(({ traceCodes }) => traceCodes ?? [])),
]

/** What stays with an order whose packs were sold before, as far as our own books know. */
export const soldWarnings = async (
  db: Database,
  { companyId }: Pick<StoreRow, 'companyId'>,
  lines: readonly Line[],
  but: string,
): Promise<string[]> => {
  const sold = await soldOf(db, codesOf(lines), { companyId, but: { orderId: but } })
  return overSold(partsOfLines(lines, openedIn(sold)), sold).map(
    ({ code, name, quantity, sold: before }) =>
      `${name}的追溯码 …${code.slice(-6)} 已在订单 ${before.order.orderNo} ${soldText(before, quantity)}`,
  )
}
