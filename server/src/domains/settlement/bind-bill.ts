import { scaled } from '@yibao/shared/money.ts'
import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { brokenIndex } from '../../database/broken-index.ts'
import { noLease } from '../../database/held.ts'
import { newId } from '../../ids.ts'
import { orderOfBill, reload } from '../order/find.ts'
import { note } from '../order/states.ts'
import { intent, order } from '../order/tables.ts'
import type { Line } from '../order/types.ts'
import type { OrderRow } from '../order/view.ts'
import { refuseState } from '../order/wrong-state.ts'
import { bookedBy } from './booked-by.ts'

/** SQL over orders: settlements of the centre that stand in our book without an ERP bill. */
const unbilled = and(
  eq(order.state, 'settled'),
  isNull(order.erpBill),
  // Written out: only then does the planner see that the small index of abnormal orders holds them all.
  sql`${order.flags} <> '[]'::jsonb and ${order.flags} ? 'erpMissing'`,
)

/** What makes two purchases look alike in any system: national codes, and quantities however they were written. */
const goodsOf = (lines: readonly Line[]): string =>
  lines
    .map(({ nationalCode, quantity }) => `${nationalCode} ${scaled(quantity, 4)}`)
    .sort()
    .join()

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
        .set({ erpBill, flags: sql`${order.flags} - 'erpMissing'`, updatedAt: c.now })
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
        callName: 'bindBill',
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
