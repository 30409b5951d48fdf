import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type Manifest, parseManifest } from './manifest.ts'

/** A folder under a drivers root. `problem` says why its driver.json cannot be used. */
export interface DriverEntry {
  id: string
  dir: string
  manifest?: Manifest
  problem?: string
}

type Json = Record<string, unknown>
const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})

const readJson = (dir: string): Json => object(JSON.parse(readFileSync(join(dir, 'driver.json'), 'utf8')))

/** What a driver takes from the one it extends: all but its files, and single functions, tasks and errors over its own. */
const inherit = (base: Json, own: Json): Json => {
  const { files: _files, simulator: _simulator, ...rest } = base
  const { extends: _extends, ...mine } = own
  const merged = { ...rest, ...mine }
  for (const key of ['functions', 'tasks', 'errors', 'settings']) {
    if (base[key] || own[key]) merged[key] = { ...object(base[key]), ...object(own[key]) }
  }
  return merged
}

const load = (folders: Map<string, string>, id: string, above: string[]): Json => {
  const dir = folders.get(id)
  if (!dir || above.includes(id)) throw new Error(`extends ${id}, which is not there`)
  const own = readJson(dir)
  return typeof own.extends === 'string' ? inherit(load(folders, own.extends, [...above, id]), own) : own
}

const entryOf = (folders: Map<string, string>, id: string, dir: string): DriverEntry => {
  try {
    const manifest = parseManifest(load(folders, id, []))
    if (manifest.id !== id) throw new Error(`id ${manifest.id} is not the folder's name`)
    return { id, dir, manifest }
  } catch (error) {
    return { id, dir, problem: error instanceof Error ? error.message : 'unreadable' }
  }
}

/**
 * Finds the drivers under `roots`. A folder of a later root replaces one of the same name (installed over shipped);
 * a folder that is a link out of its root is left out, ids are the only names a client can give.
 */
export const scanDrivers = (roots: readonly string[]): Map<string, DriverEntry> => {
  const folders = new Map<string, string>()
  for (const root of roots) {
    if (!existsSync(root)) continue
    const real = realpathSync(root)
    for (const name of readdirSync(real)) {
      const dir = join(real, name)
      if (existsSync(join(dir, 'driver.json')) && realpathSync(dir).startsWith(real + sep)) folders.set(name, dir)
    }
  }
  return new Map([...folders].map(([id, dir]) => [id, entryOf(folders, id, dir)]))
}
