import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { sha256hex } from '../hash.ts'

/** Names the folder of each driver that came as a package, beside those folders. Written by the gateway, read by the desk. */
export const activeFile = 'active.json'
/** Beside it, what the policy sets for drivers; among installed drivers, what a technician sets on this PC. */
export const settingsFile = 'settings.json'

const shape = z.record(
  z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{1,40}$/)),
  z.string().check(z.regex(/^[\w@.-]{1,120}$/)),
)

/** Driver id -> folder name of its package in use; empty without packages. */
export const readActive = (folder: string): Record<string, string> => {
  const path = join(folder, activeFile)
  if (!existsSync(path)) return {}
  try {
    const parsed = shape.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.data : {}
  } catch {
    return {} // cut off: the gateway writes it anew
  }
}

/** Whether a package's driver.json, which pins its libraries, is still the one that the policy named (its folder's name). */
export const isUntouched = (dir: string): boolean => {
  const path = join(dir, 'driver.json')
  if (!existsSync(path)) return false
  const hash = sha256hex(readFileSync(path))
  return hash.startsWith(dir.slice(dir.lastIndexOf('-') + 1))
}
