import { formatDay, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, exists, gte, inArray, lt, ne, not, or } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { order } from '../order/tables.ts'
import type { OrderState } from '../order/types.ts'
import { visit } from '../order/visit-tables.ts'

const day = 86_400_000

/**
 * Looks through the visits of which nobody knows how they end: those of settled orders are used, and those that nothing can
 * be settled in any more are left, whoever went away from them: another visit took their place, their order ended on a node
 * that knew nothing of visits, or they are of an earlier day. A registration whose answer never came names its person no
 * longer than a day.
 */
export const sortVisits = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock()
  const today = startOfDay(formatDay(now))
  const ofOrder = and(eq(order.id, visit.orderId), eq(order.visitId, visit.id))
  const its = (...states: OrderState[]) =>
    exists(
      db
        .select({ id: order.id })
        .from(order)
        .where(and(ofOrder, inArray(order.state, states))),
    )
  const open = eq(visit.state, 'open')
  await db
    .update(visit)
    .set({ state: 'used' })
    .where(and(open, its('settled')))
  const awaited = or(
    its('settling', 'unknown', 'reversing', 'settled'),
    and(gte(visit.createdAt, today), its('drafted', 'presettled')),
  )!
  await db
    .update(visit)
    .set({ state: 'left', nextAt: now, attempts: 0, message: '' })
    .where(and(open, not(awaited)))
  await db
    .update(visit)
    .set({ state: 'closed', person: '' })
    .where(
      and(eq(visit.state, 'registering'), lt(visit.createdAt, new Date(now.getTime() - day)), ne(visit.person, '')),
    )
}
