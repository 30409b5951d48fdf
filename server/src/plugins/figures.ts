import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CentreOutcome } from '../centre/client.ts'
import { endOf } from '../domains/centre-call/meter.ts'
import { faultCounts } from '../process/fault.ts'

/** Upper edges of the duration buckets, in seconds: a list, a centre, a centre that takes its time. */
const edges = [0.01, 0.05, 0.1, 0.3, 1, 3, 10, 30, 120]

/**
 * What this process counted since its start, for whoever watches the installation (docs/OPERATIONS.md). Labels are names
 * of calls, transactions, areas and jobs only: nothing of a person, a store or an order.
 */
export class Figures {
  readonly register = new Registry()
  readonly #calls: Counter<'call' | 'failed'>
  readonly #callTimes: Histogram<'call'>
  readonly #centre: Counter<'area' | 'infno' | 'outcome'>
  readonly #centreTimes: Histogram<'area' | 'infno'>
  readonly #rounds: Counter<'job'>
  readonly #lastRound: Gauge<'job'>

  constructor() {
    const registers = [this.register]
    this.#calls = new Counter({
      ...{ registers, name: 'yibao_calls_total', labelNames: ['call', 'failed'] },
      help: 'Calls that were answered; failed = a fault of ours, not a refusal.',
    })
    this.#callTimes = new Histogram({
      ...{ registers, name: 'yibao_call_duration_seconds', labelNames: ['call'], buckets: edges },
      help: 'From request to answer.',
    })
    this.#centre = new Counter({
      ...{ registers, name: 'yibao_centre_calls_total', labelNames: ['area', 'infno', 'outcome'] },
      help: 'Transactions sent to a medical-insurance centre: booked, refused or unanswered.',
    })
    this.#centreTimes = new Histogram({
      ...{ registers, name: 'yibao_centre_call_duration_seconds', labelNames: ['area', 'infno'], buckets: edges },
      help: 'From the first byte sent to the answer.',
    })
    this.#rounds = new Counter({
      ...{ registers, name: 'yibao_job_rounds_total', labelNames: ['job'] },
      help: 'Rounds of a job that came to their end.',
    })
    new Counter<'where'>({
      ...{ registers, name: 'yibao_faults_total', labelNames: ['where'] },
      help: 'Faults that no caller heard of, by the work they happened in: jobs, recovery, what goes on behind an answer.',
      collect() {
        this.reset()
        for (const [where, n] of faultCounts()) this.inc({ where }, n)
      },
    })
    this.#lastRound = new Gauge({
      ...{ registers, name: 'yibao_job_last_round_timestamp_seconds', labelNames: ['job'] },
      help: 'When a round of a job last came to its end.',
    })
  }

  /** A call that was answered after so many ms; `failed`: by a fault of ours. */
  call(call: string, { ms, failed }: { ms: number; failed: boolean }): void {
    this.#calls.inc({ call, failed: String(failed) })
    this.#callTimes.observe({ call }, ms / 1000)
  }

  /** A transaction that ended. */
  centre(area: string, infno: string, outcome: CentreOutcome): void {
    this.#centre.inc({ area, infno, outcome: endOf(outcome) })
    if ('ms' in outcome) this.#centreTimes.observe({ area, infno }, outcome.ms / 1000)
  }

  /** A round of a job that came to its end. */
  round(job: string): void {
    this.#rounds.inc({ job })
    this.#lastRound.setToCurrentTime({ job })
  }
}
