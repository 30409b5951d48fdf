import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { maskName } from '../../base/mask.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
import { order } from './tables.ts'
import type { OrderState } from './types.ts'
import type { OrderRow } from './view.ts'

/** An order inside the caller's scope, which the call is on from now on; refuses an unknown one. */
export const findOrder = async (c: Context, id: string): Promise<OrderRow> => {
  const [row] = await c.db
    .select()
    .from(order)
    .where(and(eq(order.id, id), c.scope.where(order.storeId)))
  if (!row) return refuse('not.found', { what: '订单' })
  c.on(row.orderNo, row.storeId)
  return row
}

/** The order again, as it is now. */
export const reload = async ({ db }: Pick<Deps, 'db'>, id: string): Promise<OrderRow> => {
  const [row] = await db.select().from(order).where(eq(order.id, id))
  if (!row) throw new Error('order vanished')
  return row
}

/** Orders of a person of this name, or of whoever is masked so: 张*. */
export const ofName = (name: string): SQL =>
  name.includes('*')
    ? eq(order.maskedName, name)
    : and(eq(order.maskedName, maskName(name)), sql`${order.person}->>'name' = ${name}`)!

const inAir: OrderState[] = ['settling', 'unknown']

/** The order, but `except`, that already carries an ERP bill to the centre, or has settled it (ux 1.11: same bill, same result). */
export const orderOfBill = async (
  { db }: Pick<Deps, 'db'>,
  storeId: string,
  erpBill: string,
  except?: string,
): Promise<OrderRow | undefined> => {
  const [row] = await db
    .select()
    .from(order)
    .where(
      and(
        eq(order.storeId, storeId),
        eq(order.erpBill, erpBill),
        inArray(order.state, [...inAir, 'settled', 'reversing']),
        except === undefined ? undefined : ne(order.id, except),
      ),
    )
    .limit(1)
  return row
}
