import type { Step, Task, Value } from '@yibao/shared/agent/driver/manifest.ts'
import { AgentError } from '../agent-error.ts'
import type { CallResult } from './decode.ts'
import { at } from './payload.ts'

/** What steps can refer to: the verb's arguments, the installation's settings, and earlier steps by name. */
type Scope = Record<string, unknown>

type CallStep = (fn: string, args: Record<string, unknown>) => Promise<CallResult>
/**
 * Asks what only the cloud knows, e.g. `hsm.exchange`; throws when nobody can answer. Today nobody can: which call of the
 * centre's card service stands behind it is in none of its interface specifications.
 */
export type Ask = (what: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>

const fill = (value: unknown, scope: Scope): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if ('from' in value) {
    const { from, default: fallback, as } = value as { from: string; default?: unknown; as?: 'number' }
    const found = at(scope, from) ?? fallback
    return as === 'number' ? Number(found) : found
  }
  if ('json' in value) return JSON.stringify(fill(value.json, scope))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner, scope)]))
}

const argsOf = (args: Record<string, Value> | undefined, scope: Scope) =>
  fill(args ?? {}, scope) as Record<string, unknown>

const keep = (scope: Scope, name: string, result: CallResult) => {
  scope[name] = { ...result.values, raw: result.raw, ret: result.ret }
}

const noAsk: Ask = () => Promise.reject(new Error('nobody to ask'))

/** The answer of the encryption machine to a card that the reader's own module cannot vouch for (domain.md 6.1). */
const hsm = 'hsm.exchange'

/** Nobody could answer a question to the cloud. */
class Unanswered extends Error {}

const runStep = async (step: Step, scope: Scope, call: CallStep, ask: Ask): Promise<void> => {
  const args = argsOf(step.args, scope)
  if (!('fn' in step)) {
    scope[step.as ?? step.ask] = await ask(step.ask, args).catch(() => {
      throw new Unanswered(step.ask)
    })
    return
  }
  try {
    keep(scope, step.as ?? step.fn, await call(step.fn, args))
  } catch (error) {
    const code = error instanceof AgentError ? Number(error.detail.code) : Number.NaN
    if (!('fallback' in step) || !step.fallback.codes.includes(code)) throw error
    try {
      for (const other of step.fallback.steps) await runStep(other, scope, call, ask)
    } catch (second) {
      // Without an encryption machine a person can only take another way; the library's own code is for support.
      if (!(second instanceof Unanswered)) throw second
      throw second.message === hsm ? new AgentError('CARD_HSM', (error as AgentError).detail) : error
    }
  }
}

/** Runs steps in order; each finds the earlier ones in `scope`, which is also returned. */
export const runSteps = async (steps: readonly Step[], scope: Scope, call: CallStep, ask: Ask = noAsk) => {
  for (const step of steps) await runStep(step, scope, call, ask)
  return scope
}

/** Runs a verb's task; its closing calls are made whatever happened and cannot turn a success into a failure. */
export const runTask = async (
  task: Task,
  scope: Scope,
  call: CallStep,
  ask?: Ask,
): Promise<Record<string, unknown>> => {
  try {
    await runSteps(task.steps, scope, call, ask)
  } finally {
    await runSteps(task.finally ?? [], { ...scope }, call).catch(() => {})
  }
  const read = (path: string) => at(scope, path)
  return Object.fromEntries(
    Object.entries(task.result).map(([key, path]) => [
      key,
      typeof path === 'string'
        ? read(path)
        : Object.fromEntries(Object.entries(path).map(([field, inner]) => [field, read(inner)])),
    ]),
  )
}
