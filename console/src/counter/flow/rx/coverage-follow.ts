import { messageOf } from '../../message.ts'
import { edited, kindNames, needsDisease } from '../customer.ts'
import { twoOf } from '../second.ts'
import type { Counter } from '../state.ts'
import { editable, type HandlersOf, type Step, say, step } from '../step.ts'
import { uncovered } from './coverage.ts'

/** What can be done about a line outside, where it is not settled apart: an ERP's bill has one result. */
const insteadOf = (state: Counter): string => {
  const { erp, prescription, disease } = state
  if (erp) return '请在 ERP 中另开一单，按普通购药结算'
  if (prescription?.goods) return '请与参保人确认后按处方结算'
  return `请改选「${kindNames(state).ordinary}」，或按 F3 换掉「${disease?.name}」`
}

/** Says of the first line that has come to stand outside what becomes of it; what is kept of a return is as it was. */
export const followCoverage = (before: Counter, state: Counter, at: number): Step => {
  if (state.phase !== 'open' || state.part || !needsDisease(state)) return step(state)
  const was = new Set(uncovered(before).map(({ id }) => id))
  const line = uncovered(state).find(({ id }) => !was.has(id))
  if (!line) return step(state)
  const { message } = state
  // A band is about more than a line, which shows its own mark; what was restored stays named (N6).
  if (message?.key === 'draft.back' || (message && messageOf(message.key, message.values).place === 'band'))
    return step(state)
  const values = { item: line.item.name }
  if (twoOf(state)?.second.lines.includes(line)) return step(say(state, at, 'coverage.apart', values))
  return step(say(state, at, 'coverage.whole', { ...values, next: insteadOf(state) }))
}

const isParted = (state: Counter) => twoOf(state) !== undefined

export const coverage: HandlersOf<'coverageKnown'> = {
  coverageKnown(state, { disease, drugs }) {
    // What is being settled stays what F8 priced.
    if (state.disease?.code !== disease || !editable(state)) return step(state)
    const next = { ...state, covered: { disease, drugs } }
    // An answer behind F8 parts what was priced as one: that split is no longer the basket's.
    return step(isParted(next) === isParted(state) ? next : edited(next, 'pre.parted'))
  },
}
