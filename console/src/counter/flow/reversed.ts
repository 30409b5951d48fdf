import { backWords } from '../../orders/give-back.ts'
import { orderValues, returnedOf } from './amounts.ts'
import { enter, privacyTimer, remember } from './customer.ts'
import { tellErp } from './erp-result.ts'
import type { Order } from './model.ts'
import type { Counter } from './state.ts'
import { chain, mention, type Step, step } from './step.ts'

/** An order is reversed: the band with what goes back, its own slip, the ERP (ux 1.4, M41). */
export const reversedBand = (state: Counter, order: Order, at: number): Step => {
  const values = orderValues(order)
  const { name, cash } = values
  const closed: Counter = { ...state, dialog: state.dialog?.kind === 'reversal' ? undefined : state.dialog }
  const marked = remember(closed, { orderId: order.id, maskedName: name, cash, mark: 'reversed' })
  // The customer whose result is still on the screen: the amounts turn around. Another one's basket is not touched.
  const own = state.phase === 'settled' && state.priced?.order.id === order.id
  const shown = own ? { ...enter(marked, 'reversed', at), priced: { order, fresh: false, at } } : marked
  const said = mention(shown, at, 'cancel.done', {
    ...values,
    back: backWords(returnedOf(order)),
    slip: '退费单正在打印',
  })
  const first = step(said, { do: 'print', orderId: order.id, kind: 'reversal' }, privacyTimer(said))
  return chain(first, (now) => tellErp(now, order, 'reversed', at))
}
