import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { acctPay } from '../order/acct-pay.ts'
import { order } from '../order/tables.ts'
import { clearingRow } from './tables.ts'

/**
 * What our book pays of the rows that were compared, where the personal account turns out to be among an area's funds (sign
 * 1) or not (-1), and how both sides stand by it: until the next comparison the page would show money that is in no book.
 */
export const turnClearing = async (tx: Database, areaCode: string, sign: 1 | -1): Promise<void> => {
  const account = sql`case when ${clearingRow.refunded} then -${acctPay} else ${acctPay} end`
  const turned = tx
    .select({ id: clearingRow.id, paid: sql`${clearingRow.ownPaid} - ${sign}::int * ${account}`.as('paid') })
    .from(clearingRow)
    .innerJoin(order, eq(order.id, clearingRow.orderId))
    .where(and(eq(clearingRow.areaCode, areaCode), isNotNull(clearingRow.ownPaid)))
  await tx.execute(sql`
    update ${clearingRow} as r set own_paid = v.paid,
      result = case when r.result not in ('equal', 'differs') then r.result
        when coalesce(r.total, 0) = r.own_total and coalesce(r.paid, 0) = v.paid then 'equal' else 'differs' end
    from (${turned}) as v where r.id = v.id`)
}
