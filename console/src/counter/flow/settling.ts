import { formatAmount } from '@yibao/shared/money.ts'
import { shortTime } from '@yibao/shared/time.ts'
import { cardUnread, centreUnreached, isDefinite } from '../../api/definite.ts'
import type { MessageKey } from '../messages.ts'
import { byCentre, centreBrief, knownMessage, noAnswer, wordsOf } from '../refusals.ts'
import { orderValues } from './amounts.ts'
import { putAside } from './aside.ts'
import { sayUnread } from './asked-again.ts'
import { askAudit, openHits } from './audit.ts'
import { parkInput } from './basket-input.ts'
import { codesWanted } from './codes/codes-wanted.ts'
import { enter, nextCustomer, outOfDate, privacyTimer, remember } from './customer.ts'
import type { Effect } from './effects.ts'
import { tellErp } from './erp/result.ts'
import type { Aside, Order, Pending, Refusal } from './model.ts'
import { askWhose } from './reading.ts'
import type { Counter } from './state.ts'
import {
  beforeReversal,
  beside,
  chain,
  detailOf,
  ended,
  type HandlersOf,
  isParking,
  lasted,
  later,
  locked,
  refuse,
  type Step,
  say,
  settleGuard,
  step,
} from './step.ts'

/** ms until a waiting settlement, or one of unknown result, may go to the background (M25, ux 1.7). */
const backgroundAfter = { settling: 60_000, unknown: 30_000 } as const

/** Why F9 cannot run now; undefined when the split is fresh and nothing is under way. */
export const whyNotSettle = (state: Counter): MessageKey | undefined => {
  if (!state.may.settle) return 'right.none'
  if (locked(state)) return 'money.busy'
  if (isParking(state)) return 'park.wait'
  if (!state.link.online) return 'net.before'
  if (state.reading) return 'read.busy'
  if (beforeReversal(state)) return 'part.first'
  if (state.phase === 'presettling') return 'pre.wait'
  // Somebody presses it once more: that nothing is paid yet would be wrong over the amounts of a settlement.
  if (ended(state)) return 'basket.ended'
  if (!state.priced?.fresh || !state.priced.order.settleKey) {
    if (state.priced && !state.priced.fresh) return state.staleBy ?? 'pre.stale'
    return state.second?.at === 'own' ? 'second.first' : 'pre.first'
  }
  // Whose it is decides whose money goes: who has passed the other one over has pressed F8.
  if (state.other) return 'settle.other'
  if (openHits(state).length > 0) return 'audit.ask'
  return undefined
}

/** What is said of a slip that does not come by itself: whoever has settled it, at another PC, may print it. */
export const slipByHand = '小票还没有打印，需要时在最近中点姓名打印'
/** What is said of the slip of a settlement: it prints by itself, or at a word. */
export const slipOf = (pending: Pending | undefined): string => (pending?.listed ? slipByHand : '小票正在打印')

/** A settled order, whoever stands at the counter now: slip, ERP, 最近. `pending`: as what its end was awaited. */
export const bookedEffects = (state: Counter, order: Order, at: number, pending?: Pending): Step => {
  const { cash, name } = orderValues(order)
  const kept = remember(state, { orderId: order.id, maskedName: name, cash, mark: 'done' })
  // After a crash between booking and paper the slip is still owed; one that was printed is not printed again.
  const owed = order.printed === 0 && !pending?.listed
  const effects: Effect[] = [
    ...(owed ? [{ do: 'print' as const, orderId: order.id, kind: 'settlement' as const }] : []),
    { do: 'sound', tone: 'booked' },
  ]
  const noted = owed && !kept.owed.includes(order.id) ? { ...kept, owed: [...kept.owed, order.id] } : kept
  return chain({ state: noted, effects }, (now) => tellErp(now, order, 'settled', at))
}

/** The order at the counter is settled: the band, and everything that follows a booking. */
export const book = (state: Counter, order: Order, at: number): Step => {
  const verified = state.phase === 'unknown'
  const values = { ...orderValues(order), slip: slipOf(state.pending) }
  const plain: MessageKey = values.cash === '0.00' ? 'settle.doneNoCash' : 'settle.done'
  const flagged = order.status === '6' && order.abnormal?.kind === 'amount'
  const key = flagged ? 'amount.check' : verified ? 'settle.resolvedYes' : plain
  const difference = /相差 ?(\d+\.\d{2})/.exec(order.warnings.join())?.[1] ?? order.abnormal?.lastError ?? '--'
  const priced = { order, fresh: false, at }
  const done: Counter = {
    ...enter(state, 'settled', at),
    priced,
    pending: undefined,
    reading: undefined,
    dialog: undefined,
  }
  const said = say(done, at, key, { ...values, difference })
  return chain(step(said, privacyTimer(said)), (now) => bookedEffects(now, order, at, state.pending))
}

