import { type SQL, sql } from 'drizzle-orm'
import { order } from './tables.ts'
import type { OrderRow } from './view.ts'

// What accounts paid has what a family member's paid everywhere in our books. Some centres' acct_pay leaves it out
// (mulaidInAcct, domain.md 4.2 I4): what is told them and compared with them does too. Fen.

/** acct_pay as the centre of an order counts it. */
export const acctPayOf = (row: Pick<OrderRow, 'account' | 'familyAccount' | 'familyApart'>): number =>
  row.account - (row.familyApart ? row.familyAccount : 0)

/** The same over the columns of orders. */
export const acctPay: SQL = sql`(${order.account} - case when ${order.familyApart} then ${order.familyAccount} else 0 end)`
