import { performance } from 'node:perf_hooks'
import type { FunctionSpec } from '@yibao/shared/agent/driver/function.ts'
import { functionOf } from '@yibao/shared/agent/driver/function-of.ts'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { limits } from '@yibao/shared/agent/protocol.ts'
import { AgentError } from '../agent-error.ts'
import { DeadlineError, PeerGone } from '../ipc/pipe.ts'
import { encodeArgs } from './codec.ts'
import { type CallResult, interpret } from './decode.ts'
import type { Host } from './host-process.ts'
import type { WireArgs, WireResult } from './wire.ts'

// One call to a host process and what its end means; of money nothing but an answer that can be read is an end.

/** A call that may be sent: its arguments fit, and it has the time it needs. */
export interface Asked {
  fn: string
  spec: FunctionSpec
  wire: WireArgs
  limitMs: number
}

/** The process had ended before the call could reach it: nothing was done. */
export class NotReached extends AgentError {
  constructor(fn: string) {
    super('DRIVER_CRASHED', { fn, why: 'not sent' })
  }
}

export type FatalCause = 'DRIVER_CRASHED' | 'DRIVER_TIMEOUT' | 'DRIVER_OVERRUN'

/** The call ended its process, or left it in a state in which it must not go on. */
export class FatalCall extends Error {
  override readonly cause: FatalCause
  constructor(cause: FatalCause) {
    super(cause)
    this.cause = cause
  }
}

/** `until` is a moment of performance.now(). Throws ARGS_INVALID, and DRIVER_BUSY where too little time is left. */
export const askedOf = (manifest: Manifest, fn: string, args: Record<string, unknown>, until: number): Asked => {
  const spec = functionOf(manifest, fn)
  if (!spec) throw new AgentError('ARGS_INVALID', { fn })
  const wire = encodeArgs(spec, args, manifest.encoding)
  const wholeMs = Math.min(spec.timeoutMs, limits.callMs)
  const leftMs = Math.floor(until - performance.now())
  // Money that is cut short is money in doubt: it begins with all of its time or not at all.
  if (leftMs <= 0 || (spec.class === 'money' && leftMs < wholeMs))
    throw new AgentError('DRIVER_BUSY', { fn, why: 'no time left' })
  return { fn, spec, wire, limitMs: Math.min(wholeMs, leftMs) }
}

/** Throws NotReached, FatalCall, or the host's refusal. */
export const send = async (to: Host, { fn, spec, wire, limitMs }: Asked, simulate?: unknown): Promise<WireResult> => {
  try {
    const result = await to.call(fn, wire, limitMs, simulate)
    if (!result.overrun.length) return result
  } catch (error) {
    if (error instanceof PeerGone) throw error.sent ? new FatalCall('DRIVER_CRASHED') : new NotReached(fn)
    if (error instanceof DeadlineError) throw new FatalCall('DRIVER_TIMEOUT')
    // The host's own fault or an answer too large: only for money does it matter whether the call was made.
    if (error instanceof AgentError && error.code === 'INTERNAL')
      throw new AgentError(spec.class === 'money' ? 'OUTCOME_UNKNOWN' : 'DRIVER_GARBLED', error.detail)
    throw error
  }
  // Its memory is damaged: even a good-looking answer is not believed, and the process ends.
  throw new FatalCall('DRIVER_OVERRUN')
}

/** What the library answered. Throws what `interpret` throws, OUTCOME_UNKNOWN for money nobody can read. */
export const read = (manifest: Manifest, { fn, spec }: Asked, result: WireResult): CallResult => {
  try {
    return interpret(manifest, spec, result)
  } catch (error) {
    const code = error instanceof AgentError ? error.code : undefined
    // "Success" that nobody can read: for money that is no refusal.
    if (spec.class === 'money' && (code === 'DRIVER_GARBLED' || code === 'DRIVER_EMPTY'))
      throw new AgentError('OUTCOME_UNKNOWN', { cause: code, fn })
    throw error
  }
}
