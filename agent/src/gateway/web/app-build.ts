import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildOf } from '@yibao/shared/console-build.ts'

/** Tells which build of the console the folder holds now; undefined without one, or where it does not say. */
export const servedBuild = (folder: string): (() => string | undefined) => {
  const path = join(folder, 'index.html')
  let known: { mtimeMs: number; build: string | undefined } | undefined
  return () => {
    const mtimeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (mtimeMs === undefined) return undefined
    if (known?.mtimeMs !== mtimeMs) known = { mtimeMs, build: buildOf(readFileSync(path, 'utf8')) }
    return known.build
  }
}
