import { formatAmount } from '@yibao/shared/money.ts'
import { isDefinite } from '../../../api/definite.ts'
import { backWords } from '../../../orders/give-back.ts'
import { messageOf } from '../../message.ts'
import { afterNoReversal, byCentre, centreBrief, wordsOf } from '../../refusals.ts'
import { amountsOf } from '../amounts.ts'
import { asksAgain, sayAgain, wordAfter } from '../asked-again.ts'
import { enter, nextCustomer, outOfDate, remember } from '../customer.ts'
import type { CounterEvent } from '../events.ts'
import type { Order, Refusal } from '../model.ts'
import { pricing } from '../pricing.ts'
import { goUnknown, settling } from '../settling.ts'
import type { Counter, PartAmounts, PartReturn } from '../state.ts'
import { beforeReversal, chain, detailOf, type Step, say, settleGuard, step } from '../step.ts'
import { netWords } from './part-return.ts'

// What happens by itself in a partial return: credential → price → (the clerk confirms) → reversal → price → settlement.

/** From here on only F9 books: what was confirmed in the dialog has had its one attempt. */
const byHand = (state: Counter): Counter => ({ ...state, part: state.part && { ...state.part, shown: undefined } })

/** The old one is reversed and what is kept is not settled: why, what goes back, and how it goes on. */
const reversedOnly = (state: Counter, { old }: PartReturn, at: number): Counter => {
  const inner = state.message && messageOf(state.message.key, state.message.values)
  const values = {
    text: inner?.what ?? '没有预结算',
    next: inner?.next || '按 F8 重新预结算',
    back: backWords(old),
  }
  return say(byHand(state), at, 'part.reversedOnly', values, state.message?.detail)
}

const priceAgain = (state: Counter, at: number): Step => pricing.presettle(state, { type: 'presettle' }, at)

/** 2103 is done: its slip, and the kept lines are priced anew, because account and limits have come back. */
export const partReversed = (state: Counter, order: Order, at: number): Step => {
  const part: PartReturn = { ...state.part!, at: 'reversed' }
  const { orderId, maskedName, cash } = part.old
  const row = { orderId, maskedName, cash: formatAmount(cash), mark: 'reversed' as const }
  const open = remember({ ...enter(state, 'open', at), pending: undefined, dialog: undefined, part }, row)
  const stale = outOfDate(open, 'part.stale')
  const printed = step(stale, { do: 'print', orderId: order.id, kind: 'reversal' })
  return chain(printed, (now) => {
    const priced = priceAgain(now, at)
    return priced.state.phase === 'presettling' ? priced : step(reversedOnly(priced.state, part, at))
  })
}

const again = '需要时在最近中重新退货'
const verified = { text: '已向医保中心核实', next: again }

/** A reversal that the centre refuses will be refused again: who can help is told, not to try once more. */
const saidNo = (state: Counter, { settledAt }: PartReturn['old'], at: number, refusal: Refusal): Counter => {
  if (!byCentre(refusal)) return say(state, at, 'part.notReversed', wordsOf(refusal, again), detailOf(refusal))
  const otherwise = afterNoReversal(settledAt, at)
  const values = { text: centreBrief(refusal), next: wordsOf(refusal, otherwise).next }
  return say(state, at, 'part.refused', values, detailOf(refusal))
}

/** The old settlement stands: the kept lines are given up with it, and nothing has changed for the customer. */
export const partStands = (state: Counter, at: number, refusal?: Refusal): Step => {
  const { orderId, part } = state
  const { maskedName, cash } = part!.old
  const row = { orderId: part!.old.orderId, maskedName, cash: formatAmount(cash), mark: 'done' as const }
  const free = remember(nextCustomer(state), row)
  const next = refusal ? saidNo(free, part!.old, at, refusal) : say(free, at, 'part.notReversed', verified)
  const drop = orderId ? [{ do: 'drop' as const, orderId, reason: '部分退货：原单没有撤销' }] : []
  return step(next, ...drop, { do: 'sound', tone: 'refused' })
}

/** The answer of the reversal call; a second word about the same reversal changes nothing. */
export const partAnswered = (state: Counter, order: Order, at: number): Step => {
  if (state.part?.at !== 'reversing') return step(state)
  if (order.status === '3' || order.status === '5') return partReversed(state, order, at)
  return state.phase === 'settling' ? goUnknown(state, at) : step(state)
}

