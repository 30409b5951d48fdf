import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { copyFor } from './copies.ts'

/** Whether this user may write there; an access list says more than a file's mode, so it is tried. */
export const canWrite = (folder: string): boolean => {
  const probe = join(folder, `.yb-${randomBytes(6).toString('hex')}`)
  try {
    writeFileSync(probe, '')
    rmSync(probe)
    return true
  } catch {
    return false
  }
}

/** Folders of the logged-on user, who starts the drivers. */
const ofUser = () => process.env.LOCALAPPDATA ?? join(homedir(), '.local', 'share')

/** Where this user's copies of drivers are. */
export const copiesFolder = () => join(ofUser(), 'yibao-agent', 'drivers')

/**
 * Where a driver runs: its own folder, or a copy that this user may write when the library writes beside itself or its
 * host must stand beside it (agent.md 9.4, 9.5) and the folder belongs to the service.
 */
export const workFolder = (manifest: Manifest, dir: string, root?: string): string => {
  if (manifest.simulator || !(manifest.writable || manifest.hostBesideDll) || canWrite(dir)) return dir
  return copyFor(dir, root ?? copiesFolder())
}
