import { and, eq, exists, inArray, or, type SQL } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { intent, order } from '../order/tables.ts'
import { visit } from '../order/visit-tables.ts'

/**
 * Of a query over orders and visits: the order is settled in the visit that it has, or on its way there. By its number, or by
 * the message that was sent: some centre may answer a 2207 with a number of its own. A node that knows no visits settled by
 * 2102, and in none.
 */
export const isInIt = (db: Database): SQL =>
  or(
    eq(order.mdtrtId, visit.mdtrtId),
    exists(
      db
        .select({ id: intent.id })
        .from(intent)
        .where(
          and(
            eq(intent.orderId, order.id),
            eq(intent.infno, '2207'),
            inArray(intent.outcome, ['open', 'unknown', 'booked']),
          ),
        ),
    ),
  )!
