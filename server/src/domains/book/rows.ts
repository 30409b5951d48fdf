import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, gte, lt, or } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { acctPayOf } from '../order/acct-pay.ts'
import { counted, countsAt, isCounted } from '../order/counts.ts'
import { type GroupKey, groupOf, keyText } from '../order/group.ts'
import { order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import type { AreaSettings } from '../organisation/settings.ts'
import { edgesOf } from './query.ts'

/** One row of our book: a settlement, or its reversal with negative amounts (domain.md 5.3). Fen. */
export interface BookRow extends GroupKey {
  order: OrderRow
  refunded: boolean
  setlId: string
  mdtrtId: string
  at: Date
  total: number
  fund: number
  /** Of the funds the pooled one; all of them where the split of an older order is not known. */
  pool: number
  /** acct_pay as the centre counts it. */
  account: number
  cash: number
}

export interface Sums {
  count: number
  total: number
  fund: number
  account: number
  cash: number
}

const rowOf = (row: OrderRow, refunded: boolean): BookRow => {
  const sign = refunded ? -1 : 1
  // -0 is not 0 for a strict comparison.
  const signed = (amount: number) => amount && sign * amount
  return {
    order: row,
    refunded,
    setlId: (refunded ? row.reversalSetlId : null) ?? row.setlId ?? '',
    mdtrtId: row.mdtrtId ?? '',
    at: (refunded ? row.reversedAt : row.settledAt)!,
    ...groupOf(row),
    total: signed(row.total),
    fund: signed(row.fundTotal),
    pool: signed(row.split?.poolFund ?? row.fundTotal),
    account: signed(acctPayOf(row)),
    cash: signed(row.cash),
  }
}

/** A reversal's own number at the centre; '' where it got none, or bears that of its settlement. */
export const reversalNumberOf = ({ reversalSetlId, setlId }: Pick<OrderRow, 'reversalSetlId' | 'setlId'>): string =>
  reversalSetlId && reversalSetlId !== setlId ? reversalSetlId : ''

/** The settlement's row of an order; undefined while nothing of it stands in our book. */
export const settledRow = (row: OrderRow): BookRow | undefined =>
  isCounted(row, false) ? rowOf(row, false) : undefined

/** The reversal's row of an order. What 2601 undid never happened and has no row. */
export const reversedRow = (row: OrderRow): BookRow | undefined => (isCounted(row, true) ? rowOf(row, true) : undefined)

/** The centre tells seconds: which of two in one second was first is told by when their orders began. */
const byTime = (a: BookRow, b: BookRow) =>
  a.at.getTime() - b.at.getTime() ||
  Number(a.refunded) - Number(b.refunded) ||
  Number(a.order.id > b.order.id) - Number(a.order.id < b.order.id)

/** Our book of one store-day: settlements by settledAt, reversals by reversedAt (domain.md 5.1, 5.2). */
export const bookRows = async (db: Database, storeId: string, day: string): Promise<BookRow[]> => {
  const { start, end } = edgesOf({ from: day, until: day })
  const within = (refunded: boolean) =>
    and(counted(refunded), gte(countsAt(refunded), start), lt(countsAt(refunded), end))
  const rows = await db
    .select()
    .from(order)
    .where(and(eq(order.storeId, storeId), or(within(false), within(true))))
  return rows
    .flatMap((row) => [settledRow(row), reversedRow(row)])
    .filter((row): row is BookRow => row !== undefined && formatDay(row.at) === day)
    .sort(byTime)
}

type Convention = Pick<AreaSettings, 'cntMode' | 'refundInTotals'>

/** The rows that the area's totals speak of: some areas leave reversals out (domain.md 5.2). */
export const rowsInTotals = (rows: readonly BookRow[], { refundInTotals }: Convention): BookRow[] =>
  rows.filter(({ refunded }) => refundInTotals || !refunded)

/** Signed sums; a reversal counts −1 (NET) or as a row of its own (GROSS). */
export const sumsOf = (rows: readonly BookRow[], { cntMode }: Pick<Convention, 'cntMode'>): Sums =>
  rows.reduce<Sums>(
    (sum, row) => ({
      count: sum.count + (row.refunded && cntMode === 'NET' ? -1 : 1),
      total: sum.total + row.total,
      fund: sum.fund + row.fund,
      account: sum.account + row.account,
      cash: sum.cash + row.cash,
    }),
    { count: 0, total: 0, fund: 0, account: 0, cash: 0 },
  )

/** What the area's totals of one group come to, out of the rows of its day. */
export const sumsOfGroup = (rows: readonly BookRow[], key: GroupKey, settings: Convention): Sums =>
  sumsOf(
    rowsInTotals(rows, settings).filter((row) => keyText(row) === keyText(key)),
    settings,
  )
