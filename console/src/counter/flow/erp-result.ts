import type { ErpBill, Order } from './model.ts'
import type { Counter } from './state.ts'
import { type Step, step } from './step.ts'

/** Result frame of a bill (DESIGN 8): what became of it and its amounts, two decimals, strings. */
export const resultFrame = (order: Order, revision: number): string => {
  const state = order.status === '3' || order.status === '5' ? 'reversed' : order.status === '4' ? 'unknown' : 'settled'
  return JSON.stringify({
    // A later revision is told anew: the same id with another content would be refused.
    id: `${order.id}-${state}-${revision}`,
    type: 'result',
    billNo: order.erpBill,
    revision,
    body: {
      state,
      orderId: order.id,
      ...(order.setlId ? { setlId: order.setlId } : {}),
      total: order.total,
      fund: order.fundTotal,
      account: order.account,
      cash: order.cash,
    },
  })
}

/** The result is kept first, then sent; a bill the ERP did not bring is told to nobody (ux 1.11). */
export const tellErp = (state: Counter, order: Order): Step => {
  const billNo = order.erpBill
  if (!billNo) return step(state)
  const frame = resultFrame(order, state.erp?.billNo === billNo ? state.erp.revision : 0)
  const result = { orderId: order.id, frame, attempts: 1, told: false }
  return step(
    { ...state, erpResults: { ...state.erpResults, [billNo]: result } },
    { do: 'tellErp', billNo, frame, attempts: 1 },
  )
}

/** Sends a kept result again; attempts count for M39. */
export const resend = (state: Counter, billNo: string): Step => {
  const result = state.erpResults[billNo]
  if (!result) return step(state)
  const again = { ...result, attempts: result.attempts + 1, told: false }
  const effect = { do: 'tellErp', billNo, frame: result.frame, attempts: again.attempts } as const
  return step({ ...state, erpResults: { ...state.erpResults, [billNo]: again } }, effect)
}

/**
 * A bill whose first result is already known: nothing is booked again, the result is returned (ux 1.11). A reversed one
 * may be settled anew.
 */
export const answeredBefore = ({ erpResults }: Counter, { billNo }: ErpBill): boolean => {
  const kept = erpResults[billNo]
  return kept !== undefined && JSON.parse(kept.frame).body.state !== 'reversed'
}

/** Whether an acknowledgement of `frameId` is one of the last result; without an id it is taken for it. */
export const acknowledges = ({ frame }: { frame: string }, frameId: string | undefined): boolean =>
  frameId === undefined || JSON.parse(frame).id === frameId
