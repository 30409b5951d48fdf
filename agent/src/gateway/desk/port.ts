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
  /** The desk's result. Throws AgentError: the desk's refusal, DRIVER_TIMEOUT, or NoDesk. */
  request(verb: string, args: unknown, options: DeskOptions): Promise<unknown>
  /** Every event of the desk; answers how to stop listening. */
  onEvent(listener: DeskListener): () => void
}
