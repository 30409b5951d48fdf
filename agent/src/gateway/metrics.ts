import { isVerb } from '@yibao/shared/agent/verbs.ts'

/** Upper edges of the duration buckets, ms. */
const edges = [10, 50, 100, 500, 1000, 5000, 15_000, 60_000]

interface Sums {
  count: number
  ms: number
  /** how many fell between each edge and the one before */
  within: number[]
}

/** What is told of reads and faults since midnight in Shanghai; times are unix ms. */
export interface Health {
  lastReadAt?: number
  reads: number
  readFaults: number
  faults: number
}

const shanghai = 8 * 3600_000
const none = { reads: 0, readFaults: 0, faults: 0 }
const reading = (verb: string) => verb === 'card.read' || verb === 'card.test'
// A refusal is no fault: the caller asked for something it may not have, or a person changed his mind.
const faulty =
  /^(DRIVER_|READER_|PRINTER_|PRINT_UNSURE|OUTCOME_UNKNOWN|INTERNAL|NO_DESK|CARD_AUTH|CARD_HSM|CARD_UNKNOWN|DEVICE_)/
const isFault = (code: string) => faulty.test(code) && code !== 'DRIVER_UNKNOWN' && code !== 'PRINTER_UNKNOWN'

/** Counts what the agent does, by verb and code only: no value of a call is ever a label. */
export class Metrics {
  readonly #clock: () => number
  readonly #calls = new Map<string, number>()
  readonly #times = new Map<string, Sums>()
  readonly #crashes = new Map<string, number>()
  #day = 0
  #today: Omit<Health, 'lastReadAt'> = none
  #lastReadAt: number | undefined

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** A call of a verb has ended: `ok` or the code of its error, after so many ms. */
  called(name: string, code: string, ms: number): void {
    const verb = isVerb(name) ? name : 'unknown'
    const key = `verb="${verb}",code="${code}"`
    this.#calls.set(key, (this.#calls.get(key) ?? 0) + 1)
    const sums = this.#times.get(verb) ?? { count: 0, ms: 0, within: edges.map(() => 0) }
    sums.count += 1
    sums.ms += ms
    const bucket = edges.findIndex((edge) => ms <= edge)
    if (bucket >= 0) sums.within[bucket]! += 1
    this.#times.set(verb, sums)
    const { reads, readFaults, faults } = this.#now()
    const fault = isFault(code) ? 1 : 0
    if (reading(verb) && code === 'ok') this.#lastReadAt = this.#clock()
    const read = reading(verb) && (code === 'ok' || fault === 1) ? 1 : 0
    this.#today = { reads: reads + read, readFaults: readFaults + (read ? fault : 0), faults: faults + fault }
  }

  /** A driver's host ended by itself. */
  crashed(driver: string): void {
    const id = /^[\w.-]{1,64}$/.test(driver) ? driver : 'unknown'
    this.#crashes.set(id, (this.#crashes.get(id) ?? 0) + 1)
  }

  get health(): Health {
    return { ...this.#now(), ...(this.#lastReadAt !== undefined && { lastReadAt: this.#lastReadAt }) }
  }

  /** Prometheus' text format; `gauges` are single numbers beside. */
  text(gauges: Record<string, number>): string {
    const lines = Object.entries(gauges).map(([name, value]) => `yibao_agent_${name} ${value}`)
    for (const [key, n] of this.#calls) lines.push(`yibao_agent_calls_total{${key}} ${n}`)
    for (const [driver, n] of this.#crashes) lines.push(`yibao_agent_driver_crashes_total{driver="${driver}"} ${n}`)
    for (const [verb, { count, ms, within }] of this.#times) {
      const name = 'yibao_agent_call_ms'
      let upTo = 0
      for (const [i, edge] of edges.entries()) {
        upTo += within[i]!
        lines.push(`${name}_bucket{verb="${verb}",le="${edge}"} ${upTo}`)
      }
      lines.push(`${name}_bucket{verb="${verb}",le="+Inf"} ${count}`)
      lines.push(`${name}_sum{verb="${verb}"} ${Math.round(ms)}`, `${name}_count{verb="${verb}"} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }

  #now() {
    const day = Math.floor((this.#clock() + shanghai) / 86_400_000)
    if (day !== this.#day) this.#today = none
    this.#day = day
    return this.#today
  }
}
