import { resultOf } from '@yibao/shared/agent/erp.ts'
import type { ErpBill, Order } from '../model.ts'
import type { Counter } from '../state.ts'
import { type Step, step } from '../step.ts'

type Told = 'settled' | 'unknown' | 'reversed' | 'voided'

const stateOf = ({ frame }: { frame: string }): Told => JSON.parse(frame).body.state

/** The result is kept first, then sent; a bill the ERP did not bring is told to nobody (ux 1.11). */
export const tellErp = (state: Counter, order: Order, told: Told, at: number): Step => {
  const billNo = order.erpBill
  if (!billNo) return step(state)
  const kept = state.erpResults[billNo]
  const { erp } = state
  const revision = order.erpRevision ?? (erp?.billNo === billNo ? erp.revision : 0)
  const next = resultOf(order, told, revision, at)
  // Each look at an unknown order sees the same, and a reversal is answered and heard of: it is told once.
  const same = kept?.orderId === order.id && stateOf(kept) === told
  if (same && told !== 'settled' && (told !== 'reversed' || acknowledges(kept, next.id))) return step(state)
  const frame = JSON.stringify(next)
  const result = { orderId: order.id, frame, attempts: 1, told: false }
  return step(
    { ...state, erpResults: { ...state.erpResults, [billNo]: result } },
    { do: 'tellErp', billNo, frame, attempts: 1 },
  )
}

/** Whether the ERP was told, or is being told, that the bill is settled: what the clerk reads depends on it. */
export const toldSettled = ({ erpResults }: Counter, billNo: string): boolean => {
  const kept = erpResults[billNo]
  return kept !== undefined && stateOf(kept) === 'settled'
}

/** Whether that was the settlement of this order. */
export const isToldSettled = (state: Counter, billNo: string, orderId: string): boolean =>
  toldSettled(state, billNo) && state.erpResults[billNo]!.orderId === orderId

/** Bills whose result the ERP has not acknowledged within its first two seconds. */
export const unheard = ({ erpResults }: Counter): string[] =>
  Object.keys(erpResults).filter((billNo) => !erpResults[billNo]!.told && erpResults[billNo]!.attempts > 1)

/** Sends a kept result again; attempts count for M39. */
export const resend = (state: Counter, billNo: string): Step => {
  const result = state.erpResults[billNo]
  if (!result) return step(state)
  const again = { ...result, attempts: result.attempts + 1, told: false }
  const { frame, attempts, kept } = again
  const next = { ...state, erpResults: { ...state.erpResults, [billNo]: again } }
  // Of an ERP that never acknowledges, a day's results would be given to the agent all day long, and the card reader would
  // have no turn. A page of the ERP may have been late, so it is told all the same.
  return step(next, { do: 'tellErp', billNo, frame, attempts, ...(kept && { kept }) })
}

/**
 * A bill whose first result is already known: nothing is booked again, the result is returned (ux 1.11). A reversed one,
 * and one that proved not to be booked, may be settled anew.
 */
export const answeredBefore = ({ erpResults }: Counter, { billNo }: ErpBill): boolean => {
  const kept = erpResults[billNo]
  return kept !== undefined && !['reversed', 'voided'].includes(stateOf(kept))
}

/** Whether an acknowledgement of `frameId` is one of the last result; without an id it is taken for it. */
export const acknowledges = ({ frame }: { frame: string }, frameId: string | undefined): boolean =>
  frameId === undefined || JSON.parse(frame).id === frameId
