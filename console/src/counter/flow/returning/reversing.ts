import { centreUnreached, isDefinite } from '../../../api/definite.ts'
import { afterNoReversal, byCentre, centreBrief, knownMessage, wordsOf } from '../../refusals.ts'
import { asksAgain, sayAgain, wordAfter } from '../asked-again.ts'
import type { Counter } from '../state.ts'
import {
  detailOf,
  type HandlersOf,
  lasted,
  later,
  mention,
  refuse,
  reversalOf,
  type Step,
  say,
  scanTurn,
  step,
  whyBusy,
} from '../step.ts'
import { partAnswered, partFailed } from './part-follow.ts'
import { whyNotPart } from './part-return.ts'
import { reversalWaiting, reversedBand } from './reversed.ts'

/** Without it; another order's stays. */
const closed = (state: Counter, orderId?: string): Counter =>
  reversalOf(state, orderId) ? { ...state, dialog: undefined } : state

/** ms until a reversal without an answer leaves the counter to the next one (T22). */
const handOverAfter = 60_000

/**
 * The end of the reversal that was confirmed here is not known: it is watched like a settlement, and no cash is handed out
 * meanwhile. `inFlight`: its own answer is still to come.
 */
const watch = (state: Counter, orderId: string, at: number, inFlight = false): Counter => {
  const pending = reversalWaiting(orderId, reversalOf(state, orderId)?.order, at, inFlight)
  const others = state.background.filter((one) => one.orderId !== orderId)
  const next = { ...closed(state, orderId), background: [...others, pending] }
  return say(next, at, 'cancel.unknown', { name: pending.maskedName || '这笔', orderId })
}

const isPart = ({ part }: Counter, orderId: string) => part?.old.orderId === orderId

/**
 * Moved to the background while its answer was still to come: the order itself says how it ended. `no`: nothing of it can
 * come to pass any more. Undefined where it was not.
 */
const behind = (state: Counter, orderId: string, no = false): Step | undefined => {
  if (!state.background.some((one) => one.orderId === orderId)) return undefined
  const told = { inFlight: false, ...(no && { seenNo: 1 }) }
  const background = state.background.map((one) => (one.orderId === orderId ? { ...one, ...told } : one))
  return step({ ...closed(state, orderId), background }, { do: 'look', orderId })
}

export const reversing: HandlersOf<
  | 'openReversal'
  | 'reversalLoaded'
  | 'reversalLost'
  | 'confirmReversal'
  | 'reversalAsked'
  | 'reversalWaits'
  | 'reversalAnswered'
  | 'reversalFailed'
> = {
  openReversal(state, { orderId, key, part, scanned }, at) {
    // Found late, it would lie over what the clerk has begun since: a reversal is opened by nobody but him.
    if (scanned && (state.dialog || scanned.turn !== scanTurn(state)))
      return step(mention(state, at, 'order.late', { code: scanned.code }))
    // While one is under way its dialog stands: its answer belongs to it.
    const why = whyBusy(state)
    if (why) return refuse(state, at, why)
    // Two calls of one order under way: the end of the first would be taken for that of the second.
    if (state.background.some((one) => one.orderId === orderId && one.inFlight)) return refuse(state, at, 'cancel.wait')
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

  confirmReversal(state, { reason, authorizationId, medium }, at) {
    const dialog = reversalOf(state)
    if (!state.may.reverse) return refuse(state, at, 'right.none')
    // A scan has closed it while somebody was asked for his approval.
    if (!dialog) return refuse(state, at, 'cancel.failed', { text: '这笔已经关闭', next: '请重新打开再确认' })
    if (!dialog.order || dialog.part || dialog.busy || reason.trim().length < 2) return step(state)
    const busy: Counter = { ...state, dialog: { ...dialog, busy: true, since: at, authorizationId } }
    const { id: orderId } = dialog.order
    const cancel = {
      do: 'cancel',
      orderId,
      reason,
      key: dialog.key,
      authorizationId,
      ...(medium && { medium }),
    } as const
    return step(say(busy, at, 'cancel.wait'), cancel, later(handOverAfter, { type: 'reversalWaits', orderId }))
  },

  // Kept for somebody to approve: nothing has been reversed, and the counter is free for the next customer.
  reversalAsked: (state, _, at) => step(say(closed(state), at, 'cancel.asked')),

  reversalWaits(state, { orderId }, at) {
    const { order, busy, since = at } = reversalOf(state, orderId) ?? {}
    if (!order || !busy || !lasted(since, at, handOverAfter)) return step(state)
    // Its answer may be lost on the way: what is booked is seen by looking.
    return step(watch(state, orderId, at, true), { do: 'look', orderId })
  },

  reversalAnswered(state, { orderId, order }, at) {
    if (isPart(state, orderId)) return partAnswered(state, order, at)
    const waiting = behind(state, orderId)
    if (waiting) return waiting
    if (!reversalOf(state, orderId)) return step(state)
    if (order.status === '3' || order.status === '5') return reversedBand(state, order, at)
    return step(watch(state, orderId, at), { do: 'look', orderId })
  },

  reversalFailed(state, { orderId, refusal }, at) {
    if (isPart(state, orderId)) return partFailed(state, refusal, at)
    const waiting = behind(state, orderId, isDefinite(refusal))
    if (waiting) return waiting
    const asked = reversalOf(state, orderId)
    // Handed over, and a look has told its end: its own answer comes behind that, and says nothing that is true any more.
    if (!asked) return step(state)
    if (!isDefinite(refusal)) return step(watch(state, orderId, at), { do: 'look', orderId })
    if (asksAgain(refusal)) {
      const dialog = { ...asked, busy: false, authorizationId: wordAfter(refusal, asked.authorizationId) }
      return sayAgain({ ...state, dialog }, at, refusal)
    }
    const words = wordsOf(refusal, afterNoReversal(asked.order?.settledAt, at))
    const detail = detailOf(refusal)
    const known = centreUnreached(refusal) ? undefined : knownMessage(refusal)
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
