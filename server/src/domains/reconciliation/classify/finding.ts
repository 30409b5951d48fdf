import type { Deps } from '../../../call/context.ts'
import type { ResultRow } from '../../../centre/files.ts'
import type { QueriedSettlement } from '../../../centre/operations/settlement-query.ts'
import { asRefund } from '../../../centre/refund-sign.ts'
import type { BookRow } from '../../book/rows.ts'
import { acctPayOf } from '../../order/acct-pay.ts'
import type { OrderRow } from '../../order/view.ts'
import type { StoreRow } from '../../organisation/store.ts'
import type { Side } from '../tables.ts'
import type { DiffAction, DiffClass } from './classes.ts'

/** One 3202: which store, day and clearing group, and our rows of it. */
export interface Books {
  deps: Deps
  storeRow: StoreRow
  day: string
  clrOptins: string
  clrType: string
  rows: readonly BookRow[]
}

/** One difference as it was classified; `evidence` is empty when nothing on record explains it. */
export interface Finding {
  class: DiffClass
  msgid: string
  psnNo: string
  /** Of a person without an order here under this row: where he is insured, as far as other orders of his tell. */
  insuredArea?: string
  order?: OrderRow
  maskedName: string
  at?: Date
  local?: Side
  centre?: Side
  evidence: string[]
  proposal: DiffAction | null
  /** What the system does by itself; absent = a person decides. */
  automatic?: DiffAction
}

/** A row of the centre: of its result file, or of 1321, which tells more. */
export interface ListedRow extends ResultRow {
  pool?: number
  cash?: number
}

/** The centre's side of a difference, from a row of its result file; fen. */
export const sideOfResult = (row: ListedRow): Side => ({
  setlId: row.setlId,
  mdtrtId: row.mdtrtId,
  total: row.total,
  fund: row.fundTotal,
  account: row.account,
  ...(row.pool !== undefined && { pool: row.pool, cash: row.cash }),
  reversed: row.refunded,
})

/** Our side of a difference; fen. */
export const sideOfBook = (row: BookRow): Side => ({
  setlId: row.setlId,
  mdtrtId: row.mdtrtId,
  total: row.total,
  fund: row.fund,
  account: row.account,
  pool: row.pool,
  cash: row.cash,
  reversed: row.refunded,
})

/** A settlement of an order as 5203 shows it, or its reversal, under the reversal's own number and in our sign. */
export const sideOfSettlement = (s: QueriedSettlement, reversed: boolean): Side => {
  const amounts = { total: s.total, fund: s.fundTotal, account: acctPayOf(s) }
  return { setlId: s.setlId, mdtrtId: s.mdtrtId, ...(reversed ? asRefund(amounts) : amounts), reversed }
}

/**
 * The area can be asked for a settlement whose number we lack: by look-up, or, for a message of our own, by the same
 * bytes again.
 */
export const isFindable = ({ services }: Deps, areaCode: string, own: boolean): boolean => {
  const { lookup, repeatMsgid } = services.centre.of(areaCode).profile
  return lookup || (own && repeatMsgid)
}
