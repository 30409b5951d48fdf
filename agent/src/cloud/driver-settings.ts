import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DriverSettings } from '@yibao/shared/agent/cloud.ts'
import { settingsFile } from '../dll/active.ts'
import { writeWhole } from '../files/disk.ts'

const written = (file: string): DriverSettings => {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  } catch {
    return {}
  }
}

/** Writes what the policy sets for drivers beside their packages; answers the drivers for which it is another than before. */
export const keepSettings = (folder: string, settings: DriverSettings): string[] => {
  const file = join(folder, settingsFile)
  const before = written(file)
  const same = (id: string) => JSON.stringify(before[id] ?? {}) === JSON.stringify(settings[id] ?? {})
  const changed = [...new Set([...Object.keys(before), ...Object.keys(settings)])].filter((id) => !same(id))
  if (!changed.length) return []
  // They may hold a vendor's keys.
  writeWhole(file, JSON.stringify(settings), 0o600)
  return changed
}
