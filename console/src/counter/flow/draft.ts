import type { Draft } from './kept-draft.ts'
import type { Pending } from './model.ts'
import { reversalWaiting } from './returning/reversed.ts'
import type { Counter } from './state.ts'
import { ended, reversalOf } from './step.ts'

/** What has left for the centre: a page that dies with it has its end looked for by the next, and its slip printed. */
const behindOf = (state: Counter, at: number): Pending[] => {
  const { order, busy } = reversalOf(state) ?? {}
  return order && busy ? [...state.background, reversalWaiting(order.id, order, at, true)] : state.background
}

/** The draft of a counter, or undefined when nothing would be missed. */
export const draftOf = (state: Counter, at: number): Draft | undefined => {
  const untold = Object.fromEntries(Object.entries(state.erpResults).filter(([, { told, kept }]) => !told && !kept))
  const open = !ended(state) && (state.lines.length > 0 || state.pending !== undefined)
  const owed = [...state.owed, ...state.left]
  const background = behindOf(state, at)
  const behind = [background, owed, state.doubts, state.aside, state.returning, Object.keys(untold)]
  if (!open && behind.every((one) => one.length === 0)) return undefined
  const { pending } = state
  return {
    version: 1,
    at,
    orderId: open ? state.orderId : undefined,
    pending: pending && {
      orderId: pending.orderId,
      maskedName: pending.maskedName,
      cash: pending.cash,
      kind: pending.kind,
      listed: pending.listed,
      settleKey: pending.settleKey,
    },
    readId: open ? (state.person ?? state.following)?.readId : undefined,
    maskedName: open ? (state.person?.maskedName ?? state.expects) : undefined,
    whose: open ? state.whose : undefined,
    insutype: open ? state.insutype : undefined,
    // What nobody has decided the next page learns from the area.
    medicalType: open && (state.area || state.kindChosen) ? state.medicalType : undefined,
    disease: open ? state.disease : undefined,
    prescription: open ? state.prescription : undefined,
    herbs: open ? state.herbs : undefined,
    accountUsed: open ? state.accountUsed : undefined,
    lines: open ? state.lines : [],
    // Whoever goes on with it after a crash confirms anew: F9 alone books.
    part: open && state.part ? { ...state.part, given: undefined, shown: undefined } : undefined,
    second: open && state.second ? { ...state.second, held: undefined } : undefined,
    erp: open ? state.erp : undefined,
    background,
    owed,
    doubts: state.doubts,
    aside: state.aside,
    returning: state.returning,
    unheard: open ? state.unheard : undefined,
    erpResults: untold,
  }
}
