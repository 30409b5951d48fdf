import { formatDay, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, exists, gt, gte, inArray, lt, ne, not, or, type SQL } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { order } from '../order/tables.ts'
import type { OrderState } from '../order/types.ts'
import { visit } from '../order/visit-tables.ts'
import { isInIt } from './settled-in.ts'

const hour = 3_600_000
const day = 24 * hour

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
  const its = (states: OrderState[], more?: SQL) =>
    exists(
      db
        .select({ id: order.id })
        .from(order)
        .where(and(ofOrder, inArray(order.state, states), more)),
    )
  const open = eq(visit.state, 'open')
  const inIt = isInIt(db)
  await db
    .update(visit)
    .set({ state: 'used' })
    .where(and(open, its(['settled'], inIt)))
  // At midnight somebody may stand before it.
  const ofLate = gt(order.updatedAt, new Date(now.getTime() - hour))
  const priced: OrderState[] = ['drafted', 'presettled']
  const awaited = or(
    its(['settling', 'unknown', 'reversing', 'settled'], inIt),
    and(gte(visit.createdAt, today), its(priced)),
    its(priced, ofLate),
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
