import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import type { CallResult } from './decode.ts'
import type { Evidence } from './evidence.ts'
import type { HostCommand } from './host-process.ts'

export interface DriverOptions {
  manifest: Manifest
  dir: string
  dataDir: string
  command: HostCommand
  /** Values of the manifest's `settings`. */
  settings?: Record<string, string>
  /** Milliseconds: for the breaker and the age of a host. */
  now?: () => number
  startMs?: number
  /** Calls after which a host is replaced (agent.md 4.2). */
  recycleAfter?: number
  onChange?: (driver: Driver) => void
  onEvidence?: (evidence: Evidence) => void
}

export type DriverState = 'ready' | 'starting' | 'broken' | 'missing' | 'open'
export type Call = (fn: string, args: Record<string, unknown>, simulate?: unknown) => Promise<CallResult>

/** One driver: at most one host process, one call at a time. */
export interface Driver {
  manifest: Manifest
  /** Where it runs: its own folder, or a copy of it (work-folder.ts). */
  folder: string
  settings: Record<string, string>
  state: () => { state: DriverState; problem?: string; bits: 32 | 64; pid?: number }
  /** Whether somebody put its files there, right or wrong, as far as last looked. */
  installed: () => boolean
  /** Runs several calls as one turn, so that nobody comes between; throws AgentError. */
  turn: <T>(deadlineMs: number, work: (call: Call) => Promise<T>) => Promise<T>
  /** One call as one turn. */
  call: (fn: string, args: Record<string, unknown>, deadlineMs: number, simulate?: unknown) => Promise<CallResult>
  /** Ends the host, looks at the files again and starts anew. */
  repair: () => Promise<void>
  /** Ends for good when no call runs any more, and runs `then` before anybody else has a turn. */
  retire: (then: () => void) => Promise<void>
  close: () => void
}
