import { limits } from '@yibao/shared/agent/protocol.ts'
import { AgentError } from '../../agent-error.ts'

interface Bucket {
  tokens: number
  at: number
  running: number
}

/** 60 requests a minute (a native ERP more) and 5 at a time for each caller (a session, or an origin that has none yet). */
export class Limiter {
  #buckets = new Map<string, Bucket>()
  readonly #clock: () => number

  /** requests under way, of everybody */
  running = 0

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /**
   * Runs the work if the caller has not used up its share. Throws RATE with the seconds to wait. `onGone` is given what
   * frees the caller's place when nobody waits for the answer any more: reads that a clerk called off, behind a driver
   * that hangs, must not keep her slip from the printer.
   */
  async run<T>(
    caller: string,
    work: () => Promise<T>,
    perMinute: number = limits.requestsPerMinute,
    onGone?: ((leave: () => void) => void) | undefined,
  ): Promise<T> {
    const bucket = this.#refill(caller, perMinute)
    if (bucket.tokens < 1 || bucket.running >= limits.concurrent) {
      const missing = Math.max(0, 1 - bucket.tokens)
      throw new AgentError('RATE', { seconds: Math.max(1, Math.ceil((missing * 60) / perMinute)) })
    }
    bucket.tokens -= 1
    bucket.running += 1
    this.running += 1
    let inside = true
    const leave = () => {
      if (inside) bucket.running -= 1
      inside = false
    }
    onGone?.(leave)
    try {
      return await work()
    } finally {
      leave()
      this.running -= 1
    }
  }

  #refill(caller: string, full: number) {
    const now = this.#clock()
    if (this.#buckets.size > 1000) this.#forgetIdle(now)
    const bucket = this.#buckets.get(caller) ?? { tokens: full, at: now, running: 0 }
    bucket.tokens = Math.min(full, bucket.tokens + ((now - bucket.at) * full) / 60_000)
    bucket.at = now
    this.#buckets.set(caller, bucket)
    return bucket
  }

  #forgetIdle(now: number) {
    for (const [caller, { at, running }] of this.#buckets)
      if (running === 0 && now - at > 60_000) this.#buckets.delete(caller)
  }
}
