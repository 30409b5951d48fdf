import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { settledRow } from '../../book/rows.ts'
import { purchaseInfnos, reversalInfnos } from '../../order/infnos.ts'
import { intent, order } from '../../order/tables.ts'
import type { IntentRow, OrderRow } from '../../order/view.ts'

/** Whose message a row of the centre is: our order, and the intent under which it left if that is still on record. */
export interface Owner {
  order: OrderRow
  intent: IntentRow | undefined
}

// A reversal that recovery sent again keeps the msgids of its earlier sendings.
const sentBefore = (msgid: string) => sql`${intent.earlierMsgids} ? ${msgid}`

/** Finds the order of one of our own messages; undefined when this store never sent it. */
export const ownerOf = async (
  db: Database,
  storeId: string,
  { msgid, refunded }: { msgid: string; refunded: boolean },
): Promise<Owner | undefined> => {
  const infnos = refunded ? reversalInfnos : purchaseInfnos
  const [sent] = await db
    .select()
    .from(intent)
    .where(
      and(eq(intent.storeId, storeId), inArray(intent.infno, infnos), or(eq(intent.msgid, msgid), sentBefore(msgid))),
    )
  const mine = refunded ? eq(order.reversalMsgid, msgid) : eq(order.msgid, msgid)
  const [row] = await db
    .select()
    .from(order)
    .where(and(eq(order.storeId, storeId), sent ? eq(order.id, sent.orderId) : mine))
  return row && { order: row, intent: sent }
}

/** Another order of the same ERP bill that stands in our book: the bill was settled twice. */
export const twinOf = async (db: Database, row: OrderRow): Promise<OrderRow | undefined> => {
  if (!row.erpBill) return undefined
  const others = await db
    .select()
    .from(order)
    .where(and(eq(order.storeId, row.storeId), eq(order.erpBill, row.erpBill), ne(order.id, row.id)))
  return others.find((other) => settledRow(other) && other.state !== 'reversed')
}

/** The orders that recovery is working on: their differences wait for it (ux 3). */
export const lockedOrders = async (db: Database, orderIds: readonly string[]): Promise<Set<string>> => {
  if (!orderIds.length) return new Set()
  const rows = await db
    .select({ orderId: intent.orderId })
    .from(intent)
    .where(
      and(
        inArray(intent.orderId, [...orderIds]),
        or(eq(intent.outcome, 'open'), and(eq(intent.outcome, 'unknown'), eq(intent.needsPerson, false))),
      ),
    )
  return new Set(rows.map(({ orderId }) => orderId))
}

/** Whether goods or slip left the counter under this very message; under a later settlement of the order they do not count. */
export const isOut = ({ order: row }: Owner, msgid: string): boolean =>
  row.msgid === msgid && (row.goodsOut || row.printed > 0)
