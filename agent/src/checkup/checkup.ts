import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckedPart, Checkup } from '@yibao/shared/agent/entities.ts'
import { CannotStart } from '../cannot-start.ts'
import { home, rootOf } from '../home.ts'
import { setupFor } from '../install/open.ts'
import { readSettings } from '../install/settings.ts'
import { wordsFor } from '../words.ts'
import { appWindowIcon } from './app-window.ts'
import { browser } from './browser.ts'
import { files } from './files.ts'
import type { Finding, Look, Patient } from './finding.ts'
import { service } from './service.ts'

/** What a look finds. One that itself fails is a finding: the others still tell. */
export const lookedAt = (look: Look, patient: Patient): Promise<Finding[]> =>
  look(patient).catch((error: unknown) => [
    { level: 'bad', text: error instanceof CannotStart ? error.message : `检查${wordsFor(error)}` },
  ])

/** What of an installation a page cannot see for itself (ux 5, step 3). */
const parts: Record<CheckedPart, Look> = { files, service, browser, icon: appWindowIcon }

/** ms that a page waits for one part: a slow disk reads the files of a version for longer, and is quicker the next time. */
const patienceMs = 5_000
const late: Finding = {
  level: 'note',
  text: '这一项还没有检查完',
  cure: '稍后重新检查；仍这样请运行 agent doctor',
}

/** How an installation is, part by part; what takes too long is not waited for. */
export const checkup = async (patient: Patient, patience = patienceMs): Promise<Checkup> => {
  const looks = Object.entries(parts).map(async ([part, look]) => {
    const given = sleep(patience, [late], { ref: false })
    const found = await Promise.race([lookedAt(look, patient), given])
    return found.map((finding) => ({ part, ...finding }))
  })
  return (await Promise.all(looks)).flat()
}

/** Looks at the installation this program is of, once for all who ask meanwhile; undefined when it runs from the sources. */
export const ownCheckup = (): (() => Promise<Checkup>) | undefined => {
  const root = rootOf(home())
  const settings = root === undefined ? undefined : readSettings(root)
  if (root === undefined || !settings) return undefined
  let running: Promise<Checkup> | undefined
  const look = async () => checkup({ root, settings, setup: await setupFor(root, settings) })
  return () => {
    running ??= look().finally(() => {
      running = undefined
    })
    return running
  }
}
