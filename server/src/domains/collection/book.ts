import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Database } from '../../database/open.ts'
import { order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { type Collection, orderCollection, orderPayment, orderRefund } from './tables.ts'

/**
 * Holds an order's payments for the rest of a transaction and answers the order as it is then. The order's row first, as a
 * reversal takes them: whoever comes second sees what the first one did.
 */
export const holdOrder = async (tx: Database, which: SQL | undefined): Promise<OrderRow> => {
  const [row] = await tx.select().from(order).where(which).for('share')
  if (!row) return refuse('not.found', { what: '订单' })
  await tx
    .select({ id: orderCollection.orderId })
    .from(orderCollection)
    .where(eq(orderCollection.orderId, row.id))
    .for('update')
  return row
}

/** The book of a held order; made where nothing was left to pay and now somebody pays. */
export const openBook = async (tx: Database, { id }: Pick<OrderRow, 'id'>): Promise<Collection> => {
  const read = () => tx.select().from(orderCollection).where(eq(orderCollection.orderId, id)).for('update')
  const [known] = await read()
  if (known) return known
  await tx.execute(sql`select collection_of(o, true) from ${order} o where o.id = ${id}`)
  const [made] = await read()
  return made ?? refuse('not.found', { what: '订单' })
}

/** Adds up what a held order's payments and refunds are, in a statement of its own so that it sees them all. */
export const recount = async (tx: Database, orderId: string): Promise<Collection> => {
  const { amount, kind, kindName, payNo, operator, paidAt } = orderPayment
  const [paid] = await tx
    .select({
      paid: sql<number>`coalesce(sum(${amount}), 0)`.mapWith(Number),
      kinds: sql<string[]>`coalesce(array_agg(distinct ${kind}), '{}')`,
      kindNames: sql<string>`coalesce(string_agg(distinct ${kindName}, '、'), '')`,
      payNos: sql<string>`coalesce(string_agg(nullif(${payNo}, ''), '、' order by ${orderPayment.id}), '')`,
      operators: sql<string>`coalesce(string_agg(distinct ${operator}, '、'), '')`,
      paidAt: sql<Date | null>`max(${paidAt})`.mapWith(paidAt),
    })
    .from(orderPayment)
    .where(and(eq(orderPayment.orderId, orderId), isNull(orderPayment.removedAt)))
  const [back] = await tx
    .select({
      refunded: sql<number>`coalesce(sum(${orderRefund.amount}), 0)`.mapWith(Number),
      refundedAt: sql<Date | null>`max(${orderRefund.refundedAt})`.mapWith(orderRefund.refundedAt),
    })
    .from(orderRefund)
    .where(and(eq(orderRefund.orderId, orderId), isNull(orderRefund.removedAt)))
  const [book] = await tx
    .update(orderCollection)
    .set({ ...paid, ...back })
    .where(eq(orderCollection.orderId, orderId))
    .returning()
  return book!
}

/** Both halves of a held order's book anew. */
export const recompute = async (tx: Database, orderId: string): Promise<void> => {
  await tx.execute(sql`select collection_of(o, false) from ${order} o where o.id = ${orderId}`)
  await recount(tx, orderId)
}
