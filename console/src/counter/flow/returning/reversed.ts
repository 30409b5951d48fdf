import { backWords } from '../../../orders/give-back.ts'
import { orderValues, returnedOf } from '../amounts.ts'
import { enter, privacyTimer, remember } from '../customer.ts'
import { tellErp } from '../erp/result.ts'
import type { Order, Pending } from '../model.ts'
import type { Counter } from '../state.ts'
import { chain, mention, reversalOf, type Step, step, tellOwn } from '../step.ts'

/** The reversal of an order, whose end is looked for behind whoever stands here. `inFlight`: its own answer is still to come. */
export const reversalWaiting = (orderId: string, order: Order | undefined, at: number, inFlight: boolean): Pending => {
  const { name, cash } = order ? orderValues(order) : { name: '', cash: '' }
  return { orderId, maskedName: name, cash, since: at, looks: 0, inFlight, kind: 'reversal' }
}

/** What is said of a slip that does not come by itself. */
const slipByHand = '退费单还没有打印，需要时在最近中点姓名打印'

/**
 * An order is reversed: the band with what goes back, its own slip, the ERP (ux 1.4, M41). One that is only known from the
 * list of open orders was asked for at another PC, which prints: `pending` = as what its end was awaited.
 */
export const reversedBand = (state: Counter, order: Order, at: number, pending?: Pending): Step => {
  const values = orderValues(order)
  const { name, cash } = values
  const asked = reversalOf(state, order.id)
  const closed: Counter = asked ? { ...state, dialog: undefined } : state
  const marked = remember(closed, { orderId: order.id, maskedName: name, cash, mark: 'reversed' })
  // The customer whose result is still on the screen: the amounts turn around. Another one's basket is not touched.
  const own = state.phase === 'settled' && state.priced?.order.id === order.id
  const shown = own ? { ...enter(marked, 'reversed', at), priced: { order, fresh: false, at } } : marked
  // Of an order that nobody asked about now the band of whoever stands here says it behind his own words.
  const said = (own || asked ? tellOwn : mention)(shown, at, 'cancel.done', {
    ...values,
    whose: own ? '' : ` ${name}`,
    back: backWords(returnedOf(order)),
    slip: pending?.listed ? slipByHand : '退费单正在打印',
  })
  const slip = { do: 'print', orderId: order.id, kind: 'reversal' } as const
  const first = step(said, ...(pending?.listed ? [] : [slip]), privacyTimer(said))
  return chain(first, (now) => tellErp(now, order, 'reversed', at))
}
