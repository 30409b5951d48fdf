import { and, asc, eq, sql } from 'drizzle-orm'
import type { SoldBy } from '../prescription/circulation/sold.ts'
import { salePiece } from './tables.ts'

/** What a settlement of an order sold, as 销售明细 has it now, by line and piece: what 7206 tells of lots, days and codes. */
export const soldParts: SoldBy = ({ db }, { orderId, setlId }) => {
  const { no, quantity, lot, madeOn, expiresOn, traceCode } = salePiece
  return db
    .select({ no, quantity, lot, madeOn, expiresOn, traceCode })
    .from(salePiece)
    .where(
      and(
        and(eq(salePiece.orderId, orderId), eq(salePiece.setlId, setlId), eq(salePiece.kind, 'sale')),
        // A settlement that stands again was written again.
        sql`${salePiece.round} = (select max(newest.round) from ${salePiece} as newest where newest.order_id = ${orderId}
          and newest.setl_id = ${setlId} and newest.kind = 'sale')`,
      ),
    )
    .orderBy(asc(no), asc(salePiece.part))
}
