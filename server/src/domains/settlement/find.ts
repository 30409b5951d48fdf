import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Context, Deps } from '../../context.ts'
import { refuse } from '../../refuse.ts'
import { order } from './tables.ts'
import type { OrderState } from './types.ts'
import type { OrderRow } from './view.ts'

/** An order inside the caller's scope; refuses an unknown one. */
export const findOrder = async (c: Context, id: string): Promise<OrderRow> => {
  const [row] = await c.db
    .select()
    .from(order)
    .where(and(eq(order.id, id), c.scope.where(order.storeId)))
  return row ?? refuse('not.found', { what: '订单' })
}

/** The order again, as it is now. */
export const reload = async ({ db }: Pick<Deps, 'db'>, id: string): Promise<OrderRow> => {
  const [row] = await db.select().from(order).where(eq(order.id, id))
  if (!row) throw new Error('order vanished')
  return row
}

const inAir: OrderState[] = ['settling', 'unknown']

/** The order that already carries an ERP bill to the centre, or has settled it (ux 1.11: same bill, same result). */
export const orderOfBill = async (
  { db }: Pick<Deps, 'db'>,
  storeId: string,
  erpBill: string,
): Promise<OrderRow | undefined> => {
  const [row] = await db
    .select()
    .from(order)
    .where(
      and(
        eq(order.storeId, storeId),
        eq(order.erpBill, erpBill),
        inArray(order.state, [...inAir, 'settled', 'reversing']),
      ),
    )
    .limit(1)
  return row
}

const sameLines = (a: OrderRow, b: OrderRow) =>
  JSON.stringify(a.lines.map(({ ownCode, quantity }) => [ownCode, quantity])) ===
  JSON.stringify(b.lines.map(({ ownCode, quantity }) => [ownCode, quantity]))

/** Refuses a second settlement of the same person's same lines while the first one's fate is unknown (ux 1.7). */
export const refuseTwin = async ({ db }: Pick<Deps, 'db'>, row: OrderRow): Promise<void> => {
  if (!row.psnHash) return
  const open = await db
    .select()
    .from(order)
    .where(
      and(
        eq(order.areaCode, row.areaCode),
        eq(order.psnHash, row.psnHash),
        inArray(order.state, inAir),
        ne(order.id, row.id),
      ),
    )
  if (open.some((other) => sameLines(row, other))) refuse('order.open')
}
