import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareVersions, UpdateRefused } from '@yibao/shared/agent/release.ts'
import { versionFolder } from '../install/layout.ts'
import type { Installation } from '../install/platform.ts'
import { filesFor, reopen } from './accept.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { keysOf } from './keys.ts'
import type { UpdateMemory } from './memory.ts'
import type { ProbeReport } from './report.ts'
import { isWhole, stage, tidy } from './stage.ts'

/** Starts of the updater that a switch gets: a version that takes the machine down with it is not tried for ever. */
const triesAllowed = 3

interface Activation {
  installation: Installation
  journal: Journal
  memory: UpdateMemory
  /** What is wrong with the version that should run now; undefined when it is well. */
  probe: (version: string, before: ProbeReport | undefined) => Promise<string | undefined>
  /** Whether a gateway of this version answers now. */
  serves: (version: string) => Promise<boolean>
  /** A program of this version that the running one's publisher did not sign, on a platform where he signs (publisher.ts). */
  strange: (installation: Installation, version: string) => string | undefined
  clock: () => number
  log: (text: string) => void
}

/** A disk's own word (ENOSPC, EPERM) says more than the name that all of its errors have. */
const wordOf = (error: unknown) =>
  `ERROR ${error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown'}`

/** What is busy for a moment (a service manager, a file under a scanner) must not condemn a version: it then rests a day. */
const rounds = 3
const pauseMs = 500
/** ms; what is refused is refused at once, and for what hangs the counter does not wait a second time. */
const patience = 10_000

/** Does what may be done again until it succeeds; `fails` is how the log begins to say that it did not. */
const persist = async ({ clock, log }: Activation, fails: string, work: () => Promise<void>) => {
  const begin = clock()
  for (let round = 1; ; round++)
    try {
      return await work()
    } catch (error) {
      if (error instanceof UpdateRefused) throw error
      log(`${fails}: ${error instanceof Error ? error.message : wordOf(error)}`)
      if (round === rounds || clock() - begin > patience) throw error
      await sleep(pauseMs)
    }
}

const runVersion = (to: Activation, version: string) =>
  persist(to, `version ${version} does not run`, async () => {
    await to.installation.stop()
    await to.installation.point(version)
    await to.installation.start()
  })

/**
 * What is wrong with the version that should run. A desk that is missing may have nobody who starts it: it ended for the
 * other version's, which did not live, and the next logon may be tomorrow's.
 */
const probeWithDesk = async ({ installation, probe, log }: Activation, version: string, before?: ProbeReport) => {
  const fault = await probe(version, before)
  if (fault !== 'DESK') return fault
  log(`version ${version} has no desk: it is started`)
  await installation.startDesk()
  return probe(version, before)
}

/** A note that the disk does not take (it is full) keeps nobody from going back. */
const tryToNote = ({ log }: Activation, note: () => void) => {
  try {
    note()
  } catch (error) {
    log(`not written down: ${wordOf(error)}`)
  }
}

// An end is written behind the tidying: from then on the gateway may be fetching the next version, which is not ours to remove.

/** Takes the version away that did not work, and says so: what explains it is no part of it. */
const dropFailed = ({ installation, log }: Activation, { from, to: version }: JournalEntry) => {
  const { root, data } = installation
  if (tidy(installation, [from]).includes(version))
    log(`version ${version} is still in use: it goes with the next update`)
  else if (!existsSync(versionFolder(root, version)))
    log(`version ${version} is removed, what it said is in ${join(data, 'agent', 'logs')}`)
}

const goBack = async (to: Activation, entry: JournalEntry) => {
  const { installation, journal, memory, serves, clock, log } = to
  log(`update to ${entry.to} goes back to ${entry.from}: ${entry.fault}`)
  // Room for the little that has to be written: the pointer, and these notes.
  tidy(installation, [entry.from, entry.to])
  // Whoever takes this up again only goes back. And before the old version runs: it asks for releases as soon as it does.
  tryToNote(to, () => journal.write(entry))
  tryToNote(to, () => memory.wentWrong(entry.to, clock()))
  // An end that could not be written down is come to again: who serves by then is not disturbed.
  if (installation.active() === entry.from && (await serves(entry.from)))
    await persist(to, 'the former version does not run', installation.start)
  else {
    // Before anything is stopped: where the pointer cannot be written, a version that is worse serves on, and not none.
    await persist(to, `version ${entry.from} is not pointed at`, () => installation.point(entry.from))
    await runVersion(to, entry.from)
  }
  if (entry.before?.desk === 'ready') await probeWithDesk(to, entry.from, entry.before)
  dropFailed(to, entry)
  // There is room again: the new version is gone.
  if (!memory.isBad(entry.to, clock())) tryToNote(to, () => memory.wentWrong(entry.to, clock()))
  journal.write({ ...entry, phase: 'rolledBack' })
  await installation.forgetUpdater()
}

