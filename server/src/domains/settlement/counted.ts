import { eq, sql } from 'drizzle-orm'
import type { Settlement } from '../../centre/operations/settlement.ts'
import type { Database } from '../../database/open.ts'
import type { OrderRow } from '../order/view.ts'
import { area } from '../organisation/tables.ts'

/**
 * A settlement as its area's centre counts by now, in the transaction that books it. Who read the answer may not have heard
 * yet that the option was changed, or had read it before: what was booked until then is turned (config/turn-money.ts).
 */
export const countedNow = async (
  tx: Database,
  { areaCode }: Pick<OrderRow, 'areaCode'>,
  s: Settlement,
): Promise<Settlement> => {
  if (!s.familyAccount) return s
  const apart = sql<boolean>`coalesce(${area.settings} -> 'mulaidInAcct' = 'false', false)`
  // Whoever changes the option holds the area until all is turned: either this order too, or the change is seen here.
  const [now] = await tx.select({ apart }).from(area).where(eq(area.code, areaCode)).for('share')
  if (!now || now.apart === s.familyApart) return s
  return { ...s, familyApart: now.apart, account: s.account + (now.apart ? s.familyAccount : -s.familyAccount) }
}
