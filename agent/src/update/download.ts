import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type ReleaseFile, UpdateRefused } from '@yibao/shared/agent/release.ts'
import { hashFile, privateFolder, sizeOf, syncFile } from '../files/disk.ts'
import { freeIn, NoRoom, needRoom } from '../files/room.ts'
import { isDiskFull } from '../files/sqlite.ts'
import type { Installation } from '../install/platform.ts'
import { updateFolder } from './installation.ts'

/** Most bytes of one answer. */
export const pieceBytes = 4 * 1024 * 1024

/** The bytes of a release's file from here on, at most `pieceBytes`; from the one configured server. */
export type ReadPiece = (sha256: string, from: number) => Promise<Buffer>

/** Where files of releases wait. */
export const downloadFolder = (installation: Pick<Installation, 'data'>) =>
  join(updateFolder(installation), 'downloads')

/** Where a file of a release waits, under its hash: the same file of the next release need not come again. */
export const downloadedFile = (installation: Pick<Installation, 'data'>, { sha256 }: Pick<ReleaseFile, 'sha256'>) =>
  join(downloadFolder(installation), sha256)

/** Throws UPDATE_SIZE or UPDATE_HASH for a file that is not what the manifest says. */
export const checkFile = async (path: string, { size, sha256 }: ReleaseFile): Promise<void> => {
  if (sizeOf(path) !== size) throw new UpdateRefused('UPDATE_SIZE')
  if ((await hashFile(path)) !== sha256) throw new UpdateRefused('UPDATE_HASH')
}

const fetchOne = async (path: string, file: ReleaseFile, read: ReadPiece) => {
  // What is longer than the file cannot be its beginning.
  if ((sizeOf(path) ?? 0) > file.size) rmSync(path)
  const fd = openSync(path, 'a', 0o600)
  try {
    for (let have = sizeOf(path) ?? 0; have < file.size; ) {
      const piece = await read(file.sha256, have)
      // Neither an empty answer nor one that goes on for ever may keep us here.
      if (piece.length === 0 || have + piece.length > file.size) throw new UpdateRefused('UPDATE_SIZE')
      writeSync(fd, piece)
      have += piece.length
    }
  } finally {
    closeSync(fd)
  }
  syncFile(path)
}

/** Bytes that are still to come, and the copy that the updater makes of all of them. */
const bytesFor = (installation: Pick<Installation, 'data'>, files: readonly ReleaseFile[]) =>
  files.reduce(
    (sum, file) => sum + 2 * file.size - Math.min(file.size, sizeOf(downloadedFile(installation, file)) ?? 0),
    0,
  )

const fetchAll = async (installation: Pick<Installation, 'data'>, files: readonly ReleaseFile[], read: ReadPiece) => {
  for (const file of files) {
    const path = downloadedFile(installation, file)
    try {
      await fetchOne(path, file, read)
      await checkFile(path, file)
    } catch (error) {
      if (error instanceof UpdateRefused) rmSync(path, { force: true })
      throw error
    }
  }
}

/**
 * Brings every file of a release, each from where it broke off. A file that turns out wrong is removed, so that the
 * next try begins anew. Throws UpdateRefused, NoRoom, or what the reading throws.
 */
export const downloadFiles = async (
  installation: Pick<Installation, 'data'>,
  files: readonly ReleaseFile[],
  read: ReadPiece,
  free: typeof freeIn = freeIn,
): Promise<void> => {
  const folder = privateFolder(downloadFolder(installation))
  try {
    needRoom(folder, bytesFor(installation, files), free)
    await fetchAll(installation, files, read)
  } catch (error) {
    if (!(error instanceof NoRoom || isDiskFull(error))) throw error
    throw new NoRoom()
  }
}
