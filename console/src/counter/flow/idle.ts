import { messageOf } from '../message.ts'
import { basketValues } from './parking.ts'
import { whyNotPresettle } from './pricing.ts'
import { nextStep } from './session.ts'
import type { Counter, Shown } from './state.ts'
import { ended } from './step.ts'

/** With nothing to say, the line says what comes next. */
export const idle = (state: Counter): Shown => {
  // A purchase that has ended is not priced again: the next step is the next customer.
  if (!state.person || state.cleared || ended(state)) return { key: 'read.start', values: {}, at: 0 }
  if (state.lines.length === 0) return { key: 'next.scan', values: {}, at: 0 }
  const { count, total } = basketValues(state)
  // Where F8 could only be refused, what it would say comes first.
  const why = whyNotPresettle(state)
  const next = why ? messageOf(why.key, why.values).next : nextStep(state)
  return { key: 'next.presettle', values: { count, total, next }, at: 0 }
}
