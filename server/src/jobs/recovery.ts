import type { Deps } from '../context.ts'
import { voidForgotten } from '../domains/settlement/park.ts'
import { recoverDue } from '../domains/settlement/recover/recover.ts'

/** Looks for unknown settlements every `recoveryEvery` ms and makes them definite (DESIGN 7); answers the stop. */
export const startRecovery = (deps: Deps): (() => Promise<void>) => {
  let stopped = false
  let round: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout
  const look = () => {
    round = recoverDue(deps)
      .then(() => voidForgotten(deps))
      .catch((error: unknown) => console.error('recovery', error instanceof Error ? error.message : error))
      .finally(() => {
        if (!stopped) timer = setTimeout(look, deps.config.recoveryEvery)
      })
  }
  look()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await round
  }
}
