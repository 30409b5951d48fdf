import { setTimeout as sleep } from 'node:timers/promises'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { AgentError } from '../agent-error.ts'
import { shapesOf } from './codec.ts'
import type { Evidence } from './evidence.ts'
import type { Host } from './host-process.ts'
import type { Asked, FatalCause } from './one-call.ts'

/** What a process whose line broke has to end by itself. ms. */
const ownEndMs = 500

/** Ends the process of a call that got no answer: what is kept of the two. */
export const endHost = async (
  { id, version }: Manifest,
  { fn, spec, wire }: Asked,
  dead: Host,
  cause: FatalCause,
): Promise<Evidence> => {
  // Killed while it dies by itself it would end with our kill's code instead of its own.
  if (cause === 'DRIVER_CRASHED') await Promise.race([dead.exited, sleep(ownEndMs, undefined, { ref: false })])
  dead.kill()
  return { driver: id, version, fn, cause, args: shapesOf(spec, wire), ...(await dead.exited) }
}

/** What its caller is told. */
export const errorOfEnd = ({ fn, spec }: Asked, { cause, code, signal }: Evidence): AgentError => {
  // The customer may have been charged: only a person or the server can find out.
  if (spec.class === 'money') return new AgentError('OUTCOME_UNKNOWN', { cause, fn })
  return new AgentError(cause, cause === 'DRIVER_CRASHED' ? { fn, code, signal } : { fn })
}
