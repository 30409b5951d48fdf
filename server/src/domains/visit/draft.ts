import { and, eq, exists, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'

/**
 * Of a query over orders: the draft as it was written, in the visit that it had then. Another basket has been written into
 * it, it was put aside, given up or has left for the centre otherwise.
 */
export const isDraft = ({ id, identity, updatedAt, visitId }: OrderRow): SQL =>
  and(
    eq(order.id, id),
    identity === null ? isNull(order.identity) : eq(order.identity, identity),
    eq(order.updatedAt, updatedAt),
    eq(order.parked, false),
    inArray(order.state, ['drafted', 'presettled']),
    visitId ? eq(order.visitId, visitId) : isNull(order.visitId),
  )!

/** Of a query over visits: this one is the order's, and the order is still that draft. */
export const isDraftIn = (db: Database, draft: OrderRow, visitId: string): SQL =>
  exists(
    db
      .select({ id: order.id })
      .from(order)
      .where(isDraft({ ...draft, visitId })),
  )
