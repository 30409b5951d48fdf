import { and, eq } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { lifeBegan } from '../../database/life.ts'
import { reload } from '../order/find.ts'
import { pricedBefore } from '../order/priced-before.ts'
import { note } from '../order/states.ts'
import { order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'

/**
 * Settlement/Renounce: a counter that has lost its Settle gives it up. That an order is still only priced says nothing of a
 * request that may be on its way (a proxy, a socket that outlives its page); once its key is gone, what comes later is
 * refused (`depart`), and only then may somebody be told that nothing was taken. Answers the order as it stands: where the
 * request was quicker it is under way, and one that a database before this one may have taken stays in doubt.
 */
export const renounce = async (c: Context, row: OrderRow, settleKey: string): Promise<OrderRow> => {
  if (pricedBefore(row, await lifeBegan(c))) return row
  await c.db.transaction(async (tx) => {
    const [given] = await tx
      .update(order)
      .set({ settleKey: null, updatedAt: c.now })
      .where(and(eq(order.id, row.id), eq(order.state, 'presettled'), eq(order.settleKey, settleKey)))
      .returning({ id: order.id })
    if (given) await note(tx, row.id, c.now, { by: c.me.name, text: '结算请求没有收到，这次结算不再受理' })
  })
  return reload(c.deps, row.id)
}
