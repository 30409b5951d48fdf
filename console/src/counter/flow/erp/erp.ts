import { shown, totalOf } from '../amounts.ts'
import { batchOf, warnExpired, withTyped } from '../batch.ts'
import { warnRepeat } from '../benefits.ts'
import { askSold, codesOf } from '../codes/sold-codes.ts'
import { edited, nextCustomer, occupied } from '../customer.ts'
import type { Effect } from '../effects.ts'
import { saidWith } from '../herbs.ts'
import type { ErpBill, Line } from '../model.ts'
import { unknownItem } from '../parking.ts'
import { nextStep } from '../session.ts'
import { settledBefore } from '../settling.ts'
import type { Counter } from '../state.ts'
import {
  chain,
  editable,
  ended,
  type HandlersOf,
  isParking,
  later,
  locked,
  mention,
  type Step,
  say,
  step,
  tellOwn,
} from '../step.ts'
import { withScanned } from './codes.ts'
import { acknowledges, answeredBefore, isToldSettled, resend, tellErp, toldSettled, unheard } from './result.ts'

/** ms the ERP has for its acknowledgement, then the pauses between repetitions; the last one stays (ux 1.11). */
const ackWithin = 2000
const repeats = [3000, 10_000, 30_000] as const

const linesOf = ({ lines }: ErpBill, first: number, at: number): Line[] =>
  lines.map(({ ownCode, name, spec, quantity, price, amount, traceCodes = [], dosage, ...rest }, i) => ({
    id: `l${first + i}`,
    item: unknownItem(ownCode, name, spec, price),
    quantity,
    price,
    amount,
    dosage,
    traceCodes,
    ...batchOf(rest, at),
  }))

/** Tells that a bill needs no further sending: it is on the counter, or what became of it is being told. */
const ack = ({ billNo, revision, frameId }: ErpBill): Effect[] =>
  frameId === undefined ? [] : [{ do: 'ackErp', billNo, revision, frameId }]

const without = (state: Counter, billNo: string): Counter['erpWaiting'] =>
  state.erpWaiting.filter((one) => one.billNo !== billNo)

const withBill = (state: Counter, bill: ErpBill, at: number): Step => {
  const lines = withScanned(state, withTyped(state, linesOf(bill, state.nextLine, at)), bill)
  const nextLine = state.nextLine + lines.length
  // A bill that says nothing of its herbs leaves what the clerk said of the same ones.
  const herbs = saidWith(bill.herbs, lines) ?? state.herbs
  const taken = { ...state, lines, herbs, nextLine, erp: bill, erpWaiting: without(state, bill.billNo) }
  const next = edited(taken, 'erp.changed')
  const codes = lines.map(({ item }) => item.ownCode)
  return step(next, { do: 'lookUpItems', codes }, ...askSold(next, codesOf(lines)), ...ack(bill))
}

/**
 * Who is being read, or was read and has no goods yet, buys what a bill brings: a code that is used up cannot be shown
 * again. What is left of a return stays the return's: its reversal would go with the bill.
 */
const awaitsGoods = (state: Counter): boolean => {
  const { lines, part, reading, person } = state
  return !ended(state) && lines.length === 0 && !part && (reading !== undefined || person !== undefined)
}

/** A clean counter before whoever awaits goods: what he chose stays his, the order of an emptied basket does not. */
const forWhoAwaits = (state: Counter): Counter => {
  const { turn, edit, reading, readFailures, person, expects, whose, insutype, benefits, disease, bought } = state
  const { diseases, diseasesUnread, twoUnknown, balancesAsked } = state
  const filed = { diseases, diseasesUnread, twoUnknown, balancesAsked, disease }
  const his = { reading, readFailures, person, expects, whose, insutype, benefits, bought, ...filed }
  const { medicalType, kindChosen, accountUsed, prescription, dialog } = state
  const chosen = { medicalType, kindChosen, accountUsed, prescription, dialog }
  return { ...nextCustomer(state), turn, edit, ...his, ...chosen }
}

/** Starts on a bill, with a clean counter or for whoever awaits goods there. */
export const takeBill = (state: Counter, bill: ErpBill, at: number): Step => {
  const taken = withBill(awaitsGoods(state) ? forWhoAwaits(state) : nextCustomer(state), bill, at)
  const { billNo, lines } = bill
  const total = shown(totalOf(taken.state.lines))
  const values = { bill: billNo, count: lines.length, total, next: nextStep(taken.state) }
  const came = warnRepeat(say(taken.state, at, 'erp.came', values), at)
  const said = warnExpired(came.reading ? say(came, at, 'read.wait') : came, at)
  return { state: said, effects: [...taken.effects, { do: 'askBill', turn: said.turn, billNo }] }
}

