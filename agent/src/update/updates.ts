import type { ReleaseChannel, UpdateReport } from '@yibao/shared/agent/release.ts'
import { releaseVersion, UpdateRefused } from '@yibao/shared/agent/release.ts'
import { ServerRefused, ServerUnreachable } from '../cloud/server-client.ts'
import { type freeIn, NoRoom } from '../files/room.ts'
import type { Installation } from '../install/platform.ts'
import type { ReadPiece } from './download.ts'
import { type Work, waitsFor } from './gate.ts'
import { type JournalEntry, openJournal } from './journal.ts'
import { keysOf } from './keys.ts'
import { watchLateDesk } from './late-desk.ts'
import { UpdateMemory } from './memory.ts'
import { patienceMs, prepare } from './prepare.ts'
import type { ProbeReport } from './report.ts'

/** What the server has for this agent: the signed text, and whether a person wants it at once. */
interface Offer {
  release: unknown
  forced: boolean
}

export interface UpdatesOptions {
  installation: Installation
  /** Asks the server for the release that is meant for this agent. */
  fetchOffer: () => Promise<Offer | undefined>
  readPiece: ReadPiece
  /** bytes left on the disk of a folder; the system's word, when absent */
  free?: typeof freeIn
  stores: () => readonly string[]
  channel: () => ReleaseChannel
  work: () => Promise<Work>
  /** Keeps new work out until the gateway ends, or lets it in again. */
  close: (closed: boolean) => void
  /** How this gateway stands now. */
  report: () => Promise<ProbeReport>
  /** The version that runs. */
  version: string
  deskReady: () => boolean
  /** Whether somebody is logged on in front of this PC, where the desk is his; never, when absent. */
  attended?: () => boolean
  clock: () => number
  log: { info(text: string): void; warn(text: string): void }
}

/** Whether nobody has begun to switch: the version's files are here, or in their place. */
const isUntouched = ({ phase }: JournalEntry) => phase === 'verified' || phase === 'staged'

/** What keeps a release from being fetched, and nobody from working. */
const fetching = ['line', 'disk']

/** How often the gateway looks whether the updater it waits for has given up. ms. */
const lookMs = 500
/** A release that was refused is asked for again after this long, then after twice as long, up to the longest. ms. */
const restMs = 10 * 60_000
const longestRestMs = 6 * 3600_000
/** An updater that was just ending its last work when it was called does not look again: it is called again after this. ms. */
const recallMs = 10_000
/** One that was started says so in the journal at once; who is silent for this long will not come. ms. */
const beginMs = 30_000
/** Tries without an updater after which somebody has to look at this PC. */
const triesAllowed = 3

/** What went wrong with a version on this PC, how often on end, and when last (unix ms). */
interface Setback {
  version: string
  times: number
  at: number
}

const oneMore = (before: Setback | undefined, version: string, at: number): Setback => ({
  version,
  times: before?.version === version ? before.times + 1 : 1,
  at,
})

/** ms to leave a version alone after so many setbacks: ever longer. */
const restAfter = (times: number) => (times < 1 ? 0 : Math.min(restMs * 2 ** (times - 1), longestRestMs))

/** The gateway's part of updates: prepares what the server offers, and hands over when nobody is served. */
export class Updates {
  readonly #options: UpdatesOptions
  readonly #memory: UpdateMemory
  #running: Promise<void> | undefined
  #state: UpdateReport | undefined
  #handedOver = 0
  #deskIsMissing = () => false
  /** It was refused: its files did not come as they were promised, or it is none for this PC. */
  #refused: Setback | undefined
  /** Versions whose signers this one does not know. */
  readonly #unfit = new Set<string>()
  /** No updater came to put it in place, or none in time. */
  #alone: Setback | undefined

  constructor(options: UpdatesOptions) {
    this.#options = options
    this.#memory = new UpdateMemory(options.installation)
  }

  /** How far the last update is: this start's own word, else the journal's. */
  get state(): UpdateReport | undefined {
    const state = this.#state ?? this.#kept()
    return state && this.#unfit.size ? { ...state, unfit: [...this.#unfit] } : state
  }

  #kept(): UpdateReport | undefined {
    const entry = openJournal(this.#options.installation, this.#options.clock).read()
    const reason = this.#deskIsMissing() ? 'DESK' : entry?.fault
    return entry && { to: entry.to, phase: entry.phase, ...(reason !== undefined && { reason }) }
  }

