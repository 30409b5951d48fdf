import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { releaseVersion, signedRelease, updatePhases } from '@yibao/shared/agent/release.ts'
import * as z from 'zod/mini'
import { privateFolder, readJson, writeWhole } from '../files/disk.ts'
import type { Installation } from '../install/platform.ts'
import { updateFolder } from './installation.ts'
import { probeReport } from './report.ts'

const entry = z.strictObject({
  phase: z.enum(updatePhases),
  from: releaseVersion,
  to: releaseVersion,
  /** The signed text: every start of the updater checks it again. */
  release: signedRelease,
  /** Whether it may be done in the store's hours. */
  forced: z.boolean(),
  /** The gateway has found a quiet moment: the updater may begin, and goes on whatever happens. */
  go: z._default(z.boolean(), false),
  /** How the old version stood before. */
  before: z.optional(probeReport),
  /** Starts of the updater since it was told to begin, anew since the switch began. */
  tries: z.int(),
  /** Why it goes back; from here on it only goes back. */
  fault: z.optional(z.string()),
  at: z.string(),
})
export type JournalEntry = z.infer<typeof entry>

/** How far the update is: one small file, replaced at once (agent.md 5.4). */
export interface Journal {
  read(): JournalEntry | undefined
  /** There is one that cannot be read: how far the update was is not known. */
  isDamaged(): boolean
  write(next: Omit<JournalEntry, 'at' | 'go'> & { go?: boolean }): JournalEntry
}

/** The journal of an installation; one that cannot be read is as good as none, the pointer says what runs. */
export const openJournal = (installation: Pick<Installation, 'data'>, clock: () => number): Journal => {
  const file = join(privateFolder(updateFolder(installation)), 'journal.json')
  const read = () => {
    const parsed = entry.safeParse(readJson(file))
    return parsed.success ? parsed.data : undefined
  }
  return {
    read,
    isDamaged: () => existsSync(file) && read() === undefined,
    write: (next) => {
      const written = { go: false, ...next, at: new Date(clock()).toISOString() }
      writeWhole(file, JSON.stringify(written))
      return written
    },
  }
}
