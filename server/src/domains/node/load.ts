import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Statements } from '../../database/statements.ts'
import { durationClass } from '../centre-call/duration.ts'
import type { Measured } from './measured.ts'

/** ms between two looks at the event loop; a turn in time counts as one of these. */
const resolution = 20

/** What this process is doing, counted where it happens and read now and then. */
export class Load {
  #requests = 0
  #active = 0
  #most = 0
  #waits = new Map<number, number>()
  #cpu = process.cpuUsage()
  #since = performance.now()
  #delay: IntervalHistogram | undefined
  readonly #statements: Statements | undefined
  /** Requests that are held open until there is something to tell. */
  readonly #held: () => number

  constructor(statements: Statements | undefined, held: () => number) {
    this.#statements = statements
    this.#held = held
  }

  /** Begins to watch the event loop; the answer ends it. */
  watch(): () => void {
    this.#delay = monitorEventLoopDelay({ resolution })
    this.#delay.enable()
    return () => this.#delay?.disable()
  }

  begin(): void {
    this.#requests++
    this.#active++
    if (this.#active > this.#most) this.#most = this.#active
  }

  /** Something that goes on behind a request, until the answer is called: an answer that leaves while it is made. */
  hold(): () => void {
    this.#active++
    return () => this.end()
  }

  end(): void {
    this.#active--
  }

  /** A call to a centre that was answered. */
  centre(ms: number): void {
    const place = durationClass(ms)
    this.#waits.set(place, (this.#waits.get(place) ?? 0) + 1)
  }

  /** Requests under way, without those that are held open. */
  get active(): number {
    return Math.max(0, this.#active - this.#held())
  }

  /** What was measured since the last time. */
  take(): Measured {
    const now = performance.now()
    const { user, system } = process.cpuUsage(this.#cpu)
    const { rss, heapUsed } = process.memoryUsage()
    const { used, max, waiting } = this.#statements?.connections() ?? { used: 0, max: 0, waiting: 0 }
    const late = this.#delay ? this.#delay.percentile(99) / 1e6 - resolution : 0
    const measured: Measured = {
      ms: Math.round(now - this.#since),
      cpuMs: Math.round((user + system) / 1000),
      rss,
      heap: heapUsed,
      lag: Math.max(0, late || 0),
      requests: this.#requests,
      active: Math.max(0, this.#most - this.#held()),
      queue: waiting,
      dbUsed: used,
      dbMax: max,
      waits: [...this.#waits],
    }
    this.#cpu = process.cpuUsage()
    this.#since = now
    this.#requests = 0
    this.#most = this.#active
    this.#waits = new Map()
    this.#delay?.reset()
    return measured
  }
}
