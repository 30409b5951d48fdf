import type { InputOf } from '@yibao/shared/call.ts'
import type { settlementReport } from '@yibao/shared/calls/settlement-report.ts'
import { type SQL, sql } from 'drizzle-orm'
import { liquidation, liquidationItem } from '../liquidation/tables.ts'
import { order } from '../order/tables.ts'

type Claim = NonNullable<InputOf<typeof settlementReport.query>['claim']>

/** SQL over an order: its settlement, or its reversal, is in a live application of some states. */
export const inApplication = (refunded: boolean, states: SQL): SQL => sql`exists (
  select 1 from ${liquidationItem} join ${liquidation} on ${liquidation.id} = ${liquidationItem.liquidationId}
  where ${liquidationItem.orderId} = ${order.id} and ${liquidationItem.refunded} = ${sql.raw(String(refunded))}
    and ${liquidationItem.live} and ${states})`

/**
 * Orders whose settlement, or reversal, is in no accepted application, as 未清算报表 counts them (liquidation/open-sums.ts): in
 * none or a draft, in one that was rejected, in one whose answer was lost.
 */
export const openIn = (claim: Claim, refunded: boolean): SQL =>
  ({
    none: sql`not ${inApplication(refunded, sql`${liquidation.state} <> '0'`)}`,
    unknown: inApplication(refunded, sql`${liquidation.state} = '7'`),
    rejected: inApplication(refunded, sql`${liquidation.state} = '5'`),
  })[claim]
