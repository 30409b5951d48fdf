import type { Deps } from '../context.ts'

/** Work that goes on behind the requests as long as the process lives. */
export interface Job {
  name: string
  /** Starts it; the answer stops it and waits for what is under way. */
  start: (deps: Deps) => () => Promise<void>
}