/** The bands while an end is awaited: of a settlement, or of the reversal inside a partial return. */
const bands = {
  settle: {
    wait: 'settle.waitLong',
    first: 'settle.unknown',
    later: 'settle.unknownLong',
    person: 'settle.unknownPerson',
  },
  reversal: { wait: 'part.waitLong', first: 'part.unknown', later: 'part.unknownLong', person: 'part.unknownPerson' },
} as const satisfies Record<Pending['kind'], Record<string, MessageKey>>

/** A bill that turned out to be settled already: its amounts, what is still owed of slip and ERP, nothing to collect. */
export const settledBefore = (state: Counter, order: Order, at: number): Step => {
  const booked = book(state, order, at)
  const { cash, account } = orderValues(order)
  const settledAt = order.settledAt ? shortTime(order.settledAt, new Date(at)) : '--'
  const values = { bill: order.erpBill ?? '', cash, account, at: settledAt }
  return { ...booked, state: say(booked.state, at, 'erp.settledBefore', values) }
}

/** Whose end is awaited, where no person stands beside the band to say it: after a restart, or at another PC. */
const whoOf = ({ person, pending }: Counter): string => (person || !pending ? '' : `${pending.maskedName} 的`)

/** Nobody knows: the band of 1.7, and the first look at the order at once. */
export const goUnknown = (state: Counter, at: number, detail?: string): Step => {
  const pending = state.pending && { ...state.pending, inFlight: false, since: at }
  const { first } = bands[pending?.kind ?? 'settle']
  const next = say({ ...enter(state, 'unknown', at), pending }, at, first, { n: 1, who: whoOf(state) }, detail)
  const orderId = pending?.orderId
  const marked = orderId
    ? remember(next, { orderId, maskedName: pending.maskedName, cash: pending.cash, mark: 'pending' })
    : next
  const shown = step(
    marked,
    ...(orderId ? [{ do: 'look' as const, orderId }] : []),
    later(backgroundAfter.unknown, { type: 'waited', orderId: orderId ?? '' }),
    { do: 'sound', tone: 'refused' },
  )
  // The ERP hears of it even where our own server cannot be reached: its till must not take the money a second time.
  const order = state.priced?.order.id === orderId ? state.priced?.order : undefined
  return order ? chain(shown, (now) => tellErp(now, order, 'unknown', at)) : shown
}

/** The card was to be read again before anything left, and was not: the split stands, and so does its key (T05). */
const notRead = (state: Counter, refusal: Refusal, at: number): Step => {
  const open = { ...enter(state, 'open', at), pending: undefined }
  return sayUnread(open, at, 'card.again', refusal)
}

/** The centre, or a rule, said no, or nothing left for it; nothing was booked: a new pre-settlement brings a new key. */
const notBooked = (state: Counter, refusal: Refusal, at: number): Step => {
  if (cardUnread(refusal)) return notRead(state, refusal, at)
  const open = outOfDate({ ...enter(codesWanted(state, refusal), 'refused', at), pending: undefined }, 'pre.notBooked')
  const unreached = centreUnreached(refusal)
  const cut = refusal.unsent && noAnswer(refusal)
  // M32 speaks of the settlements to come, and of what repeats itself.
  const known = cut ? { key: 'net.before' as const, values: {} } : unreached ? undefined : knownMessage(refusal)
  const detail = detailOf(refusal)
  const words = wordsOf(refusal, '按 F8 重新预结算')
  if (unreached) words.next = '恢复后按 F8 重新预结算'
  const next = known
    ? say(open, at, known.key, known.values, detail)
    : byCentre(refusal)
      ? say(open, at, 'settle.refused', { text: centreBrief(refusal), next: words.next }, detail)
      : say(open, at, 'settle.failed', words, detail)
  return step(next, { do: 'sound', tone: 'refused' })
}

/** What is being settled, as it goes aside; not what an ERP sends again, nor what waits behind it for a settlement of its own. */
export const basketOf = (state: Counter): Aside | undefined => {
  const { pending, erp, second } = state
  const key = pending?.settleKey
  if (pending?.kind !== 'settle' || !key || erp) return undefined
  const waits = second?.at === 'first' ? second.lines : undefined
  return { key, input: parkInput({ ...state, lines: state.lines.filter(({ id }) => !waits?.includes(id)) }) }
}

