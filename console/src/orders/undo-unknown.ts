import type { ResultOf } from '@yibao/shared/call.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { type Action, needOf, type RowOf } from '../kit/index.ts'
import { undoable } from '../order-states/abnormal.ts'

/** What a list and the drawer both know of an order that may need a person. */
export type AbnormalOrder = Pick<RowOf<typeof order.abnormalPaged>, 'id' | 'orderNo' | 'maskedName' | 'total'> &
  Pick<ResultOf<typeof order.get>, 'status' | 'abnormal' | 'billBound'>

/** 冲正 of a settlement that the system has given up: a person says that nothing left the counter under it. */
export const undoUnknown: Action<AbnormalOrder> = {
  key: 'undo',
  text: '冲正',
  danger: true,
  need: needOf(order.undo),
  shown: undoable,
  run: async (row, { dialogs }) => {
    // Seldom wanted, and in the part of each list of orders.
    const { undoForm } = await import('./undo-form.ts')
    await undoForm(row, dialogs)
  },
}
