import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { brokenIndex } from '../../database/broken-index.ts'
import { noLease } from '../../database/held.ts'
import { orderOfBill, reload } from '../order/find.ts'
import { note } from '../order/states.ts'
import { intent, order } from '../order/tables.ts'
import type { Line, OrderFlag } from '../order/types.ts'
import { billBinding, type OrderRow } from '../order/view.ts'
import { refuseState } from '../order/wrong-state.ts'
import { bookedBy } from './booked-by.ts'
import { goodsOf } from './duplicates.ts'

/** SQL over orders: settlements of the centre that stand in our book without an ERP bill. */
const unbilled = and(
  eq(order.state, 'settled'),
  isNull(order.erpBill),
  // Written out: only then does the planner see that the small index of abnormal orders holds them all.
  sql`${order.flags} <> '[]'::jsonb and ${order.flags} ? 'erpMissing'`,
)

/** ms: who buys the same each month is not asked about last month's purchase. */
const lately = 3 * 86_400_000

/**
 * Refuses an ERP bill that looks like a settlement the centre has and our book took over without a bill: the same person,
 * total and goods in this store, within three days. Nobody but a person can tell whether it is the same purchase, so both ways are named.
 */
export const refuseUnbilled = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  bill: string,
  { storeId, psnHash, total, lines }: { storeId: string; psnHash: string; total: number; lines: readonly Line[] },
): Promise<void> => {
  const near = gte(order.settledAt, new Date(now.getTime() - lately))
  const alike = await db
    .select({ orderNo: order.orderNo, lines: order.lines })
    .from(order)
    .where(and(eq(order.storeId, storeId), unbilled, near, eq(order.psnHash, psnHash), eq(order.total, total)))
    .orderBy(order.createdAt, order.id)
  const goods = goodsOf(lines)
  const [same] = alike.filter((one) => goodsOf(one.lines) === goods)
  if (same) refuse('order.unbilled', { orderNo: same.orderNo, bill })
}

/**
 * 绑定 ERP 单: a settlement that only the centre had gets the bill it was made for, and is no longer listed for lacking
 * one. The bill then answers with this order like one that was settled here (`orderOfBill`), and is kept from a second
 * settlement where every other is: by an intent of its own (`intent_erp`), which sent nothing and ends with the order's
 * reversal. Refuses a bill that another order has, and an order that lacks none.
 */
export const bindBill = async (c: Context, row: OrderRow, erpBill: string): Promise<OrderRow> => {
  const infno = await bookedBy(c, row)
  const taken = (): never => refuse('order.bill', { bill: erpBill })
  await c.db
    .transaction(async (tx) => {
      const [bound] = await tx
        .update(order)
        .set({
          erpBill,
          flags: sql`${order.flags} - 'erpMissing'`,
          turned: sql`${order.turned} + 1`,
          updatedAt: c.now,
        })
        .where(and(eq(order.id, row.id), unbilled))
        .returning({ id: order.id })
      if (!bound) return refuseState(await reload({ db: tx }, row.id), '绑定 ERP 单')
      await tx.insert(intent).values({
        id: newId(c.now),
        // Nothing was sent under it: the message that booked the settlement may be another intent's.
        msgid: newId(c.now),
        infno,
        orderId: row.id,
        areaCode: row.areaCode,
        companyId: row.companyId,
        storeId: row.storeId,
        userId: c.me.userId,
        callName: billBinding,
        idempotencyKey: newId(c.now),
        erpBill,
        setlId: row.setlId,
        payload: c.services.vault.seal(''),
        outcome: 'booked',
        node: c.deps.config.node,
        leaseUntil: noLease,
        sentAt: row.settledAt ?? c.now,
        createdAt: c.now,
      })
      const others = await orderOfBill({ db: tx }, row.storeId, erpBill, row.id)
      if (others) taken()
      await note(tx, row.id, c.now, { by: c.me.name, text: `绑定 ERP 单 ${erpBill}` })
    })
    .catch((error: unknown) => {
      if (brokenIndex(error) === 'intent_erp') taken()
      throw error
    })
  c.services.live.publish(`store:${row.storeId}`, 'order.changed', { orderId: row.id })
  return reload(c, row.id)
}

/**
 * 解除 ERP 单: a bill that a person bound to the wrong settlement is taken off it, by an administrator, and the settlement lacks
 * one again. Refuses a bill that the order was settled with, an order that does not stand, and one whose bill another order
 * has as well: which of them the ERP means has to be looked into first.
 */
export const unbindBill = async (c: Context, row: OrderRow, reason: string): Promise<OrderRow> => {
  if (!c.me.isAdminUser && !c.me.isSuperAdmin) return refuse('order.unbindAdmin')
  await c.db.transaction(async (tx) => {
    // The order before its intents, as every move has them.
    const [now] = await tx.select().from(order).where(eq(order.id, row.id)).for('update')
    if (now?.state !== 'settled' || !now.erpBill) return refuseState(now ?? row, '解除 ERP 单')
    const bound = and(eq(intent.orderId, row.id), eq(intent.callName, billBinding), eq(intent.erpBill, now.erpBill))
    const freed = await tx.delete(intent).where(bound).returning({ id: intent.id })
    if (!freed.length) return refuse('order.notBound', { bill: now.erpBill })
    if (await orderOfBill({ db: tx }, row.storeId, now.erpBill, row.id)) refuse('order.bill', { bill: now.erpBill })
    const flags: OrderFlag[] = [...now.flags, 'erpMissing']
    const freedBill = { erpBill: null, formerBill: now.erpBill, turned: now.turned + 1 }
    await tx
      .update(order)
      .set({ ...freedBill, flags, updatedAt: c.now })
      .where(eq(order.id, row.id))
    await note(tx, row.id, c.now, { by: c.me.name, text: `解除 ERP 单 ${now.erpBill}：${reason}` })
    return undefined
  })
  c.services.live.publish(`store:${row.storeId}`, 'order.changed', { orderId: row.id })
  return reload(c, row.id)
}
