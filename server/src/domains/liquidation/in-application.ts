import { and, eq, inArray } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { order } from '../order/tables.ts'
import { settingsOf } from '../organisation/settings.ts'
import { claimedStates } from './state.ts'
import { liquidation, liquidationItem } from './tables.ts'

/** Settlements, not refunds, that are in a live application. */
const settled = and(eq(liquidationItem.refunded, false), eq(liquidationItem.live, true))

/** The month under which a settlement is claimed at the centre; undefined while it is not. */
const claimedMonth = async ({ db }: Pick<Context, 'db'>, orderId: string): Promise<string | undefined> => {
  const [found] = await db
    .select({ month: liquidation.month, state: liquidation.state })
    .from(liquidationItem)
    .innerJoin(liquidation, eq(liquidation.id, liquidationItem.liquidationId))
    .where(and(eq(liquidationItem.orderId, orderId), settled))
    // Who applies in this very moment writes that first: he has, or waits until this transaction has ended.
    .for('share', { of: liquidation })
  return found && (claimedStates as readonly string[]).includes(found.state) ? found.month : undefined
}

/**
 * Refuses the reversal of what is claimed, where the area does not allow it (ux 1.12 T17). Until the transaction of `db`
 * has ended nobody applies for it either.
 */
export const requireReversible = async (
  c: Pick<Context, 'db'>,
  { id, areaCode }: { id: string; areaCode: string },
): Promise<void> => {
  if ((await settingsOf(c.db, areaCode)).reverseLiquidated) return
  const month = await claimedMonth(c, id)
  if (month) refuse('order.liquidated', { month })
}

/** Whether a settlement of an application is being taken back, in an area that takes back nothing that is claimed. */
export const isBeingReversed = async (
  { db }: Pick<Context, 'db'>,
  { id, areaCode }: { id: string; areaCode: string },
): Promise<boolean> => {
  if ((await settingsOf(db, areaCode)).reverseLiquidated) return false
  const [found] = await db
    .select({ id: order.id })
    .from(liquidationItem)
    .innerJoin(order, eq(order.id, liquidationItem.orderId))
    .where(and(eq(liquidationItem.liquidationId, id), settled, inArray(order.state, ['reversing', 'unknown'])))
    .limit(1)
  return found !== undefined
}
