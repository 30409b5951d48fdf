import { readJson, remove, writeJson } from './storage.ts'

/** The administrator who works under another account at this PC for a while (SPEC 2: backup user record). */
interface Backup {
  userName: string
  isAccountSwitched: boolean
}

/** The administrator to switch back to; undefined without a record that is flagged as account-switched. */
export const readBackup = (): Backup | undefined => {
  const backup = readJson<Partial<Backup> | null>('userBackup', null)
  return backup?.isAccountSwitched && backup.userName ? (backup as Backup) : undefined
}

/** Keeps which administrator works under another account here (SPEC 2). */
export const keepBackup = (userName: string): void => writeJson('userBackup', { userName, isAccountSwitched: true })
/** Forgets it. */
export const clearBackup = (): void => remove('userBackup')
