import type { Installation } from './installation.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { UpdateMemory } from './memory.ts'
import type { ProbeReport } from './report.ts'
import { isWhole, tidy } from './stage.ts'

/** Starts of the updater that a switch gets: a version that takes the machine down with it is not tried for ever. */
const triesAllowed = 3

export interface Activation {
  installation: Installation
  journal: Journal
  memory: UpdateMemory
  /** What is wrong with the version that should run now; undefined when it is well. */
  probe: (version: string, before: ProbeReport | undefined) => Promise<string | undefined>
  clock: () => number
  log: (text: string) => void
}

const wordOf = (error: unknown) => `ERROR ${error instanceof Error ? error.name : 'unknown'}`

/** Stop, point, start: each of them may be done again. */
const runVersion = async ({ installation }: Activation, version: string) => {
  await installation.stop()
  await installation.point(version)
  await installation.start()
}

const goBack = async (to: Activation, entry: JournalEntry) => {
  const { installation, journal, memory, clock, log } = to
  log(`update to ${entry.to} goes back to ${entry.from}: ${entry.fault}`)
  await runVersion(to, entry.from)
  memory.wentWrong(entry.to, clock())
  journal.write({ ...entry, phase: 'rolledBack' })
  await installation.forgetUpdater()
  tidy(installation, [entry.from])
}

const commit = async ({ installation, journal, log }: Activation, entry: JournalEntry) => {
  journal.write({ ...entry, phase: 'committed' })
  await installation.forgetUpdater()
  tidy(installation, [entry.from, entry.to])
  log(`update to ${entry.to} is done`)
}

/** Switches and tries out; answers what is wrong with the new version. */
const tryOut = async (to: Activation, entry: JournalEntry): Promise<{ entry: JournalEntry; fault?: string }> => {
  const { installation, journal, probe } = to
  const next = journal.write({ ...entry, tries: entry.tries + 1 })
  if (next.tries > triesAllowed) return { entry: next, fault: 'TRIES' }
  if (!(await isWhole(installation, entry.to))) return { entry: next, fault: 'NOT_WHOLE' }
  try {
    if (next.phase === 'activating') await runVersion(to, entry.to)
    // The machine may have come up with nobody there to start it.
    else await installation.start()
    const probing = journal.write({ ...next, phase: 'probing' })
    const fault = await probe(entry.to, entry.before)
    return { entry: probing, ...(fault !== undefined && { fault }) }
  } catch (error) {
    return { entry: next, fault: wordOf(error) }
  }
}

/**
 * The updater's part of an update, from wherever the journal says it is: the end is the new version, tried out, or the
 * old one. `begin`: somebody has just decided that now is the time; without it a staged update waits for that.
 */
export const activate = async (to: Activation, begin: boolean): Promise<void> => {
  const { installation, journal } = to
  let entry = journal.read()
  if (entry?.phase === 'staged' && begin) {
    await installation.rememberUpdater()
    entry = journal.write({ ...entry, phase: 'activating', tries: 0 })
  }
  if (entry?.phase !== 'activating' && entry?.phase !== 'probing') return installation.forgetUpdater()
  if (entry.fault === undefined) {
    const tried = await tryOut(to, entry)
    if (tried.fault === undefined) return commit(to, tried.entry)
    // Written before the first step back: whoever takes this up again only goes back.
    entry = journal.write({ ...tried.entry, fault: tried.fault })
  }
  await goBack(to, entry)
}
