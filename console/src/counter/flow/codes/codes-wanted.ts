import { codeOf } from '../../refusals.ts'
import type { Refusal } from '../model.ts'
import type { Counter } from '../state.ts'

/**
 * The basket behind a refusal for want of trace codes: its lines say so themselves. What came from an ERP, from aside or
 * from a return is not known to need codes until its goods were looked up, and the area may have begun to ask since. Only
 * the line is asked whether it needs them: the area's settings may not have been read when this page was opened.
 */
export const codesWanted = (state: Counter, refusal: Refusal): Counter => {
  const ownCode = refusal.extend?.ownCode
  if (codeOf(refusal) !== 'trace.required' || typeof ownCode !== 'string') return state
  return {
    ...state,
    lines: state.lines.map((line) =>
      line.item.ownCode === ownCode ? { ...line, item: { ...line.item, traceRequired: true } } : line,
    ),
  }
}
