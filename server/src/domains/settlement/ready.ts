import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { lifeBegan, lifeNoted } from '../../database/life.ts'
import type { Database } from '../../database/open.ts'
import { builtOnce } from '../../database/slots.ts'
import { operatorOf, type SignRow } from '../attendance/sign.ts'
import { signIn } from '../attendance/tables.ts'
import { order } from '../order/tables.ts'
import type { Line } from '../order/types.ts'
import type { OrderRow } from '../order/view.ts'
import { type AreaSettings, systemLayer, withOverrides } from '../organisation/settings.ts'
import type { StoreRow } from '../organisation/store.ts'
import { area, store } from '../organisation/tables.ts'

const twin = alias(order, 'twin')

// The states are written out: only then does the planner see that the small index of orders in the air holds them all.
const linesInAir = sql<Line[][]>`(
  select coalesce(json_agg(${twin.lines}), '[]') from ${order} ${sql.identifier('twin')}
  where ${twin.areaCode} = ${order.areaCode} and ${twin.psnHash} = ${order.psnHash}
    and ${twin.state} in ('settling', 'unknown') and ${twin.id} <> ${order.id})`

/** Everything a settlement depends on, in one statement of an `orderId` and an `operatorNo`. */
export const readyOn = (db: Database) =>
  db
    .select({
      order,
      store,
      sign: signIn,
      areaLayer: area.settings,
      systemLayer,
      linesInAir,
      began: lifeNoted,
      serial: sql<number>`nextval('msgid_serial')::int`,
    })
    .from(order)
    .innerJoin(store, eq(store.id, order.storeId))
    .innerJoin(area, eq(area.code, order.areaCode))
    .leftJoin(
      signIn,
      and(
        eq(signIn.storeId, order.storeId),
        eq(signIn.operatorNo, sql.placeholder('operatorNo')),
        isNull(signIn.signedOutAt),
      ),
    )
    .where(eq(order.id, sql.placeholder('orderId')))

const statementOf = builtOnce((db) => readyOn(db).prepare('settle_ready'))

/** An order about to be settled with everything its settlement depends on. */
export interface Ready {
  order: OrderRow
  store: StoreRow
  /** The clerk's open sign-in, of whatever day. */
  sign: SignRow | null
  settings: AreaSettings
  /** The lines of the same person's other orders whose fate is unknown, order by order. */
  linesInAir: Line[][]
  /** When the database became the one it is. */
  began: Date
  /** Taken from the sequence of message numbers for this settlement. */
  serial: number
}

/** Reads it in one statement; refuses an order outside the caller's scope. */
export const readyOf = async (c: Context, orderId: string): Promise<Ready> => {
  const { operatorNo } = operatorOf(c.me)
  const [found] = await statementOf(c.db, '').execute({ orderId, operatorNo })
  if (!found || !c.scope.has(found.order.storeId)) return refuse('not.found', { what: '订单' })
  c.on(found.order.orderNo, found.order.storeId)
  const { systemLayer: system, areaLayer, ...ready } = found
  return { ...ready, began: ready.began ?? (await lifeBegan(c)), settings: withOverrides(system, areaLayer) }
}

/** What makes two baskets the same: items and quantities in their order. */
export const basketOf = (lines: readonly Line[]): string =>
  JSON.stringify(lines.map(({ ownCode, quantity }) => [ownCode, quantity]))

/** Whether the same person's same lines are under way in another order: what F9 would be refused for now. */
export const hasTwin = async (
  { db }: Pick<Context, 'db'>,
  { id, areaCode, psnHash, lines }: OrderRow,
): Promise<boolean> => {
  const person = and(eq(order.areaCode, areaCode), eq(order.psnHash, psnHash ?? ''), ne(order.id, id))
  const inAir = await db
    .select({ lines: order.lines })
    .from(order)
    .where(and(person, sql`${order.state} in ('settling', 'unknown')`))
  const basket = basketOf(lines)
  return inAir.some((other) => basketOf(other.lines) === basket)
}

/**
 * Refuses a second settlement of the same person's same lines while the first one's fate is unknown (ux 1.7), a reversal's
 * too. Two that come at the same instant both pass here; of them the index `intent_twin` lets one depart.
 */
export const refuseTwin = ({ order, linesInAir }: Ready): void => {
  const basket = basketOf(order.lines)
  if (linesInAir.some((lines) => basketOf(lines) === basket)) refuse('order.open')
}
