import {
  compareVersions,
  type ReleaseKeys,
  type SignedRelease,
  signedRelease,
  UpdateRefused,
} from '@yibao/shared/agent/release.ts'
import { type freeIn, NoRoom } from '../files/room.ts'
import type { Installation } from '../install/platform.ts'
import { acceptRelease, filesFor, reopen, type Standing } from './accept.ts'
import { checkFile, downloadedFile, downloadFiles, type ReadPiece } from './download.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { UpdateMemory } from './memory.ts'
import { dropDownloads } from './stage.ts'

/** How long the gateway keeps work out for an updater that never comes, and leaves the journal to it. ms. */
export const patienceMs = 120_000

export interface Preparation {
  installation: Installation
  journal: Journal
  memory: UpdateMemory
  readPiece: ReadPiece
  /** bytes left on the disk of a folder; the system's word, when absent */
  free?: typeof freeIn
  /** what the release is measured by */
  standing: () => Omit<Standing, 'current' | 'memory'>
}

const isReady = (entry: JournalEntry | undefined): entry is JournalEntry =>
  entry !== undefined && ['downloaded', 'verified', 'staged'].includes(entry.phase)

/** Whether the updater was told to begin, and may be at it. */
const isAwaited = (entry: JournalEntry | undefined, nowMs: number) =>
  isReady(entry) && entry.go && Math.abs(nowMs - Date.parse(entry.at)) < patienceMs

/**
 * Kept to go on from, what came would be what keeps the disk full, and a counter with a full disk neither reads nor prints.
 * With it goes what another release had ready, which is told: offered again, it is to come again.
 */
const giveBack = (installation: Installation, journal: Journal) => {
  dropDownloads(installation)
  const stood = journal.read()
  if (stood?.phase === 'downloaded' || stood?.phase === 'verified')
    journal.write({ ...stood, phase: 'rolledBack', go: false, fault: 'disk' })
}

/** Takes a release up to where its files are all here; undefined when this version runs already. Throws UpdateRefused. */
const download = async (
  { installation, journal, memory, readPiece, free, standing }: Preparation,
  release: SignedRelease,
  forced: boolean,
): Promise<JournalEntry | undefined> => {
  const current = installation.active()
  const { manifest, files } = acceptRelease(release, { ...standing(), current, memory })
  if (manifest.version === current) return undefined
  const mustNot = compareVersions(current, manifest.minVersion) < 0
  const known = journal.read()
  // The updater is at work: the journal is its own until it has ended.
  if (known?.phase === 'activating' || known?.phase === 'probing') return undefined
  if (isAwaited(known, standing().nowMs) && known?.to !== manifest.version) return undefined
  if (isReady(known) && known.to === manifest.version && known.release.manifest === release.manifest)
    return known.forced === (forced || mustNot) ? known : journal.write({ ...known, forced: forced || mustNot })
  try {
    await downloadFiles(installation, files, readPiece, free)
  } catch (error) {
    if (error instanceof NoRoom) giveBack(installation, journal)
    throw error
  }
  const next = { from: current, to: manifest.version, release, forced: forced || mustNot, tries: 0 }
  return journal.write({ phase: 'downloaded', ...next })
}

/** The files once more, now that all of them lie there: what is handed to the updater is what was promised. */
const verifyFiles = async ({ installation, journal }: Preparation, entry: JournalEntry, keys: ReleaseKeys) => {
  if (entry.phase !== 'downloaded') return entry
  for (const file of filesFor(reopen(entry.release, keys))) await checkFile(downloadedFile(installation, file), file)
  return journal.write({ ...entry, phase: 'verified' })
}

/**
 * The gateway's part of an update, while the old version works on: check, download, verify. It writes below the agent's
 * data only; the version's folder is the updater's. Answers the verified entry, or undefined when there is nothing to do.
 * Throws UpdateRefused, NoRoom, or what the reading throws.
 */
export const prepare = async (
  to: Preparation,
  offered: unknown,
  forced: boolean,
): Promise<JournalEntry | undefined> => {
  const parsed = signedRelease.safeParse(offered)
  if (!parsed.success) throw new UpdateRefused('UPDATE_MALFORMED')
  const entry = await download(to, parsed.data, forced)
  if (!isReady(entry)) return undefined
  try {
    return await verifyFiles(to, entry, to.standing().keys)
  } catch (error) {
    // What was fetched is not what was promised: nothing of it stays, the old version was never touched.
    if (error instanceof UpdateRefused) {
      to.journal.write({ ...entry, phase: 'rolledBack', fault: error.code })
      dropDownloads(to.installation)
    }
    throw error
  }
}
