import { isDefinite } from '../../api/definite.ts'
import { byCentre, centreBrief, knownMessage, pastMonth, wordsOf } from '../refusals.ts'
import { orderValues } from './amounts.ts'
import { asksAgain, sayAgain, wordAfter } from './asked-again.ts'
import type { Pending } from './model.ts'
import { partAnswered, partFailed } from './part-follow.ts'
import { whyNotPart } from './part-return.ts'
import { reversedBand } from './reversed.ts'
import type { Counter } from './state.ts'
import { detailOf, type HandlersOf, locked, mention, refuse, reversalOf, say, scanTurn, step } from './step.ts'

/** Without it; another order's stays. */
const closed = (state: Counter, orderId?: string): Counter =>
  reversalOf(state, orderId) ? { ...state, dialog: undefined } : state

/** The reversal's end is not known: it is watched like a settlement, and no cash is handed out meanwhile. */
const watch = (state: Counter, orderId: string, at: number): Counter => {
  const order = reversalOf(state, orderId)?.order
  if (state.background.some((one) => one.orderId === orderId)) return closed(state, orderId)
  const { name, cash } = order ? orderValues(order) : { name: '', cash: '' }
  const pending: Pending = {
    orderId,
    maskedName: name,
    cash,
    since: at,
    looks: 0,
    inFlight: false,
    kind: 'reversal',
  }
  return say({ ...closed(state, orderId), background: [...state.background, pending] }, at, 'cancel.unknown')
}

const isPart = ({ part }: Counter, orderId: string) => part?.old.orderId === orderId
/** Moved to the background while its answer was still to come: the order itself says how it ended. */
const behind = ({ background }: Counter, orderId: string) => background.some((one) => one.orderId === orderId)

export const reversing: HandlersOf<
  | 'openReversal'
  | 'reversalLoaded'
  | 'reversalLost'
  | 'confirmReversal'
  | 'reversalAsked'
  | 'reversalAnswered'
  | 'reversalFailed'
> = {
  openReversal(state, { orderId, key, part, scanned }, at) {
    // Found late, it would lie over what the clerk has begun since: a reversal is opened by nobody but him.
    if (scanned && (state.dialog || scanned.turn !== scanTurn(state)))
      return step(mention(state, at, 'order.late', { code: scanned.code }))
    // While one is under way its dialog stands: its answer belongs to it.
    if (locked(state) || reversalOf(state)?.busy) return refuse(state, at, 'money.busy')
    const dialog = { kind: 'reversal', orderId, order: undefined, key, busy: false, part } as const
    return step({ ...state, dialog }, { do: 'loadReversal', orderId })
  },

  reversalLoaded(state, { order }, at) {
    // One that was closed before it was there shows its amounts in no other's dialog.
    const dialog = reversalOf(state, order.id)
    if (!dialog) return step(state)
    // Amounts that were not shown are never reversed; neither is an order twice (ux 1.4).
    if ((order.status !== '2' && order.status !== '6') || !order.split)
      return refuse(closed(state), at, 'cancel.notSettled')
    const why = dialog.part ? whyNotPart(order) : undefined
    if (why) return refuse(closed(state), at, why)
    return step({ ...state, dialog: { ...dialog, order } })
  },

  reversalLost: (state, { orderId, refusal }, at) =>
    reversalOf(state, orderId)
      ? step(say(closed(state), at, 'other.failed', wordsOf(refusal, '请重新打开'), detailOf(refusal)))
      : step(state),

  confirmReversal(state, { reason, authorizationId }, at) {
    const dialog = reversalOf(state)
    if (!state.may.reverse) return refuse(state, at, 'right.none')
    if (!dialog?.order || dialog.part || dialog.busy || reason.trim().length < 2) return step(state)
    const busy: Counter = { ...state, dialog: { ...dialog, busy: true, authorizationId } }
    const cancel = { do: 'cancel', orderId: dialog.order.id, reason, key: dialog.key, authorizationId } as const
    return step(say(busy, at, 'cancel.wait'), cancel)
  },

  // Kept for somebody to approve: nothing has been reversed, and the counter is free for the next customer.
  reversalAsked: (state, _, at) => step(say(closed(state), at, 'cancel.asked')),

  reversalAnswered(state, { orderId, order }, at) {
    if (isPart(state, orderId)) return partAnswered(state, order, at)
    if (behind(state, orderId)) return step(state, { do: 'look', orderId })
    if (order.status === '3' || order.status === '5') return reversedBand(state, order, at)
    return step(watch(state, orderId, at), { do: 'look', orderId })
  },

  reversalFailed(state, { orderId, refusal }, at) {
    if (isPart(state, orderId)) return partFailed(state, refusal, at)
    if (behind(state, orderId)) return step(state, { do: 'look', orderId })
    if (!isDefinite(refusal)) return step(watch(state, orderId, at), { do: 'look', orderId })
    const asked = reversalOf(state, orderId)
    if (asked && asksAgain(refusal)) {
      const dialog = { ...asked, busy: false, authorizationId: wordAfter(refusal, asked.authorizationId) }
      return sayAgain({ ...state, dialog }, at, refusal)
    }
    const words = wordsOf(refusal, pastMonth)
    const detail = detailOf(refusal)
    const known = knownMessage(refusal)
    const base = closed(state, orderId)
    // Often a return at another clerk's counter: what is signed in for is this reversal, and it has not happened.
    if (known?.key === 'sign.missing' || known?.key === 'sign.closed')
      return step(say(base, at, 'cancel.unsigned', {}, detail))
    if (known) return step(say(base, at, known.key, known.values, detail))
    if (byCentre(refusal))
      return step(say(base, at, 'cancel.refused', { text: centreBrief(refusal), next: words.next, orderId }, detail))
    return step(say(base, at, 'cancel.failed', words, detail))
  },
}
