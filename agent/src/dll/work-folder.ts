import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'

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

/** What is missing in a copy, or was changed in its source since: a virus scanner was there, a technician wrote the ini. */
const isBehind = (source: string, copy: string) => {
  const [from, to] = [statSync(source), statSync(copy, { throwIfNoEntry: false })]
  return to === undefined || from.isDirectory() || from.mtimeMs > to.mtimeMs
}

const refresh = (dir: string, copy: string) => {
  try {
    cpSync(dir, copy, { recursive: true, filter: isBehind })
  } catch {
    // A file that is in use stays as it is.
  }
}

/** The driver's folder as the user's own copy, brought up to date; a changed driver.json makes a new one. */
export const copyFor = (dir: string, root: string): string => {
  const hash = createHash('sha256')
    .update(readFileSync(join(dir, 'driver.json')))
    .digest('hex')
  const place = join(root, `${basename(dir)}-${hash.slice(0, 16)}`)
  if (existsSync(place)) {
    refresh(dir, place)
    return place
  }
  mkdirSync(root, { recursive: true })
  const half = `${place}.${process.pid}`
  cpSync(dir, half, { recursive: true })
  // At once or not at all: a copy that was cut off is never taken for a whole one.
  renameSync(half, place)
  return place
}

/**
 * Where a driver runs: its own folder, or a copy that this user may write when the library writes beside itself or its
 * host must stand beside it (agent.md 9.4, 9.5) and the folder belongs to the service.
 */
export const workFolder = (manifest: Manifest, dir: string, root?: string): string => {
  if (manifest.simulator || !(manifest.writable || manifest.hostBesideDll) || canWrite(dir)) return dir
  return copyFor(dir, root ?? join(ofUser(), 'yibao-agent', 'drivers'))
}
