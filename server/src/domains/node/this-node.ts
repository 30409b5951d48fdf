import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { calledBy } from '../../base/caller.ts'
import type { Config } from '../../process/config.ts'
import type { Load } from './load.ts'
import type { NodeState, Wanted } from './tables.ts'

/** ms between two looks whether everything under way has ended. */
const look = 100
/** ms that a node about to restart still takes requests, for balancers to leave it. */
const farewell = 60_000

/** What else a node waits for before it is empty. */
interface Others {
  /** Pieces of long work behind an answer. */
  works: () => number
}

/**
 * This process as a node: whether it serves, and what is under way in it. A node that leaves says so to balancers
 * (plugins/health.ts), begins no work of its own, and lets everything under way come to its end.
 */
export class ThisNode {
  readonly id: string
  /** The same over its starts. */
  readonly name: string
  readonly host = hostname()
  readonly startedAt: Date
  /** Hears of every change of the state. */
  changed: () => void = () => undefined
  /** Ends the process so that it is started again; absent where nothing would start it. */
  restart: (() => void) | undefined
  readonly load: Load
  readonly #config: Pick<Config, 'settleWait'>
  readonly #others: Others
  #state: NodeState = 'serving'
  #ending = false
  #refusing = false
  #jobs = 0
  /** When the last order was given that it has taken up, Unix ms. */
  #obeyed = 0
  /** Counts what was wanted: an older wish that still waits sees that it is over. */
  #wish = 0
  #said: Promise<unknown> = Promise.resolve()

  constructor(config: Config, startedAt: Date, load: Load, others: Others) {
    this.id = config.node
    this.name = config.nodeName ?? `${this.host}:${config.port}`
    this.startedAt = startedAt
    this.load = load
    this.#config = config
    this.#others = others
  }

  get state(): NodeState {
    return this.#state
  }

  /** Sends nobody here, begins nothing new. */
  get leaving(): boolean {
    return this.#state !== 'serving'
  }

  /** Takes no request at all any more: it is about to end. */
  get refusing(): boolean {
    return this.#refusing
  }

  /** Counts a request from its beginning to its end, whether or not somebody still waits for it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.load.begin()
    try {
      return await work()
    } finally {
      this.load.end()
    }
  }

  /** Writes down something of itself, after what it wrote before has come to its end: its last word is the one that stands. */
  say<T>(word: () => Promise<T>): Promise<T> {
    const said = this.#said.then(word)
    this.#said = said.catch(() => undefined)
    return said
  }

  /** A round of a job, which a node that leaves does not begin. */
  round(name: string, work: () => Promise<unknown>): () => Promise<void> {
    return async () => {
      if (this.leaving) return
      this.#jobs++
      try {
        await calledBy(`job.${name}`, work)
      } finally {
        this.#jobs--
      }
    }
  }

  /** Does what its row asks of it, unless that is done or being done. */
  async obey(asked: { wanted: Wanted; wantedAt: Date | null } | undefined): Promise<void> {
    const at = asked?.wantedAt?.getTime() ?? 0
    if (!asked || at <= this.#obeyed) return
    this.#obeyed = at
    await this.want(asked.wanted)
  }

  /** Makes the node what it is to be. Resolves when it is, or when something else is wanted meanwhile. */
  async want(wanted: Wanted): Promise<void> {
    if (this.#ending || (wanted === 'restart' && !this.restart)) return
    const mine = ++this.#wish
    if (wanted === 'serving') return this.#become('serving')
    this.#become(wanted === 'restart' ? 'restarting' : 'draining')
    const empty = () => this.load.active + this.#jobs + this.#others.works() === 0
    await this.#until(mine, empty, wanted === 'restart' ? farewell : Number.POSITIVE_INFINITY)
    if (mine !== this.#wish) return
    if (wanted === 'drained') return this.#become('drained')
    // Without a balancer requests keep coming: from here on each is asked to come again, and those under way end.
    this.#refusing = true
    await this.#until(mine, () => this.load.active + this.#jobs === 0, this.#longest)
    if (mine === this.#wish) this.restart?.()
  }

  /**
   * The process was told to end, and nothing brings the node back: it takes no request any more. Resolves when those under
   * way have ended, at once where there are none, when they have had the time of a settlement, or by `hurry`. Jobs and long
   * work it does not wait for: whoever is started next takes them up.
   */
  async end(): Promise<void> {
    this.#ending = true
    const mine = ++this.#wish
    this.#become('draining')
    this.#refusing = true
    await this.#until(mine, () => this.load.active === 0, this.#longest)
  }

  /** Whoever told the process to end does not wait for what is under way. */
  hurry(): void {
    this.#wish++
  }

  /** ms that no request under way takes: none of them waits longer than a settlement does. */
  get #longest(): number {
    return this.#config.settleWait + farewell
  }

  #become(state: NodeState) {
    this.#refusing = false
    if (state === this.#state) return
    this.#state = state
    this.changed()
  }

  async #until(mine: number, done: () => boolean, ms: number): Promise<void> {
    const end = performance.now() + ms
    while (mine === this.#wish && !done() && performance.now() < end) await sleep(look, undefined, { ref: false })
  }
}
