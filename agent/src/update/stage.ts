import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isReleasePath, type ReleaseFile, releaseVersion } from '@yibao/shared/agent/release.ts'
import * as z from 'zod/mini'
import { moveOver, privateFolder, readJson, syncFile, syncFolder, writeWhole } from '../files/disk.ts'
import { programName, versionFolder } from '../install/layout.ts'
import type { Installation } from '../install/platform.ts'
import { checkFile, downloadedFile, downloadFolder } from './download.ts'

const versionFile = z.object({
  version: releaseVersion,
  files: z.array(z.object({ path: z.string().check(z.refine(isReleasePath)), sha256: z.string(), size: z.int() })),
})

/** The files of a version, as its version.json names them; none when there is none or it is another version's. */
export const filesOf = (installation: Pick<Installation, 'root'>, version: string): Omit<ReleaseFile, 'arch'>[] => {
  const parsed = versionFile.safeParse(readJson(join(versionFolder(installation.root, version), 'version.json')))
  return parsed.success && parsed.data.version === version ? parsed.data.files : []
}

/** Whether a version's folder holds every file its version.json names, byte by byte. */
export const isWhole = async (installation: Installation, version: string): Promise<boolean> => {
  const folder = versionFolder(installation.root, version)
  const files = filesOf(installation, version)
  try {
    for (const file of files) await checkFile(join(folder, file.path), { ...file, arch: 'any' })
  } catch {
    return false
  }
  return files.some(({ path }) => path === programName())
}

/**
 * Puts a version in its place: built beside, on the disk, then renamed, so that its folder is whole or not there. Each
 * copy is compared with the manifest once more, the program may be run. Throws UpdateRefused.
 */
export const stage = async (
  installation: Installation,
  version: string,
  files: readonly ReleaseFile[],
): Promise<void> => {
  const place = versionFolder(installation.root, version)
  if (await isWhole(installation, version)) return
  const beside = join(installation.root, 'versions', `.staging-${version}`)
  rmSync(beside, { recursive: true, force: true })
  privateFolder(beside)
  for (const file of files) {
    const target = join(beside, file.path)
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
    copyFileSync(downloadedFile(installation, file), target)
    chmodSync(target, file.path === programName() ? 0o755 : 0o644)
    syncFile(target)
    await checkFile(target, file)
  }
  writeWhole(
    join(beside, 'version.json'),
    JSON.stringify({ version, files: files.map(({ path, sha256, size }) => ({ path, sha256, size })) }),
  )
  chmodSync(join(beside, 'version.json'), 0o644)
  // The desk runs as the logged-on user: a version's files are for reading by everybody, for writing by nobody else. Not
  // before they are known: what lies among the downloads may be a link to what only root may read.
  chmodSync(beside, 0o755)
  rmSync(place, { recursive: true, force: true })
  moveOver(beside, place)
  syncFolder(dirname(place))
}

/**
 * Removes every version but these, what was left half-built, and the downloads (agent.md 5.4: two are kept). Answers the
 * versions that are still in use: Windows leaves them whole, and they go with the next update.
 */
export const tidy = (installation: Installation, keep: readonly string[]): string[] => {
  const versions = join(installation.root, 'versions')
  const gone = existsSync(versions) ? readdirSync(versions).filter((name) => !keep.includes(name)) : []
  const used = gone.filter((name) => !dropWhole(join(versions, name)))
  dropDownloads(installation)
  return used
}

/** Out of sight first: Windows moves no folder from which something runs, and file by file half of it would go. */
const dropWhole = (folder: string): boolean => {
  const aside = folder.endsWith('.gone') ? folder : `${folder}.gone`
  try {
    if (aside !== folder) renameSync(folder, aside)
  } catch {
    return false
  }
  tryToRemove(aside)
  return true
}

/** Removes what was fetched: it is in place, or it is not wanted. */
export const dropDownloads = (installation: Pick<Installation, 'data'>): void =>
  tryToRemove(downloadFolder(installation))

const tryToRemove = (path: string) => {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  } catch {
    // A file that a scanner holds goes with the next update.
  }
}
