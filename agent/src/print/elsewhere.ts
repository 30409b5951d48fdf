import { slipId, slipsAtOnce } from '@yibao/shared/agent/cloud.ts'
import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import type { Job } from './store.ts'
import { within } from './within.ts'

/** What the server knows of slips that wait: by their ids, why they are not to come out by themselves. */
export type AskElsewhere = (slipIds: string[]) => Promise<ReadonlyMap<string, AgentErrorCode>>

interface Clocks {
  /** ms from anywhere, never set; it may stand still while the PC sleeps */
  steady: () => number
  /** unix ms, which somebody may set */
  wall: () => number
}

interface ElsewhereOptions extends Partial<Clocks> {
  ask: AskElsewhere
  /**
   * How long a word counts, the first one being that the slip was just made. Two minutes: paper is changed within them,
   * so that the usual wait asks nothing, and the same slip is hardly printed sooner at another PC, whose clerk has to be
   * told of it and find it. A printer that is off all night costs one small question in two minutes.
   */
  freshMs?: number
  /** How long the slips of a printer wait for an answer. A counter's line to the server takes 50 ms on most days. */
  deadlineMs?: number
}

/**
 * Before a slip is printed that has waited: whether it is still wanted here. Who cannot be asked (no network, a server
 * that does not know the question) holds nothing up, and the slip prints as if nothing were known: a customer stands at
 * the counter and it is almost always his only one, while a second one, which needs a wait, another place and a broken
 * line at once, has the same number and is found by a person.
 */
export class Elsewhere {
  private readonly options: Required<ElsewhereOptions>
  /** When there was a word about a job. Of one that an earlier process took nobody knows how long it has waited. */
  private readonly heard = new Map<string, { steady: number; wall: number }>()

  constructor(options: ElsewhereOptions) {
    const clocks: Clocks = { steady: () => performance.now(), wall: Date.now }
    this.options = { ...clocks, freshMs: 120_000, deadlineMs: 3_000, ...options }
  }

  /** There is a word about this job now. */
  hear(id: string) {
    this.heard.set(id, { steady: this.options.steady(), wall: this.options.wall() })
  }

  /** A job that does not wait any more. */
  forget(id: string) {
    this.heard.delete(id)
  }

  /** One that a person wants whatever else came out is never asked about, and what is no slip neither. */
  private isOld({ id, insisted }: Job): boolean {
    if (insisted || !slipId.safeParse(id).success) return false
    const { steady, wall, freshMs } = this.options
    const last = this.heard.get(id)
    // Two clocks: the PC may have slept, and its wall clock may have been set to either side.
    return !last || steady() - last.steady > freshMs || Math.abs(wall() - last.wall) > freshMs
  }

  /**
   * For one round of a printer. Gives a function to call before each of its jobs with that and those behind it: what is
   * news of them, where the first has waited. They are asked about together, so that all of them wait once.
   */
  round() {
    let vain = false
    return async (jobs: readonly [Job, ...Job[]]): Promise<ReadonlyMap<string, AgentErrorCode>> => {
      if (vain || !this.isOld(jobs[0])) return new Map()
      const { ask, deadlineMs } = this.options
      const ids = jobs
        .filter((one) => this.isOld(one))
        .map(({ id }) => id)
        .slice(0, slipsAtOnce)
      try {
        const news = await within(ask(ids), deadlineMs)
        for (const id of ids) this.hear(id)
        return news
      } catch {
        vain = true
        return new Map()
      }
    }
  }
}
