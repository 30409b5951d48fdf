import { wordsOf } from '../refusals.ts'
import { orderValues } from './amounts.ts'
import { putAside } from './aside.ts'
import { enter, occupied, outOfDate, remember } from './customer.ts'
import type { Effect } from './effects.ts'
import { tellErp } from './erp/result.ts'
import type { Order, Pending } from './model.ts'
import { stillOwed } from './owed.ts'
import { partReversed, partStands } from './returning/part-follow.ts'
import { reversedBand } from './returning/reversed.ts'
import { book, bookedEffects, slipOf, unknownMessage } from './settling.ts'
import type { Counter } from './state.ts'
import { chain, type HandlersOf, later, mention, type Step, say, step } from './step.ts'

/** ms between two looks at an unknown order, by how often it was looked at; the last one stays. */
const pauses = [2000, 3000, 5000, 5000, 10_000] as const
const pauseAfter = (looks: number) => pauses[Math.min(looks, pauses.length - 1)]!

type End = 'yes' | 'no' | 'unknown'

/** Nobody has seen it but priced, and it has its key still: the request that was lost may come yet, and would be taken. */
const mayCome = ({ kind, settleKey, seenUnknown }: Pending, { status, settleKey: key }: Order): boolean =>
  kind === 'settle' && !seenUnknown && status === '1' && key !== undefined && key === settleKey

/**
 * What an order's state says about its end. A presettled order proves nothing while the request may still be on its
 * way: it counts after the order was seen as unknown, when two looks in a row show it, and not before its key is gone.
 */
export const endOf = (pending: Pending, order: Order): End => {
  const { status } = order
  if (pending.kind === 'reversal') {
    if (status === '3' || status === '5') return 'yes'
    if ((status !== '2' && status !== '6') || pending.inFlight) return 'unknown'
    return pending.seenUnknown || (pending.seenNo ?? 0) >= 1 ? 'no' : 'unknown'
  }
  if (status === '2' || status === '6') return 'yes'
  if (status === '4') return 'unknown'
  if (status === '3' || status === '5' || status === '7') return 'no'
  if (pending.inFlight || mayCome(pending, order)) return 'unknown'
  return pending.seenUnknown || (pending.seenNo ?? 0) >= 1 ? 'no' : 'unknown'
}

const looked = (pending: Pending, order: Order): Pending => ({
  ...pending,
  looks: Math.max(pending.looks + 1, order.abnormal?.attempts ?? 0),
  seenUnknown: pending.seenUnknown || order.status === '4',
  seenNo: (pending.seenNo ?? 0) + 1,
  givenUp: order.abnormal?.needsPerson === true,
})

/** One look is planned for each order: who asks in between, or the server's news, makes the one before none. */
const planned = (pending: Pending): { pending: Pending; effect: Effect } => {
  const { orderId, looks } = pending
  const look = (pending.look ?? 0) + 1
  return { pending: { ...pending, look }, effect: later(pauseAfter(looks), { type: 'orderChanged', orderId, look }) }
}

/** The next look; at the second one that finds it only priced its key is taken, and the answer to that is definite. */
const next = (pending: Pending, order: Order): { pending: Pending; effect: Effect } => {
  const { orderId, settleKey, inFlight, seenNo } = pending
  const found = planned(looked(pending, order))
  return settleKey && seenNo && !inFlight && mayCome(pending, order)
    ? { ...found, effect: { do: 'renounce', orderId, settleKey } }
    : found
}

/** What is known of an order that is waited for, at the counter or behind it. */
const withPending = (state: Counter, next: Pending): Counter => ({
  ...state,
  pending: state.pending?.orderId === next.orderId ? next : state.pending,
  background: state.background.map((one) => (one.orderId === next.orderId ? next : one)),
})

const notSettled = (state: Counter, order: Order, at: number): Step => {
  const recent = state.recent.filter(({ orderId }) => orderId !== state.pending?.orderId)
  const open = outOfDate({ ...enter(state, 'open', at), pending: undefined, recent }, 'settle.resolvedNo')
  // The band came back after a restart: without a basket there is nothing to price again, and without a person not yet.
  const key = state.person ? 'settle.resolvedNo' : state.lines.length ? 'settle.resolvedRead' : 'settle.backNo'
  return chain(step(say(open, at, key, { name: order.maskedName })), (now) => tellErp(now, order, 'voided', at))
}

/** A page that was away when the answer stayed out tells the ERP now. */
const stillUnknown = (shown: Step, { kind }: Pending, order: Order, at: number): Step =>
  kind === 'settle' && order.status === '4' ? chain(shown, (now) => tellErp(now, order, 'unknown', at)) : shown

const atCounter = (state: Counter, pending: Pending, order: Order, at: number): Step => {
  const end = endOf(pending, order)
  if (pending.kind === 'reversal' && end !== 'unknown')
    return end === 'yes' ? partReversed(state, order, at) : partStands(state, at)
  if (end === 'yes') return book(state, order, at)
  if (end === 'no') return notSettled(state, order, at)
  const { pending: now, effect } = next(pending, order)
  return stillUnknown(step(unknownMessage({ ...state, pending: now }, at), effect), pending, order, at)
}

