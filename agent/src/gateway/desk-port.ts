import { type AgentErrorCode, isAgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../agent-error.ts'

// What the gateway knows of the desk: requests, events, and whether it is there.

export type DeskState = 'starting' | 'ready' | 'restarting' | 'stopped'

export interface DeskOptions {
  /** ms from now after which the caller no longer waits */
  deadlineMs: number
  /** who asks: leases and the holder shown to others */
  caller?: string
}

export type DeskListener = (event: string, data: unknown) => void

export interface Desk {
  readonly state: DeskState
  /** The desk's result. Throws DeskError. */
  request(verb: string, args: unknown, options: DeskOptions): Promise<unknown>
  /** Every event of the desk; answers how to stop listening. */
  onEvent(listener: DeskListener): () => void
}

/** `sent` false: the desk never got the request, so nothing happened. True: it may have happened. */
export class DeskError extends AgentError {
  readonly sent: boolean

  constructor(code: AgentErrorCode, sent: boolean, detail?: Readonly<Record<string, unknown>>) {
    super(code, detail)
    this.name = 'DeskError'
    this.sent = sent
  }
}

/** A desk's refusal; a code the table does not know is an internal fault of the desk. */
export const deskRefusal = (code: unknown, detail: unknown) =>
  new DeskError(isAgentErrorCode(code) ? code : 'INTERNAL', true, { ...(typeof detail === 'object' && detail) })
