import type { Outcome, Problem } from './types.ts'

// The state of a flow and every way it changes, without a page: what a reload, a kill or another window can find.

export type StepState = 'todo' | 'running' | 'done' | 'warn' | 'failed' | 'skipped'

export interface StepRecord {
  state: StepState
  text: string
  rows?: Outcome['rows']
  facts?: Record<string, string>
  problem?: Problem
}

export interface FlowState {
  /** The open step. */
  at: string
  steps: Record<string, StepRecord>
}

/** What the model needs of a step's description. */
export interface StepShape {
  key: string
  needs?: readonly string[]
}

const untouched: StepRecord = { state: 'todo', text: '' }
const passed: readonly StepState[] = ['done', 'warn', 'skipped']
/** The running step stopped in the middle: nobody knows how far it came. */
const interrupted = '上次没有做完，请重新检查'
const outdated = '前面的步骤改过，请重新检查'

/** How a step stands; untouched where nothing was done. */
export const recordOf = (state: FlowState, key: string): StepRecord => state.steps[key] ?? untouched

/** Passed by its check, not left out. */
export const isDone = ({ state }: StepRecord): boolean => state === 'done' || state === 'warn'

/** Whether the way leads on behind it: done, with a warning, or left out. */
export const isPassed = (state: FlowState, key: string): boolean => passed.includes(recordOf(state, key).state)

/** The steps a step waits for; a skipped one is no help to those that need its result. */
export const missingOf = (state: FlowState, step: StepShape): string[] =>
  (step.needs ?? []).filter((key) => !isDone(recordOf(state, key)))

/** The first step that is not passed; undefined when all are. */
export const firstOpen = (steps: readonly StepShape[], state: FlowState): string | undefined =>
  steps.find(({ key }) => !isPassed(state, key))?.key

const change = (state: FlowState, key: string, record: Partial<StepRecord>): FlowState => ({
  ...state,
  steps: { ...state.steps, [key]: { ...untouched, ...record } },
})

/** A flow nobody has begun. */
export const newFlow = (steps: readonly StepShape[]): FlowState => ({ at: steps[0]!.key, steps: {} })

/** A kept state as it counts after a reload: at the first step that is not passed, a running one not passed. */
export const resume = (steps: readonly StepShape[], kept: FlowState): FlowState => {
  const known = steps.flatMap(({ key }): [string, StepRecord][] => {
    const record = kept.steps[key]
    if (!record) return []
    return [[key, record.state === 'running' ? { state: 'todo', text: interrupted } : record]]
  })
  const state = { at: kept.at, steps: Object.fromEntries(known) }
  return { ...state, at: firstOpen(steps, state) ?? steps.at(-1)!.key }
}

/** Opens a step; an unknown one leaves everything as it is. */
export const open = (steps: readonly StepShape[], state: FlowState, key: string | undefined): FlowState =>
  key !== undefined && steps.some((step) => step.key === key) ? { ...state, at: key } : state

/** The step beside the one that is shown; undefined at the ends. */
export const neighbour = (steps: readonly StepShape[], state: FlowState, by: 1 | -1): string | undefined =>
  steps[steps.findIndex(({ key }) => key === state.at) + by]?.key

/** A step that runs; what it found out before stays known. */
export const begin = (state: FlowState, key: string): FlowState =>
  change(state, key, { state: 'running', text: '', facts: recordOf(state, key).facts })

const sameFacts = (a: Record<string, string> = {}, b: Record<string, string> = {}) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

/** Steps that need this one, and those that need them. */
const dependants = (steps: readonly StepShape[], key: string): string[] => {
  const direct = steps.filter(({ needs }) => needs?.includes(key)).map((step) => step.key)
  return [...new Set(direct.flatMap((one) => [one, ...dependants(steps, one)]))]
}

const staleAfter = (steps: readonly StepShape[], state: FlowState, key: string): FlowState => {
  const stale = dependants(steps, key).filter((one) => recordOf(state, one).state !== 'todo')
  return stale.reduce((all, one) => change(all, one, { state: 'todo', text: outdated }), state)
}

/** A check went well. When it now says something else than before, what was built on it has to be checked again. */
export const succeed = (
  steps: readonly StepShape[],
  state: FlowState,
  key: string,
  { text, rows, facts, warn }: Outcome,
): FlowState => {
  const before = recordOf(state, key).facts
  const next = change(state, key, { state: warn ? 'warn' : 'done', text, rows, facts })
  if (before === undefined || sameFacts(before, facts)) return next
  return staleAfter(steps, next, key)
}

/** A step was taken back, and with it what was built on it. */
export const undone = (steps: readonly StepShape[], state: FlowState, key: string, text: string): FlowState =>
  staleAfter(steps, change(state, key, { state: 'todo', text }), key)

/** A step that ended with a problem, and what to do about it. */
export const fail = (state: FlowState, key: string, problem: Problem): FlowState =>
  change(state, key, { state: 'failed', text: problem.what, problem, facts: recordOf(state, key).facts })

/** A step that was left out, and why. */
export const skip = (state: FlowState, key: string, reason: string): FlowState =>
  change(state, key, { state: 'skipped', text: reason ? `已跳过：${reason}` : '已跳过' })

/** The person left in the middle: the step is as if it had not begun. */
export const abandon = (state: FlowState, key: string): FlowState =>
  recordOf(state, key).state === 'running' ? change(state, key, { state: 'todo', text: interrupted }) : state
