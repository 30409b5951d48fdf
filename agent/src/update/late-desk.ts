import type { JournalEntry } from './journal.ts'
import type { UpdateMemory } from './memory.ts'

/** How often the gateway looks, and how long a desk may take once somebody is logged on (a PC that has just come up is slow). ms. */
const lookMs = 10_000
const patienceMs = 180_000
/** A desk that is missing later than this after an update is no word on the update any more. ms. */
const concernMs = 7 * 24 * 3600_000

/** How far the update is while, or after, the version that it brings runs. */
const switched = ['activating', 'probing', 'committed']

interface LateDeskOptions {
  /** The version that runs. */
  version: string
  entry: () => JournalEntry | undefined
  /** Keeps that the desk came, or every start of the PC would wait for it anew. */
  memory: Pick<UpdateMemory, 'hasDesk' | 'deskCame'>
  ready: () => boolean
  /** Whether somebody is logged on in front of this PC. */
  attended: () => boolean
  clock: () => number
  log: { info(text: string): void; warn(text: string): void }
}

/**
 * Watches for the desk of a version that was taken over while nobody was logged on: the updater could not try it out, and
 * the first logon may be the next morning's. Its gateway is started before the updater is done, so how far that is counts
 * whenever it looks. Answers whether the desk is missing, from when it should long have come until it comes.
 */
export const watchLateDesk = (options: LateDeskOptions): (() => boolean) => {
  const { version, entry, memory, ready, attended, clock, log } = options
  const untried = () => {
    const found = entry()
    return found?.to === version && switched.includes(found.phase) && found.before?.desk !== 'ready' ? found : undefined
  }
  const old = ({ phase, at }: JournalEntry) => phase === 'committed' && Math.abs(clock() - Date.parse(at)) >= concernMs
  const first = untried()
  if (!first || old(first) || memory.hasDesk(version)) return () => false
  let missing = false
  let since: number | undefined
  const come = () => {
    clearInterval(look)
    if (missing) log.info(`the desk of ${version} has come`)
    missing = false
    try {
      memory.deskCame(version)
    } catch (error) {
      log.warn(`that the desk of ${version} has come is not written down: ${(error as Error).name}`)
    }
  }
  const look = setInterval(() => {
    const found = untried()
    if (found && old(found)) {
      clearInterval(look)
      missing = false
      return
    }
    const counts = found?.phase === 'committed'
    if (counts && ready()) return come()
    // Who logs on counts from then on; a clock that is set in this very minute counts for nothing.
    since = counts && attended() ? (since ?? performance.now()) : undefined
    missing &&= counts
    if (missing || since === undefined || performance.now() - since < patienceMs) return
    missing = true
    log.warn(`somebody is logged on, and the desk of ${version} does not come: no card is read and nothing printed`)
  }, lookMs).unref()
  return () => missing
}
