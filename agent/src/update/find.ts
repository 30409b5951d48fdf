import { basename, dirname, join, resolve } from 'node:path'
import { isSea } from 'node:sea'
import type { Installation } from './installation.ts'
import { plainFolder } from './plain-folder.ts'

/** The root this program was installed under: YIBAO_ROOT, or where a packaged program lies (<root>/versions/<version>/). */
export const installedRoot = (): string | undefined => {
  if (process.env.YIBAO_ROOT) return resolve(process.env.YIBAO_ROOT)
  const versions = dirname(dirname(process.execPath))
  return isSea() && basename(versions) === 'versions' ? dirname(versions) : undefined
}

/** The installation this process belongs to; undefined for one that runs from the sources: it is not updated. */
export const findInstallation = (): Installation | undefined => {
  const root = installedRoot()
  return root === undefined ? undefined : plainFolder(root, resolve(process.env.DATA_DIR ?? join('data')))
}
