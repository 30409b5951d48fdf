import { shown, totalOf } from './amounts.ts'
import { batchOf, warnExpired, withTyped } from './batch.ts'
import { edited, nextCustomer, occupied } from './customer.ts'
import { withScanned } from './erp-codes.ts'
import { acknowledges, answeredBefore, resend } from './erp-result.ts'
import type { ErpBill, Line } from './model.ts'
import { unknownItem } from './parking.ts'
import { askSold, codesOf } from './sold-codes.ts'
import type { Counter } from './state.ts'
import { ended, type HandlersOf, later, locked, mention, type Step, say, step } from './step.ts'

/** ms the ERP has for its acknowledgement, then the pauses between repetitions; the last one stays (ux 1.11). */
const ackWithin = 2000
const repeats = [3000, 10_000, 30_000] as const

const linesOf = ({ lines }: ErpBill, first: number, at: number): Line[] =>
  lines.map(({ ownCode, name, spec, quantity, price, amount, traceCodes = [], ...rest }, i) => ({
    id: `l${first + i}`,
    item: unknownItem(ownCode, name, spec, price),
    quantity,
    price,
    amount,
    traceCodes,
    ...batchOf(rest, at),
  }))

const withBill = (state: Counter, bill: ErpBill, at: number): Step => {
  const lines = withScanned(state, withTyped(state, linesOf(bill, state.nextLine, at)), bill)
  const next = edited({
    ...state,
    lines,
    nextLine: state.nextLine + lines.length,
    erp: bill,
    erpWaiting: undefined,
  })
  const codes = lines.map(({ item }) => item.ownCode)
  return step(next, { do: 'lookUpItems', codes }, ...askSold(next, codesOf(lines)))
}

/** Starts on a bill with a clean counter. */
export const takeBill = (state: Counter, bill: ErpBill, at: number): Step => {
  const taken = withBill(nextCustomer(state), bill, at)
  const { billNo, lines } = bill
  const values = { bill: billNo, count: lines.length, total: shown(totalOf(taken.state.lines)) }
  return { ...taken, state: warnExpired(say(taken.state, at, 'erp.came', values), at) }
}

export const erp: HandlersOf<'bill' | 'erpAcked' | 'erpLate' | 'erpFailed'> = {
  bill(state, { bill }, at) {
    const { billNo, revision } = bill
    if (answeredBefore(state, bill)) return resend(state, billNo)
    if (state.erp?.billNo === billNo && state.phase !== 'reversed') {
      // A money decision is under way, or the frame is older than what we have: nothing changes any more.
      if (locked(state) || ended(state) || revision <= state.erp.revision) return step(state)
      const revised = withBill(state, bill, at)
      return { ...revised, state: warnExpired(say(revised.state, at, 'erp.changed'), at) }
    }
    if (locked(state) || (occupied(state) && !ended(state)))
      return step(mention({ ...state, erpWaiting: bill }, at, 'erp.waiting', { bill: billNo }))
    return takeBill(state, bill, at)
  },

  erpAcked(state, { billNo, frameId }, at) {
    const result = state.erpResults[billNo]
    if (!result || result.told || !acknowledges(result, frameId)) return step(state)
    const next = { ...state, erpResults: { ...state.erpResults, [billNo]: { ...result, told: true } } }
    // Only who read that it was late needs to read that it arrived.
    return step(result.attempts > 1 || state.message?.key === 'erp.notTold' ? mention(next, at, 'erp.told') : next)
  },

  erpLate(state, { billNo, attempts }, at) {
    const result = state.erpResults[billNo]
    if (!result || result.told || result.attempts !== attempts) return step(state)
    const again = resend(state, billNo)
    return { ...again, state: mention(again.state, at, 'erp.notTold', { n: attempts + 1 }) }
  },

  erpFailed: (state, { text }, at) => step(mention(state, at, 'erp.failed', { text })),
}

/** When to look whether the ERP has acknowledged: 2 s after the first sending, later less often. */
export const ackCheck = (billNo: string, attempts: number) =>
  later(attempts === 1 ? ackWithin : repeats[Math.min(attempts - 2, repeats.length - 1)]!, {
    type: 'erpLate',
    billNo,
    attempts,
  })
