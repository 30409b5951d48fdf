import type { order as orderCalls } from '@yibao/shared/calls/order.ts'
import type { Handlers } from '../../call/mount.ts'
import { findOrder } from '../order/find.ts'
import { abnormalOrders, pagedOrders } from '../order/list.ts'
import { messagesOf } from '../order/messages.ts'
import { orderTotals } from '../order/totals.ts'
import { approvalOf } from '../settlement/approve-reversal.ts'
import { bindBill, unbindBill } from '../settlement/bind-bill.ts'
import { acceptOrder, bindOrder, recheck, undoOrder, voidOrder } from '../settlement/person-decides.ts'
import { shownOrder } from './shown-order.ts'

export const orderHandlers: Handlers<typeof orderCalls> = {
  paged: (filters, c) => pagedOrders(c, filters),
  totals: (filters, c) => orderTotals(c, filters),
  abnormalPaged: (filters, c) => abnormalOrders(c, filters),
  messages: ({ id }, c) => messagesOf(c, id),
  get: async ({ id }, c) => shownOrder(c, await findOrder(c, id)),
  recheck: async ({ id }, c) => {
    const row = await findOrder(c, id)
    return shownOrder(c, await recheck(c, row))
  },
  void: async ({ id, reason }, c) => shownOrder(c, await voidOrder(c, await findOrder(c, id), reason)),
  accept: async ({ id, reason }, c) => shownOrder(c, await acceptOrder(c, await findOrder(c, id), reason)),
  undo: async ({ id, reason, authorizationId }, c) => {
    const row = await findOrder(c, id)
    return shownOrder(c, await undoOrder(c, row, reason, approvalOf(c, row, 'authorizeUndo', authorizationId)))
  },
  bind: async ({ id, setlId, mdtrtId }, c) =>
    shownOrder(c, await bindOrder(c, await findOrder(c, id), { setlId, mdtrtId })),
  unbindBill: async ({ id, reason }, c) => shownOrder(c, await unbindBill(c, await findOrder(c, id), reason)),
  bindBill: async ({ id, erpBill }, c) => shownOrder(c, await bindBill(c, await findOrder(c, id), erpBill)),
}