  /** The server says there is a release (its version), or that there is none; answers when this look at it is over. */
  consider(version: string | undefined): Promise<void> {
    // It ends up on a page: only what is a version goes any further.
    if (!releaseVersion.safeParse(version).success || version === undefined) {
      // Nobody waits any more for what was held back.
      if (!this.#running && fetching.includes(this.#state?.reason ?? '')) this.#state = undefined
      return this.#running ?? Promise.resolve()
    }
    this.#running ??= this.#take(version).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #take(version: string) {
    const { installation, fetchOffer, readPiece, free, clock, stores, channel } = this.#options
    if (this.#memory.isBad(version, clock()) || this.#rests(version)) return
    try {
      const offer = await fetchOffer()
      if (!offer) return
      const journal = openJournal(installation, clock)
      const known = journal.read()
      if (known?.to !== version || known.phase === 'rolledBack') this.#state = { to: version, phase: 'downloading' }
      const standing = () => ({ keys: keysOf(installation), channel: channel(), stores: stores(), nowMs: clock() })
      const memory = this.#memory
      const verified = await prepare(
        { installation, journal, memory, readPiece, ...(free && { free }), standing },
        offer.release,
        offer.forced,
      )
      this.#state = undefined
      if (verified) await this.#handOver(verified.to, verified.forced)
    } catch (error) {
      this.#tell(version, error)
    }
  }

  #tell(version: string, error: unknown) {
    const { clock, log } = this.#options
    if (!(error instanceof UpdateRefused)) {
      const cut = error instanceof ServerUnreachable
      const said = cut || error instanceof ServerRefused
      log.warn(`update to ${version}: ${said ? error.message : (error as Error).name}`)
      // It goes on where it broke off, with the next heartbeat that comes through. A server that says no has its reasons.
      const reason = cut ? 'line' : error instanceof NoRoom ? 'disk' : undefined
      this.#state = reason && { to: version, phase: 'waiting', reason }
      return
    }
    log.warn(`update to ${version}: ${error.code}`)
    this.#state = { to: version, phase: 'refused', reason: error.code }
    if (error.code === 'UPDATE_SIGNATURE') this.#unfit.add(version)
    this.#refused = oneMore(this.#refused, version, clock())
  }

  /**
   * Whoever damages the files on their way (a proxy, a scanner) does so again, what is none for this PC stays so, and an
   * updater that is disabled too: a shop's line is not filled by that all day, and its counter not closed.
   */
  #rests(version: string): boolean {
    const rests = (setback: Setback | undefined, forgiven: number) =>
      setback?.version === version && Math.abs(this.#options.clock() - setback.at) < restAfter(setback.times - forgiven)
    return rests(this.#refused, 0) || rests(this.#alone, triesAllowed - 1)
  }

  async #handOver(to: string, forced: boolean) {
    const { work, close, clock } = this.#options
    const reason = waitsFor(clock(), await work(), forced)
    if (reason) {
      this.#state = { to, phase: 'waiting', reason }
      return
    }
    // A clock that was set back does not keep it from the next try.
    if (Math.abs(clock() - this.#handedOver) < patienceMs) return
    close(true)
    let begins = false
    try {
      begins = await this.#begin(to, forced)
    } finally {
      if (!begins) close(false)
    }
    if (begins) this.#await(to)
  }

  /** Whether an updater was told to begin, behind closed doors, and has been started. */
  async #begin(to: string, forced: boolean): Promise<boolean> {
    const { installation, work, report, clock, log } = this.#options
    // Between the look and the closing somebody may have begun. Where that cannot be told nobody stays shut out.
    const now = await work().catch(() => undefined)
    if (!now || waitsFor(clock(), now, forced)) return false
    const journal = openJournal(installation, clock)
    const entry = journal.read()
    if (entry?.to !== to || !isUntouched(entry)) return false
    journal.write({ ...entry, tries: 0, go: true, before: await report() })
    log.info(`update to ${to} begins`)
    if (await this.#launch()) return true
    this.#cameNot(to)
    return false
  }

  /** An updater that never comes, or gives up before it stops this gateway, must not keep the counter waiting. */
  #await(to: string) {
    const { installation, clock, close, log } = this.#options
    const journal = openJournal(installation, clock)
    this.#handedOver = clock()
    const until = setTimeout(() => end(), patienceMs).unref()
    const begun = setTimeout(() => {
      const entry = journal.read()
      if (entry && isUntouched(entry) && entry.tries === 0) end()
    }, beginMs).unref()
    const look = setInterval(() => {
      if (journal.read()?.phase === 'rolledBack') end()
    }, lookMs).unref()
    const recall = setInterval(async () => {
      const entry = journal.read()
      if (entry && isUntouched(entry) && !(await this.#launch())) end()
    }, recallMs).unref()
    let ended = false
    const end = () => {
      // One who was just being called again may be told late that nobody comes.
      if (ended) return
      ended = true
      for (const timer of [until, begun, look, recall]) clearTimeout(timer)
      // The next version, or what kept this one, is not kept waiting for an updater that is done.
      this.#handedOver = 0
      close(false)
      try {
        this.#cameNot(to)
      } catch (error) {
        log.warn(`update to ${to}: ${(error as Error).name}`)
      }
    }
  }

  /** Takes the word to begin back: an updater that comes late must not end a gateway that serves again. */
  #cameNot(to: string) {
    const { installation, clock } = this.#options
    const journal = openJournal(installation, clock)
    const entry = journal.read()
    if (entry?.to !== to || !isUntouched(entry)) return
    this.#alone = oneMore(this.#alone, to, clock())
    // One that has begun can be started: a repair of the installation would not help it.
    const fault = entry.tries > 0 ? 'UPDATER_SLOW' : 'UPDATER'
    const given = this.#alone.times < triesAllowed ? entry : ({ ...entry, phase: 'rolledBack', fault } as const)
    journal.write({ ...given, go: false })
  }

  /**
   * After a start: a switch that was cut off goes on (where the updater is at work already, a second one ends by itself), and
   * one that is done is watched for what could not be tried out.
   */
  resume(): void {
    const { installation, version, deskReady: ready, attended = () => false, clock, log } = this.#options
    const journal = openJournal(installation, clock)
    const entry = journal.read()
    if (entry?.go && !['committed', 'rolledBack'].includes(entry.phase)) void this.#launch()
    const memory = this.#memory
    this.#deskIsMissing = watchLateDesk({ version, entry: journal.read, memory, ready, attended, clock, log })
  }

  /** Whether the updater could be started. */
  async #launch(): Promise<boolean> {
    const { installation, log } = this.#options
    try {
      await installation.launchUpdater()
      return true
    } catch (error) {
      log.warn(`updater: ${(error as Error).name}`)
      return false
    }
  }
}
