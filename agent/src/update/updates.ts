import type { ReleaseChannel, UpdateReport } from '@yibao/shared/agent/release.ts'
import { releaseVersion, UpdateRefused } from '@yibao/shared/agent/release.ts'
import { ServerRefused, ServerUnreachable } from '../cloud/server-client.ts'
import type { Installation } from '../install/platform.ts'
import type { ReadPiece } from './download.ts'
import { type Work, waitsFor } from './gate.ts'
import { openJournal } from './journal.ts'
import { keysOf } from './keys.ts'
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
  stores: () => readonly string[]
  channel: () => ReleaseChannel
  work: () => Promise<Work>
  /** Keeps new work out until the gateway ends, or lets it in again. */
  close: (closed: boolean) => void
  /** How this gateway stands now. */
  report: () => Promise<ProbeReport>
  clock: () => number
  log: { info(text: string): void; warn(text: string): void }
}

/** How often the gateway looks whether the updater it waits for has given up. ms. */
const lookMs = 500
/** A release whose files came damaged is fetched again after this long, then after twice as long, up to the longest. ms. */
const restMs = 10 * 60_000
const longestRestMs = 6 * 3600_000
/** An updater that was just ending its last work when it was called does not look again: it is called again after this. ms. */
const recallMs = 10_000

/** The gateway's part of updates: prepares what the server offers, and hands over when nobody is served. */
export class Updates {
  readonly #options: UpdatesOptions
  readonly #memory: UpdateMemory
  #running: Promise<void> | undefined
  #state: UpdateReport | undefined
  #handedOver = 0
  /** The version whose files did not come as they were promised, how often, and when last. */
  #damaged: { version: string; times: number; at: number } | undefined

  constructor(options: UpdatesOptions) {
    this.#options = options
    this.#memory = new UpdateMemory(options.installation)
  }

  /** How far the last update is: this start's own word, else the journal's. */
  get state(): UpdateReport | undefined {
    if (this.#state) return this.#state
    const entry = openJournal(this.#options.installation, this.#options.clock).read()
    return entry && { to: entry.to, phase: entry.phase, ...(entry.fault !== undefined && { reason: entry.fault }) }
  }

  /** The server says there is a release (its version), or that there is none; answers when this look at it is over. */
  consider(version: string | undefined): Promise<void> {
    // It ends up on a page: only what is a version goes any further.
    if (!releaseVersion.safeParse(version).success || version === undefined) {
      // Nobody waits any more for what was held back.
      if (!this.#running && this.#state?.reason === 'line') this.#state = undefined
      return this.#running ?? Promise.resolve()
    }
    this.#running ??= this.#take(version).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #take(version: string) {
    const { installation, fetchOffer, readPiece, clock, stores, channel } = this.#options
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
        { installation, journal, memory, readPiece, standing },
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
      this.#state = cut ? { to: version, phase: 'waiting', reason: 'line' } : undefined
      return
    }
    log.warn(`update to ${version}: ${error.code}`)
    this.#state = { to: version, phase: 'refused', reason: error.code }
    if (error.code !== 'UPDATE_HASH' && error.code !== 'UPDATE_SIZE') return
    const times = this.#damaged?.version === version ? this.#damaged.times + 1 : 1
    this.#damaged = { version, times, at: clock() }
  }

  /** Whoever damages the files on their way (a proxy, a scanner) does so again: a shop's line is not filled by that all day. */
  #rests(version: string): boolean {
    if (this.#damaged?.version !== version) return false
    const { times, at } = this.#damaged
    return Math.abs(this.#options.clock() - at) < Math.min(restMs * 2 ** (times - 1), longestRestMs)
  }

  async #handOver(to: string, forced: boolean) {
    const { installation, work, close, report, clock, log } = this.#options
    const reason = waitsFor(clock(), await work(), forced)
    if (reason) {
      this.#state = { to, phase: 'waiting', reason }
      return
    }
    // A clock that was set back does not keep it from the next try.
    if (Math.abs(clock() - this.#handedOver) < patienceMs) return
    close(true)
    // Between the look and the closing somebody may have begun. Where that cannot be told nobody stays shut out.
    const now = await work().catch(() => undefined)
    if (!now || waitsFor(clock(), now, forced)) return close(false)
    this.#handedOver = clock()
    this.#reopenLater()
    const journal = openJournal(installation, clock)
    const entry = journal.read()
    if (entry?.to !== to || (entry.phase !== 'verified' && entry.phase !== 'staged')) return close(false)
    journal.write({ ...entry, go: true, before: await report() })
    log.info(`update to ${to} begins`)
    await this.#launch()
  }

  /** An updater that never comes, or gives up before it stops this gateway, must not keep the counter waiting. */
  #reopenLater() {
    const { installation, clock, close } = this.#options
    const journal = openJournal(installation, clock)
    const until = setTimeout(() => reopen(), patienceMs).unref()
    const look = setInterval(() => {
      if (journal.read()?.phase === 'rolledBack') reopen()
    }, lookMs).unref()
    const recall = setInterval(() => {
      const phase = journal.read()?.phase
      if (phase === 'verified' || phase === 'staged') void this.#launch()
    }, recallMs).unref()
    const reopen = () => {
      clearTimeout(until)
      clearInterval(look)
      clearInterval(recall)
      // The next version, or what kept this one, is not kept waiting for an updater that is done.
      this.#handedOver = 0
      close(false)
    }
  }

  /** After a start: a switch that was cut off goes on. Where the updater is at work already, a second one ends by itself. */
  resume(): void {
    const entry = openJournal(this.#options.installation, this.#options.clock).read()
    if (entry?.go && !['committed', 'rolledBack'].includes(entry.phase)) void this.#launch()
  }

  /** An updater that cannot be started leaves the old version running; the next heartbeat tries again. */
  async #launch() {
    const { installation, log } = this.#options
    await installation.launchUpdater().catch((error: Error) => log.warn(`updater: ${error.name}`))
  }
}