export const settling: HandlersOf<'settle' | 'settleAnswered' | 'settleFailed' | 'toBackground' | 'waited'> = {
  settle(state, _event, at) {
    const why = whyNotSettle(state)
    // The second F9 of a double press says nothing: the first one is being answered.
    if (why === 'money.busy' || why === 'pre.wait') return step(state)
    if (why === 'audit.ask') return askAudit(state, at)
    if (why === 'settle.other') return step(beside(askWhose(state, at), at, why))
    if (why) return refuse(state, at, why)
    const { order, at: pricedAt } = state.priced!
    if (!lasted(pricedAt, at, settleGuard)) return step(state)
    const pending: Pending = {
      orderId: order.id,
      maskedName: order.maskedName,
      cash: formatAmount(order.split?.cash ?? order.cash),
      since: at,
      looks: 0,
      inFlight: true,
      kind: 'settle',
      settleKey: order.settleKey,
      ...(state.erp ? { erpBill: state.erp.billNo } : {}),
    }
    const next = say({ ...enter(state, 'settling', at), pending, dialog: undefined }, at, 'settle.wait')
    const wake = later(backgroundAfter.settling, { type: 'waited', orderId: order.id })
    return step(next, { do: 'settle', orderId: order.id, key: order.settleKey! }, wake)
  },

  settleAnswered: (state, { orderId, order }, at) => answered(state, orderId, order, at),

  settleFailed(state, { orderId, refusal }, at) {
    if (state.pending?.orderId === orderId && locked(state)) {
      if (isDefinite(refusal) && state.phase === 'settling') return notBooked(state, refusal, at)
      return state.phase === 'unknown' ? step(state) : goUnknown(state, at, detailOf(refusal))
    }
    const background = state.background.map((one) => (one.orderId === orderId ? { ...one, inFlight: false } : one))
    const known = background.some((one) => one.orderId === orderId)
    return step({ ...state, background }, ...(known ? [{ do: 'look' as const, orderId }] : []))
  },

  toBackground(state, _event, at) {
    const { pending } = state
    if (!pending || !locked(state)) return step(state)
    const after = backgroundAfter[state.phase === 'settling' ? 'settling' : 'unknown']
    if (!pending.givenUp && !lasted(state.since, at, after)) return step(state)
    const kept = state.part && pending.kind === 'reversal' ? state.orderId : undefined
    const basket = basketOf(state)
    const moved = { ...state, background: [...state.background, { ...pending, since: at, kept, basket }] }
    // The kept lines wait as a parked basket; the server settles them only once the reversal is certain.
    const { maskedName, orderId, cash } = pending
    const marked = remember(nextCustomer(moved), { orderId, maskedName, cash, mark: 'pending' })
    const said = say(marked, at, 'settle.moved', { name: maskedName })
    const look = pending.inFlight ? [] : [{ do: 'look' as const, orderId }]
    const parked = kept ? putAside(said, { key: state.part!.key, input: parkInput(state) }) : step(said)
    return { ...parked, effects: [...parked.effects, ...look] }
  },

  waited(state, { orderId }, at) {
    if (state.pending?.orderId !== orderId) return step(state)
    // The card of an earlier F9 was not read: its minute is not this one's.
    if (state.phase === 'settling')
      return step(
        lasted(state.since, at, backgroundAfter.settling) ? say(state, at, bands[state.pending.kind].wait) : state,
      )
    return state.phase === 'unknown' ? step(unknownMessage(state, at)) : step(state)
  },
}

/** The band of an unknown result; after 30 s it offers the way on (ux 1.7), at once where waiting would not help. */
export const unknownMessage = (state: Counter, at: number): Counter => {
  const n = Math.max(1, state.pending?.looks ?? 1)
  const long = lasted(state.since, at, backgroundAfter.unknown)
  const advice = state.area?.unknownAdvice || '可请顾客留下电话，核实后再取药'
  const { first, later: after, person } = bands[state.pending?.kind ?? 'settle']
  return say(state, at, state.pending?.givenUp ? person : long ? after : first, { n, advice, who: whoOf(state) })
}

const answered = (state: Counter, orderId: string, order: Order, at: number): Step => {
  const seen = { type: 'orderSeen' as const, orderId, order }
  if (state.pending?.orderId !== orderId) return step(state, later(0, seen))
  if (state.phase === 'settling' && (order.status === '2' || order.status === '6')) return book(state, order, at)
  if (state.phase === 'settling') return goUnknown({ ...state, pending: { ...state.pending, inFlight: false } }, at)
  return step(state, later(0, seen))
}
