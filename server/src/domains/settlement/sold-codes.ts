import type { ResultOf } from '@yibao/shared/call.ts'
import type { settlement as calls } from '@yibao/shared/calls/settlement.ts'
import { formatTime } from '@yibao/shared/time.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import type { StoredHit } from '../order/audit-hit.ts'
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

/** A warning of a line, by its number. */
interface SoldWarning {
  no: number
  text: string
}

/** What stays with an order whose packs were sold before, as far as our own books know. */
export const soldWarnings = async (
  db: Database,
  { companyId }: Pick<StoreRow, 'companyId'>,
  lines: readonly Line[],
  but: string,
): Promise<SoldWarning[]> => {
  const sold = await soldOf(db, codesOf(lines), { companyId, but: { orderId: but } })
  return overSold(partsOfLines(lines, openedIn(sold)), sold).map(({ no, code, name, quantity, sold: before }) => ({
    no,
    text: `${name}的追溯码 …${code.slice(-6)} 已在订单 ${before.order.orderNo} ${soldText(before, quantity)}`,
  }))
}

/**
 * The same as what has to be confirmed with a reason, line by line: the centre may learn of it another time, and 审核管理 then
 * has who sold the pack all the same, and why.
 */
export const soldHits = (lines: readonly Line[], warnings: readonly SoldWarning[]): StoredHit[] =>
  lines.flatMap((line): StoredHit[] => {
    const texts = warnings.flatMap(({ no, text }) => (no === line.no ? text : []))
    if (!texts.length) return []
    const { no, ownCode, nationalCode, name, quantity, amount } = line
    return [
      {
        ...{ key: `SOLD/${no}`, line: no, rule: 'SOLD', ruleName: '追溯码已售出', kind: 'repeat', level: 'remind' },
        what: texts.join('；'),
        meaning: '同一包装售出两次，可能被医保审核扣款',
        next: '请核对药盒，换一盒重新扫码；确是这一盒的，写明原因再继续',
        reasonRequired: true,
        ...{ amount, ownCode, nationalCode, name, quantity },
      },
    ]
  })