const commit = async ({ installation, journal, log }: Activation, entry: JournalEntry) => {
  tidy(installation, [entry.from, entry.to])
  journal.write({ ...entry, phase: 'committed' })
  await installation.forgetUpdater()
  log(`update to ${entry.to} is done`)
}

/** Switches and tries out; answers what is wrong with the new version. */
const tryOut = async (to: Activation, entry: JournalEntry): Promise<{ entry: JournalEntry; fault?: string }> => {
  const { installation, journal } = to
  let next = entry
  try {
    next = journal.write({ ...entry, tries: entry.tries + 1 })
  } catch (error) {
    return { entry, fault: wordOf(error) }
  }
  if (next.tries > triesAllowed) return { entry: next, fault: 'TRIES' }
  if (!(await isWhole(installation, entry.to))) return { entry: next, fault: 'NOT_WHOLE' }
  try {
    if (next.phase === 'activating') await runVersion(to, entry.to)
    // The machine may have come up with nobody there to start it.
    else await installation.start()
    const probing = journal.write({ ...next, phase: 'probing' })
    const fault = await probeWithDesk(to, entry.to, entry.before)
    return { entry: probing, ...(fault !== undefined && { fault }) }
  } catch (error) {
    return { entry: next, fault: wordOf(error) }
  }
}

/** Never switched, so there is nothing to switch back: the old version did not even notice. */
const giveUp = async (
  { installation, journal, memory, clock, log }: Activation,
  entry: JournalEntry,
  fault: string,
) => {
  log(`update to ${entry.to} is given up: ${fault}`)
  memory.wentWrong(entry.to, clock())
  // Before the downloads go: whoever takes this up again only gives up.
  const failed = journal.write({ ...entry, fault })
  tidy(installation, [installation.active()])
  journal.write({ ...failed, phase: 'rolledBack' })
  await installation.forgetUpdater()
}

/**
 * Puts the version in its place. The journal may have been written by an account of fewer rights than ours: what it says
 * counts only as far as the signatures bear it out, by the keys that lie beside the running version, and only upwards.
 */
const putInPlace = async ({ installation, strange, log }: Activation, { release, from, to }: JournalEntry) => {
  const manifest = reopen(release, keysOf(installation))
  const active = installation.active()
  if (manifest.version !== to || from !== active || compareVersions(to, active) <= 0)
    throw new UpdateRefused('UPDATE_ROLLBACK')
  await stage(installation, to, filesFor(manifest))
  const stranger = strange(installation, to)
  if (stranger === undefined) return
  log(`${stranger} is not signed by our publisher`)
  throw new UpdateRefused('UPDATE_PUBLISHER')
}

const inPlace = (to: Activation, entry: JournalEntry) =>
  persist(to, `version ${entry.to} is not put in place`, () => putInPlace(to, entry))

const begun = ['verified', 'staged', 'activating', 'probing']

/**
 * The updater's part of an update, from wherever the journal says it is: the end is the new version, tried out, or the
 * old one. Does nothing before the gateway has said go.
 */
export const activate = async (to: Activation): Promise<void> => {
  const { installation, journal } = to
  let entry = journal.read()
  // A disk fault took it: the pointer says what runs, and whoever wrote it may have stopped the gateway just before.
  if (journal.isDamaged()) await installation.start()
  if (!entry?.go || !begun.includes(entry.phase)) return installation.forgetUpdater()
  const switching = entry.phase === 'activating' || entry.phase === 'probing'
  if (switching && ![entry.from, entry.to].includes(installation.active())) {
    // Somebody ran setup.exe of a third version meanwhile: what he chose stays.
    journal.write({ ...entry, phase: 'rolledBack', fault: 'SUPERSEDED' })
    return installation.forgetUpdater()
  }
  await installation.rememberUpdater()
  if (entry.phase === 'verified' || entry.phase === 'staged') {
    if (entry.fault !== undefined) return giveUp(to, entry, entry.fault)
    // While the platform was asked the gateway may have taken its word back: it serves again, and nobody ends it.
    entry = journal.read()
    if (!entry?.go) return installation.forgetUpdater()
    // The gateway keeps its doors closed for who has begun.
    entry = journal.write({ ...entry, tries: entry.tries + 1 })
    try {
      await inPlace(to, entry)
    } catch (error) {
      return giveUp(to, entry, error instanceof UpdateRefused ? error.code : wordOf(error))
    }
    // It took so long that the counter serves again: what is in place is switched to in the next quiet moment.
    if (!journal.read()?.go) return installation.forgetUpdater()
    entry = journal.write({ ...entry, phase: 'staged' })
    entry = journal.write({ ...entry, phase: 'activating', tries: 0 })
  }
  if (entry.fault === undefined) {
    const tried = await tryOut(to, entry)
    if (tried.fault === undefined) return commit(to, tried.entry)
    entry = { ...tried.entry, fault: tried.fault }
  }
  await goBack(to, entry)
}