const revised = (state: Counter, bill: ErpBill, at: number): Step => {
  const taken = withBill(state, bill, at)
  // Of what stood there before it has been said; that its price is void has not.
  const had = new Set(state.lines.map(({ item }) => item.ownCode))
  const fresh = taken.state.lines.filter(({ item }) => !had.has(item.ownCode))
  return { ...taken, state: warnExpired(warnRepeat(say(taken.state, at, 'erp.changed'), at, fresh), at) }
}

type Sold = Pick<ErpBill, 'total' | 'herbs' | 'lines'>

const inOrder = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value

/** What a bill asks for, the same text for frames that name it in another order. */
const contentOf = ({ total, herbs, lines }: Sold): string => JSON.stringify([total, herbs, lines], inOrder)

/** Of a bill that came out of the parked ones only what is to be paid for is known. */
const paidFor = ({ total }: Pick<Sold, 'total'>, lines: readonly Pick<Line, 'quantity' | 'amount'>[]): string =>
  JSON.stringify([Number(total), lines.map(({ quantity, amount = '' }) => [Number(quantity), Number(amount)])])

const isSame = (state: Counter, mine: ErpBill, bill: ErpBill): boolean =>
  mine.lines.length ? contentOf(mine) === contentOf(bill) : paidFor(mine, state.lines) === paidFor(bill, bill.lines)

/**
 * A bill under a revision that was seen with another content: which of the two the ERP means nobody can know, so it is
 * refused as the agent's box does (FRAME_STALE), never acknowledged. It comes again and again: it is said once.
 */
const refuseStale = (state: Counter, { billNo, revision }: ErpBill, at: number): Step => {
  const why = `FRAME_STALE：${billNo} revision ${revision}`
  const known = state.log.some(({ key, values }) => key === 'erp.stale' && values.bill === billNo)
  const said = known ? state : mention(state, at, 'erp.stale', { bill: billNo })
  return step(said, { do: 'refuseErp', why })
}

/**
 * Keeps a bill until the counter is free. It is not acknowledged before it is taken: should the page go, the ERP or the
 * agent's box brings it again.
 */
const wait = (state: Counter, bill: ErpBill, at: number): Step => {
  const { billNo, revision, frameId } = bill
  const before = state.erpWaiting.find((one) => one.billNo === billNo)
  if (before && before.frameId === frameId) return step(state)
  if (before && revision < before.revision) return step(state, ...ack(bill))
  if (before && revision === before.revision && contentOf(before) !== contentOf(bill))
    return refuseStale(state, bill, at)
  const waiting = before ? state.erpWaiting.map((one) => (one === before ? bill : one)) : [...state.erpWaiting, bill]
  const next = { ...state, erpWaiting: waiting }
  const own = state.erp?.billNo === billNo
  return step(own ? next : mention(next, at, 'erp.waiting', { bill: billNo }), ...(before ? ack(before) : []))
}

/**
 * What waited, as soon as it may go on: the bill that was settled meanwhile has its answer, a change of the one on the
 * counter is made when its money is no longer under way, and another one is taken when the counter is free.
 */
export const takeWaiting = (state: Counter, at: number): Step => {
  const { erp: mine, erpWaiting, phase } = state
  const late = erpWaiting.find((one) => answeredBefore(state, one) && (one.billNo !== mine?.billNo || !locked(state)))
  if (late) {
    const left = { ...state, erpWaiting: without(state, late.billNo) }
    return chain(step(left, ...ack(late)), (now) => takeWaiting(now, at))
  }
  const change = erpWaiting.find(({ billNo }) => billNo === mine?.billNo)
  if (change && !locked(state) && !isParking(state) && !ended(state)) return revised(state, change, at)
  const [first] = erpWaiting
  return first && !occupied(state) && (phase === 'open' || ended(state)) ? takeBill(state, first, at) : step(state)
}

export const erp: HandlersOf<
  'bill' | 'billSettled' | 'billTurned' | 'erpKept' | 'erpAcked' | 'erpLate' | 'erpAgain' | 'erpFailed'