const inBackground = (state: Counter, pending: Pending, order: Order, at: number): Step => {
  const end = endOf(pending, order)
  if (end === 'unknown') {
    const { pending: now, effect } = next(pending, order)
    return stillUnknown(step(withPending(state, now), effect), pending, order, at)
  }
  const rest = { ...state, background: state.background.filter((one) => one.orderId !== pending.orderId) }
  if (pending.kind === 'reversal') return keptEnd(reversalEnd(rest, pending, order, end, at), pending, end, at)
  // Never over the next customer's money: the line, not the band.
  const { name, cash } = orderValues(order)
  if (end === 'yes') {
    const booked = bookedEffects(rest, order, at, pending)
    return { ...booked, state: mention(booked.state, at, 'settle.backYes', { name, cash, slip: slipOf(pending) }) }
  }
  const undone = remember(rest, { orderId: order.id, maskedName: name, cash, mark: 'none' })
  // Given up at another place it is nobody's any more.
  const basket = order.status === '1' ? pending.basket : undefined
  const said = mention(undone, at, basket ? 'settle.backAside' : 'settle.backNo', { name })
  const told = tellErp(said, order, 'voided', at)
  return basket ? chain(told, (now) => putAside(now, basket)) : told
}

const markPending = (state: Counter, { orderId, maskedName, cash }: Pending): Counter =>
  remember(state, { orderId, maskedName, cash, mark: 'pending' })

const reversalEnd = (state: Counter, pending: Pending, order: Order, end: 'yes' | 'no', at: number): Step => {
  const values = orderValues(order)
  const { key, values: said } = state.message ?? {}
  // The band that nothing is known of it is true no more.
  const now = key === 'cancel.unknown' && said?.orderId === order.id ? { ...state, message: undefined } : state
  return end === 'yes' ? reversedBand(now, order, at, pending) : step(mention(now, at, 'cancel.stillOn', values))
}

/** What becomes of the lines a partial return has parked: free once reversed, void when the old one stands. */
const keptEnd = ({ state, effects }: Step, { kept, maskedName }: Pending, end: 'yes' | 'no', at: number): Step => {
  if (!kept) return { state, effects }
  if (end === 'no') {
    const aside = state.aside.filter(({ input }) => input.orderId !== kept)
    const drop = [{ do: 'drop', orderId: kept, reason: '原单没有撤销' }, { do: 'listParked' }] as const
    return { state: { ...state, aside }, effects: [...effects, ...drop] }
  }
  return { state: mention(state, at, 'part.backYes', { name: maskedName }), effects }
}

export const resolving: HandlersOf<'orderSeen' | 'orderUnseen' | 'orderChanged' | 'ordersOpen' | 'failed'> = {
  orderSeen(state, { orderId, order }, at) {
    const { pending } = state
    // While the settle call itself is open only a booked order is news: all else is decided by its answer.
    if (pending?.orderId === orderId && state.phase === 'settling')
      return endOf(pending, order) !== 'yes'
        ? step(state)
        : pending.kind === 'reversal'
          ? partReversed(state, order, at)
          : book(state, order, at)
    if (pending?.orderId === orderId && state.phase === 'unknown') return atCounter(state, pending, order, at)
    const waiting = state.background.find((one) => one.orderId === orderId)
    if (waiting) return inBackground(state, waiting, order, at)
    return state.left.includes(orderId) ? stillOwed(state, order, at) : step(state)
  },

  /** The look itself failed: nothing is known, look again later, unless the order's own answer is still to come. */
  orderUnseen(state, { orderId }) {
    const mine = state.pending?.orderId === orderId
    if (mine && state.phase === 'settling') return step(state)
    const waiting = mine ? state.pending : state.background.find((one) => one.orderId === orderId)
    if (waiting) {
      const { pending, effect } = planned({ ...waiting, looks: waiting.looks + 1 })
      return step(withPending(state, { ...pending, looks: waiting.looks }), effect)
    }
    const left = state.left.includes(orderId)
    return step(state, ...(left ? [later(pauseAfter(pauses.length), { type: 'orderChanged', orderId } as const)] : []))
  },

  orderChanged(state, { orderId, look }) {
    const known = [state.pending, ...state.background].find((one) => one?.orderId === orderId)
    if (look !== undefined && known && look !== known.look) return step(state)
    const mine = state.pending?.orderId === orderId && (state.phase === 'unknown' || state.phase === 'settling')
    const behind = state.left.includes(orderId) || state.background.some((one) => one.orderId === orderId)
    return step(state, ...(mine || behind ? [{ do: 'look' as const, orderId }] : []))
  },

  /** After login the first screen is the band of the order whose result is unknown (ux 1.7). */
  ordersOpen(state, { rows }, at) {
    const known = new Set([state.pending?.orderId, ...state.background.map(({ orderId }) => orderId)])
    const open = rows
      // What only a person can end stands on the abnormal page; waiting at the counter would not help.
      .filter(({ id, abnormal }) => !known.has(id) && !abnormal.needsPerson)
      .map((row): Pending => {
        const { id: orderId, maskedName, cash } = row
        const kind = row.abnormal.kind === 'reversalUnknown' ? 'reversal' : 'settle'
        return {
          orderId,
          maskedName,
          cash,
          since: at,
          looks: 0,
          inFlight: false,
          kind,
          seenUnknown: true,
          listed: true,
        }
      })
    const first = open.find(({ kind }) => kind === 'settle')
    const takes = first && state.phase === 'open' && !occupied(state) && !state.reading
    const rest = open.filter((one) => !takes || one !== first)
    const looks = open.map(({ orderId }) => ({ do: 'look' as const, orderId }))
    const marked = open.reduce(markPending, state)
    const next: Counter = { ...marked, background: [...state.background, ...rest] }
    if (!takes) return step(next, ...looks)
    const shown = unknownMessage({ ...enter(next, 'unknown', at), pending: first }, at)
    return step(shown, ...looks, later(30_000, { type: 'waited', orderId: first.orderId }))
  },

  failed: (state, { refusal }, at) => step(mention(state, at, 'other.failed', wordsOf(refusal))),
}
