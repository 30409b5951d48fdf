import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { settingsOf } from '../organisation/settings.ts'
import { claimedStates } from './state.ts'
import { liquidation, liquidationItem } from './tables.ts'

/** The month under which a settlement is claimed at the centre; undefined while it is not. */
const claimedMonth = async ({ db }: Pick<Context, 'db'>, orderId: string): Promise<string | undefined> => {
  const [found] = await db
    .select({ month: liquidation.month })
    .from(liquidationItem)
    .innerJoin(liquidation, eq(liquidation.id, liquidationItem.liquidationId))
    .where(
      and(
        eq(liquidationItem.orderId, orderId),
        eq(liquidationItem.refunded, false),
        eq(liquidationItem.live, true),
        inArray(liquidation.state, [...claimedStates]),
      ),
    )
  return found?.month
}

/** Refuses the reversal of what is claimed, where the area does not allow it (ux 1.12 T17). */
export const requireReversible = async (c: Context, order: { id: string; areaCode: string }): Promise<void> => {
  if ((await settingsOf(c.db, order.areaCode)).reverseLiquidated) return
  const month = await claimedMonth(c, order.id)
  if (month) refuse('order.liquidated', { month })
}