> = {
  bill(state, { bill }, at) {
    const { billNo, revision } = bill
    const mine = state.erp?.billNo === billNo && !ended(state) ? state.erp : undefined
    // What its money comes to decides about a change, and whether it goes aside: until then it is neither taken nor answered.
    if (mine && (locked(state) || isParking(state)) && revision > mine.revision) return wait(state, bill, at)
    if (answeredBefore(state, bill)) {
      const again = resend(state, billNo)
      return { ...again, effects: [...again.effects, ...ack(bill)] }
    }
    if (mine && revision === mine.revision && !isSame(state, mine, bill)) return refuseStale(state, bill, at)
    if (mine) return revision <= mine.revision ? step(state, ...ack(bill)) : revised(state, bill, at)
    if (locked(state) || (occupied(state) && !ended(state))) return wait(state, bill, at)
    return takeBill(state, bill, at)
  },

  /** What was settled before is answered without a customer: an ERP that asks again has lost the answer. */
  billSettled: (state, { turn, order }, at) =>
    turn === state.turn && state.erp?.billNo === order.erpBill && editable(state)
      ? settledBefore(state, order, at)
      : step(state),

  /**
   * Somebody took it back at another place, or took the bill off it: the ERP must not go on believing that it stands. Nor that
   * it is over where it stands again.
   */
  billTurned(state, { order, told }, at) {
    const { status, erpTurn } = order
    const erpBill = order.erpBill ?? order.formerBill
    const reversed = () => tellErp(state, { ...order, erpBill }, 'reversed', at)
    if (status === '3' || status === '5') {
      // Its bill may have been sold again meanwhile: what was told of that is not taken back by a word of before.
      const isLast = erpBill !== undefined && state.erpResults[erpBill]?.orderId === order.id
      return told === 'settled' || isLast ? reversed() : step(state)
    }
    // Of what is under way, or nobody knows, is told what it comes to.
    if (!erpTurn || status === '4') return step(state)
    // Another bill was bound to it since: the one before is over by itself.
    const { formerBill } = order
    if (formerBill !== undefined && order.erpBill !== undefined && isToldSettled(state, formerBill, order.id))
      return tellErp(state, { ...order, erpBill: formerBill }, 'reversed', at)
    if (order.erpBill !== undefined && (status === '2' || status === '6'))
      return told === 'over' ? tellErp(state, order, 'settled', at) : step(state)
    return told === 'settled' ? reversed() : step(state)
  },

  erpKept(state, { billNo, frame }) {
    const result = state.erpResults[billNo]
    if (result?.frame !== frame) return step(state)
    return step({ ...state, erpResults: { ...state.erpResults, [billNo]: { ...result, kept: true } } })
  },

  erpAcked(state, { billNo, frameId }, at) {
    const result = state.erpResults[billNo]
    if (!result || result.told || !acknowledges(result, frameId)) return step(state)
    const next = { ...state, erpResults: { ...state.erpResults, [billNo]: { ...result, told: true } } }
    // Only who read that it was late needs to read that it arrived.
    const late = result.attempts > 1 || state.message?.key === 'erp.notTold' || state.message?.key === 'erp.notHeard'
    return step(late ? mention(next, at, 'erp.told') : next)
  },

  erpLate(state, { billNo, attempts }, at) {
    const result = state.erpResults[billNo]
    if (!result || result.told || result.attempts !== attempts) return step(state)
    const again = resend(state, billNo)
    const key = toldSettled(state, billNo) ? 'erp.notTold' : 'erp.notHeard'
    const own = ended(state) && state.erp?.billNo === billNo
    const words = own ? { done: '结算成功，', whose: '' } : { done: '', whose: `单据 ${billNo} 的结算` }
    const values = { ...words, bill: billNo, n: attempts + 1 }
    return { ...again, state: (own ? tellOwn : mention)(again.state, at, key, values) }
  },

  erpAgain: (state) =>
    unheard(state).reduce((before, billNo) => chain(before, (now) => resend(now, billNo)), step(state)),

  erpFailed(state, { billNo, text }, at) {
    const what = toldSettled(state, billNo) ? '医保已记账' : `单据 ${billNo} 的结果没有送到 ERP`
    return step(mention(state, at, 'erp.failed', { text, what }))
  },
}

/** When to look whether the ERP has acknowledged: 2 s after the first sending, later less often. */
export const ackCheck = (billNo: string, attempts: number) =>
  later(attempts === 1 ? ackWithin : repeats[Math.min(attempts - 2, repeats.length - 1)]!, {
    type: 'erpLate',
    billNo,
    attempts,
  })