/** Nothing was reversed: both amounts are shown as they were, with the reason and the word that were given. */
const askedAgain = (state: Counter, refusal: Refusal, at: number): Step => {
  const { given, ...rest } = state.part!
  const still = given && { ...given, authorizationId: wordAfter(refusal, given.authorizationId) }
  const part: PartReturn = { ...rest, at: 'asking', shown: undefined, given: still }
  const open = { ...enter(state, 'open', at), pending: undefined, part }
  return sayAgain({ ...open, dialog: state.dialog ?? { kind: 'part' } }, at, refusal)
}

/** The first half of a 部分退货 came to nothing: the settlement stands, or nobody knows yet. */
export const partFailed = (state: Counter, refusal: Refusal, at: number): Step => {
  if (state.part?.at !== 'reversing' || state.phase !== 'settling') return step(state)
  if (asksAgain(refusal)) return askedAgain(state, refusal, at)
  return isDefinite(refusal) ? partStands(state, at, refusal) : goUnknown(state, at, detailOf(refusal))
}

const sameAmounts = (a: PartAmounts, b: PartAmounts) =>
  a.cash === b.cash && a.account === b.account && a.fund === b.fund

/** A fresh split of the kept lines: shown beside the old one, or booked when it is what was confirmed. */
const pricedAgain = (state: Counter, part: PartReturn, at: number): Step => {
  const amounts = amountsOf(state.priced!.order)
  if (part.at !== 'reversed')
    return step(say({ ...state, part: { ...part, at: 'asking' }, dialog: { kind: 'part' } }, at, 'part.ask'))
  // Priced by hand after a stop: an ordinary split, booked by F9 like any other.
  if (!part.shown) return step(state)
  if (sameAmounts(part.shown, amounts)) {
    // The clerk has confirmed these very amounts: the pause that protects a hand from its own key is not needed.
    const confirmed = { ...byHand(state), priced: { ...state.priced!, at: at - settleGuard } }
    return settling.settle(confirmed, { type: 'settle' }, at)
  }
  const values = { was: formatAmount(part.shown.cash), cash: formatAmount(amounts.cash) }
  return step(say(byHand(state), at, 'part.changed', values))
}

const finished = (state: Counter, { old, later }: PartReturn, at: number): Step => {
  const { cash } = amountsOf(state.priced!.order)
  // Flagged, its own band says what to do.
  if (later && state.message?.key === 'amount.check') return step(state)
  if (later) return step(say(state, at, 'part.doneLater', { cash: formatAmount(cash), slip: '小票正在打印' }))
  const values = {
    net: netWords(old, cash),
    back: backWords(old),
    cash: formatAmount(cash),
    slip: '小票正在打印',
  }
  const key = state.message?.key === 'amount.check' ? 'part.doneCheck' : 'part.done'
  return step(say({ ...state, part: { ...state.part!, at: 'done' } }, at, key, values))
}

/** Goes on with a partial return after any event; without one it changes nothing. */
export const followPart = (before: Counter, state: Counter, event: CounterEvent, at: number): Step => {
  const { part } = state
  if (!part) {
    if (!beforeReversal(before)) return step(state)
    const drop = before.orderId ? [{ do: 'drop' as const, orderId: before.orderId, reason: '放弃部分退货' }] : []
    return step(state.message ? state : say(state, at, 'part.given'), ...drop)
  }
  if (event.type === 'personRead' && state.person && state.expects === undefined && state.phase === 'open')
    return before.person === state.person ? step(state) : priceAgain(state, at)
  if (event.type === 'priced' && before.phase === 'presettling' && state.priced?.fresh && state.phase === 'open')
    return pricedAgain(state, part, at)
  if (event.type === 'closeDialog' && before.dialog?.kind === 'part') return step(say(state, at, 'part.waiting'))
  if (part.at !== 'reversed') return step(state)
  if (state.phase === 'settled' && before.phase !== 'settled') return finished(state, part, at)
  // Taken back it is bought like anything else, and what goes wrong with it is said as of anything else.
  if (part.later) return step(state)
  const fell = event.type === 'priceFailed' && before.phase === 'presettling'
  const refused = before.phase !== state.phase && (before.phase === 'settling' || before.phase === 'unknown')
  const settles = before.pending?.kind === 'settle' && (state.phase === 'refused' || state.phase === 'open')
  return fell || (refused && settles) ? step(reversedOnly(state, part, at)) : step(state)
}
