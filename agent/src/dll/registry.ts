import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { ManifestProblem, parseManifest, readManifestText } from '@yibao/shared/agent/driver/read-manifest.ts'
import { isUntouched, readActive } from './active.ts'

/** A folder under a drivers root. `problem` says why its driver.json cannot be used. */
export interface DriverEntry {
  id: string
  dir: string
  manifest?: Manifest
  problem?: string
}

type Json = Record<string, unknown>
const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})

const readJson = (dir: string): Json => object(readManifestText(readFileSync(join(dir, 'driver.json'), 'utf8')))

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
  if (!dir || above.includes(id))
    throw new ManifestProblem(above.includes(id) ? `extends 绕了一圈又回到 ${id}` : `extends 写的驱动 ${id} 不存在`)
  const own = readJson(dir)
  return typeof own.extends === 'string' ? inherit(load(folders, own.extends, [...above, id]), own) : own
}

const entryOf = (folders: Map<string, string>, id: string, dir: string): DriverEntry => {
  try {
    const manifest = parseManifest(load(folders, id, []))
    if (manifest.id !== id) throw new ManifestProblem(`编号 ${manifest.id} 与文件夹名 ${id} 不一致`)
    return { id, dir, manifest }
  } catch (error) {
    return { id, dir, problem: error instanceof ManifestProblem ? error.message : unreadable }
  }
}

/** What a look comes to; undefined where the disk refuses it: a file has a folder's name, a scanner or its rights hold it. */
const ifReadable = <T>(look: () => T): T | undefined => {
  try {
    return look()
  } catch {
    return undefined
  }
}

/** Folders of drivers by their name; of a later root over an earlier one's. */
const foldersOf = (roots: readonly string[]): Map<string, string> => {
  const folders = new Map<string, string>()
  for (const root of roots) {
    if (!existsSync(root)) continue
    const real = realpathSync(root)
    for (const name of ifReadable(() => readdirSync(real)) ?? []) {
      const dir = join(real, name)
      const isOwn = () => existsSync(join(dir, 'driver.json')) && realpathSync(dir).startsWith(real + sep)
      if (ifReadable(isOwn)) folders.set(name, dir)
    }
  }
  return folders
}

const unreadable = 'driver.json 读不出来'
const changedPackage = '驱动包里的 driver.json 被改动过，助手会重新下载'

/**
 * Finds the drivers under `roots`. A folder of a later root replaces one of the same name (installed over shipped);
 * a folder that is a link out of its root is left out, ids are the only names a client can give. A package that the
 * server gave out stands in `packages` and replaces both. Never throws: what cannot be read costs no other driver.
 */
export const scanDrivers = (roots: readonly string[], packages?: string): Map<string, DriverEntry> => {
  const folders = foldersOf(roots)
  const entries = new Map([...folders].map(([id, dir]) => [id, entryOf(folders, id, dir)]))
  for (const [id, place] of Object.entries(packages === undefined ? {} : readActive(packages))) {
    const dir = join(packages!, place)
    if (!existsSync(join(dir, 'driver.json'))) continue
    folders.set(id, dir)
    const untouched = ifReadable(() => isUntouched(dir))
    const problem = untouched === undefined ? unreadable : changedPackage
    entries.set(id, untouched ? entryOf(folders, id, dir) : { id, dir, problem })
  }
  return entries
}
