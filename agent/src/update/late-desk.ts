import type { JournalEntry } from './journal.ts'

/** How often the gateway looks, and how long a desk may take once somebody is logged on (a PC that has just come up is slow). ms. */
const lookMs = 10_000
const patienceMs = 180_000
/** A desk that is missing later than this after an update is no word on the update any more. ms. */
const concernMs = 7 * 24 * 3600_000

interface LateDeskOptions {
  /** The version that runs. */
  version: string
  entry: () => JournalEntry | undefined
  ready: () => boolean
  /** Whether somebody is logged on in front of this PC. */
  attended: () => boolean
  clock: () => number
  log: { info(text: string): void; warn(text: string): void }
}

/**
 * Watches for the desk of a version that was taken over while nobody was logged on: the updater could not try it out, and
 * the first logon may be the next morning's. Answers whether it is missing, from when it should long have come until it
 * comes.
 */
export const watchLateDesk = (options: LateDeskOptions): (() => boolean) => {
  const { version, entry, ready, attended, clock, log } = options
  const found = entry()
  const untried =
    found?.phase === 'committed' &&
    found.to === version &&
    found.before?.desk !== 'ready' &&
    Math.abs(clock() - Date.parse(found.at)) < concernMs
  if (!untried) return () => false
  let missing = false
  let since: number | undefined
  const look = setInterval(() => {
    if (ready()) {
      clearInterval(look)
      if (missing) log.info(`the desk of ${version} has come`)
      missing = false
      return
    }
    // Who logs on counts from then on; a clock that is set in this very minute counts for nothing.
    since = attended() ? (since ?? performance.now()) : undefined
    if (missing || since === undefined || performance.now() - since < patienceMs) return
    missing = true
    log.warn(`somebody is logged on, and the desk of ${version} does not come: no card is read and nothing printed`)
  }, lookMs).unref()
  return () => missing
}
