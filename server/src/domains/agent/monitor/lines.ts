import type { Live } from '../../../process/live.ts'

/** Event by which a node tells the others that an agent has something to do. */
const woken = 'agent.line'

/**
 * The requests that agents hold open. A node wakes its own and tells the other nodes; an agent whose node heard nothing
 * (it was between two requests) finds its command when it asks again.
 */
export class Lines {
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #live: Live
  #closed = false

  constructor(live: Live) {
    this.#live = live
    live.onNodes?.(woken, (agentId) => this.#end(agentId))
  }

  /** Begins to wait at once; resolves when the agent is woken, after `ms`, or when the node stops. */
  wait(agentId: string, ms: number): { over: Promise<void>; end: () => void } {
    let end = () => {}
    const over = new Promise<void>((resolve) => {
      end = resolve
    })
    if (this.#closed) end()
    const timer = setTimeout(() => end(), ms)
    timer.unref()
    const known = this.#waiting.get(agentId) ?? new Set()
    this.#waiting.set(agentId, known.add(end))
    const forget = () => {
      clearTimeout(timer)
      known.delete(end)
      if (known.size === 0) this.#waiting.delete(agentId)
    }
    void over.then(forget)
    return { over, end }
  }

  /** How many are held open. */
  get waiting(): number {
    let all = 0
    for (const ends of this.#waiting.values()) all += ends.size
    return all
  }

  /** There is something for this agent to do. */
  wake(agentId: string): void {
    this.#end(agentId)
    this.#live.tellNodes?.(woken, agentId)
  }

  /** Lets every request go, so that the server can stop. */
  close(): void {
    this.#closed = true
    for (const agentId of [...this.#waiting.keys()]) this.#end(agentId)
  }

  #end(agentId: string) {
    for (const end of this.#waiting.get(agentId) ?? []) end()
  }
}
