import { approvalTarget } from '@yibao/shared/approval.ts'
import type { otherPay as calls } from '@yibao/shared/calls/other-pay.ts'
import { fen, yuan } from '@yibao/shared/money.ts'
import { parseTime } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import type { Database } from '../../database/open.ts'
import { useAuthorization } from '../auth/authorize.ts'
import { findOrder } from '../order/find.ts'
import { order } from '../order/tables.ts'
import { type OrderRow, statesInAir } from '../order/view.ts'
import { settingsOf } from '../organisation/settings.ts'
import { recheck } from '../settlement/person-decides.ts'
import { holdOrder, recompute } from './book.ts'
import { kindName } from './kinds.ts'
import { collectionOf } from './read.ts'
import { reportPayments } from './report.ts'
import { pagedCollections } from './rows.ts'
import { orderPayment, orderRefund } from './tables.ts'
import { addPayment, addRefund, takeOff } from './write.ts'

/** Works on an order inside the caller's scope while nobody else changes its payments; answers it as it is then. */
const withOrder = async (c: Context, orderId: string, work: (tx: Database, row: OrderRow) => Promise<unknown>) => {
  const row = await c.db.transaction(async (tx) => {
    const held = await holdOrder(tx, and(eq(order.id, orderId), c.scope.where(order.storeId)))
    c.on(held.orderNo, held.storeId)
    await work(tx, held)
    return held
  })
  return collectionOf(c, row)
}

/** The order of a payment or refund; whether the caller may see it, holdOrder asks. */
const orderOf = async (c: Context, id: string): Promise<string> => {
  const [payment] = await c.db.select({ of: orderPayment.orderId }).from(orderPayment).where(eq(orderPayment.id, id))
  if (payment) return payment.of
  const [refund] = await c.db.select({ of: orderRefund.orderId }).from(orderRefund).where(eq(orderRefund.id, id))
  return refund?.of ?? refuse('not.found', { what: '这笔登记' })
}

export const otherPayHandlers: Handlers<typeof calls> = {
  paged: (filters, c) => pagedCollections(c, filters),

  get: async ({ orderId }, c) => collectionOf(c, await findOrder(c, orderId)),

  bind: async ({ orderId, kind, amount, payNo = '', paidAt }, c) =>
    withOrder(c, orderId, async (tx, row) => {
      const at = paidAt ? parseTime(paidAt) : c.now
      if (at > c.now) refuse('otherPay.later', { what: '支付时间' })
      const name = await kindName(tx, row.areaCode, kind)
      const paying = { kind, kindName: name, amount: fen(amount), payNo, paidAt: at }
      await addPayment({ tx, now: c.now, row }, { ...paying, operator: c.me.name, source: 'hand' })
    }),

  remove: async ({ id, reason }, c) =>
    withOrder(c, await orderOf(c, id), async (tx, row) => {
      await takeOff({ tx, now: c.now, row }, id, { by: c.me.name, reason })
    }),

  refund: async ({ paymentId, amount, refundNo = '', reason, authorizationId }, c) =>
    withOrder(c, await orderOf(c, paymentId), async (tx, row) => {
      // Whether the settlement still stands nobody knows: what is handed out now may have to be asked for again.
      if (statesInAir.includes(row.state)) refuse('otherPay.air')
      const { authorizeReversal } = await settingsOf(tx, row.areaCode)
      const target = approvalTarget.refund(paymentId, yuan(fen(amount)))
      // In the same transaction: a refusal leaves the approval unused.
      const approvedBy = authorizeReversal
        ? await useAuthorization(
            { db: tx, me: c.me, now: c.now },
            { action: 'refund', target, authorizationId, stores: [row.storeId] },
          )
        : ''
      const back = { amount: fen(amount), refundNo, refundedAt: c.now, operator: c.me.name, reason, approvedBy }
      await addRefund({ tx, now: c.now, row }, paymentId, { ...back, source: 'hand' })
    }),

  query: async ({ orderId }, c) => {
    const row = await findOrder(c, orderId)
    if (statesInAir.includes(row.state)) await recheck(c, row)
    return withOrder(c, orderId, (tx) => recompute(tx, orderId))
  },

  report: (input, c) => reportPayments(input, c),
}
