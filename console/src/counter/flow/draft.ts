import type { Draft } from './kept-draft.ts'
import type { Counter } from './state.ts'
import { ended } from './step.ts'

/** The draft of a counter, or undefined when nothing would be missed. */
export const draftOf = (state: Counter, at: number): Draft | undefined => {
  const untold = Object.fromEntries(Object.entries(state.erpResults).filter(([, { told, kept }]) => !told && !kept))
  const open = !ended(state) && (state.lines.length > 0 || state.pending !== undefined)
  const owed = [...state.owed, ...state.left]
  const behind = [state.background, owed, state.doubts, state.aside, state.returning, Object.keys(untold)]
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
    },
    readId: open ? state.person?.readId : undefined,
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
    part: open && state.part ? { ...state.part, given: undefined } : undefined,
    second: open && state.second ? { ...state.second, held: undefined } : undefined,
    erp: open ? state.erp : undefined,
    background: state.background,
    owed,
    doubts: state.doubts,
    aside: state.aside,
    returning: state.returning,
    unheard: open ? state.unheard : undefined,
    erpResults: untold,
  }
}
