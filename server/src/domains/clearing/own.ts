import { daysOfMonth } from '@yibao/shared/time.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { countedQuery } from '../book/query.ts'
import { acctPay } from '../order/acct-pay.ts'
import { order } from '../order/tables.ts'
import type { StoreRow } from '../organisation/store.ts'
import { clearingOf } from './month.ts'

/** A settlement of our book of a person insured elsewhere, or its reversal with negative amounts; fen. */
export interface Own {
  orderId: string
  refunded: boolean
  /** '' for a reversal that got no number of its own: none, or that of its settlement. */
  setlSn: string
  /** Of a reversal the number of its settlement, under which a centre may list both; else ''. */
  settlementSn: string
  mdtrtId: string
  at: string
  total: number
  /** What the organisation pays: the funds, and the personal account where the area's centre counts it so. */
  paid: number
  insuredArea: string
  outFlag: string
}

/** What our book holds of a store's month of persons insured elsewhere, by the rules of every sum over it (`countedIn`). */
export const ownRows = async (c: Pick<Context, 'db' | 'services'>, shop: StoreRow, month: string): Promise<Own[]> => {
  const { first, last } = daysOfMonth(month)
  const account = clearingOf(c, shop) === 'paid' ? sql` + ${acctPay}` : sql``
  const rows = countedQuery(
    { from: first, until: last },
    and(eq(order.storeId, shop.id), ne(order.outFlag, '0'))!,
    ({ refunded, sign, at }) => sql`
      ${order.id} as "orderId", ${sql.raw(String(refunded))} as refunded,
      coalesce(${refunded ? sql`nullif(${order.reversalSetlId}, ${order.setlId})` : order.setlId}, '') as "setlSn", 
      coalesce(${refunded ? order.setlId : sql`null`}, '') as "settlementSn", coalesce(${order.mdtrtId}, '') as "mdtrtId",
      ${at} as at, (${sign}${order.total})::text as total, (${sign}(${order.fundTotal}${account}))::text as paid,
      coalesce(${order.person}->>'insuredArea', '') as "insuredArea", ${order.outFlag} as "outFlag"`,
  )
  const answer = await c.db.execute(sql`select * from ${rows} as book order by at, "orderId", refunded`)
  return (rowsFrom(answer) as Own[]).map((row) => ({
    ...row,
    ...{ total: Number(row.total), paid: Number(row.paid), at: new Date(row.at).toISOString() },
  }))
}
