import type { PeerRequest } from '../ipc/pipe.ts'

/** One thing the desk does for the gateway; `args` are checked by the verb itself, it throws AgentError. */
export interface Verb {
  run: (args: unknown, request: PeerRequest) => Promise<unknown>
}
