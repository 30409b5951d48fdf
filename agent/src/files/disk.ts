import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  createReadStream,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

// What a power cut may interrupt, done so that each step has happened or has not.

/** Makes a rename or a new name in this folder outlive a power cut; Windows keeps names without being asked. */
export const syncFolder = (folder: string) => {
  if (process.platform === 'win32') return
  const fd = openSync(folder, constants.O_RDONLY)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Puts a file's bytes on the disk. */
export const syncFile = (file: string) => {
  const fd = openSync(file, 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** What Windows says while somebody else (a reader, a virus scanner) has the file or something in the folder open. */
const held = ['EPERM', 'EACCES', 'EBUSY']
const pauses = process.platform === 'win32' ? [10, 20, 50, 100, 200, 500, 1000, 2000] : []

const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** Does what somebody else's hold may keep from being done, again after each of `waits` (ms); the last error is thrown. */
export const patiently = <T>(work: () => T, isHeld: (error: Error) => boolean, waits: readonly number[]): T => {
  for (const ms of waits)
    try {
      return work()
    } catch (error) {
      if (!isHeld(error as Error)) throw error
      wait(ms)
    }
  return work()
}

/** Renames a file or folder over another, as patiently as Windows needs it (under 4 s in all). */
export const moveOver = (from: string, to: string, rename = renameSync, waits: readonly number[] = pauses): void =>
  patiently(
    () => rename(from, to),
    ({ code = '' }: NodeJS.ErrnoException) => held.includes(code),
    waits,
  )

/** A folder only its owner may enter, made if need be. */
export const privateFolder = (folder: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** What root leaves in the folder of another account (the gateway's) is that account's to read and to replace. */
const giveToOwner = (fd: number, folder: string) => {
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0 && uid !== 0) fchownSync(fd, uid, gid)
}

/** A path that is no link: who may write in a folder must not lead root, which works there too, to another file. */
export const withoutLink = (file: string): string => {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(file)
  return file
}

const writeBeside = (beside: string, content: string | Uint8Array, mode: number) => {
  const fd = openSync(beside, 'wx', mode)
  try {
    writeFileSync(fd, content)
    giveToOwner(fd, dirname(beside))
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/**
 * Replaces a file at once (beside, on the disk, renamed): whoever reads it finds the old content or the new one, whole.
 * Beside it each process has a file of its own: gateway, updater and the command line may write at one instant. What a
 * killed one left there is not written into, and no link is followed.
 */
export const writeWhole = (file: string, content: string | Uint8Array, mode = 0o644) => {
  const beside = `${file}.${process.pid}.new`
  rmSync(beside, { force: true })
  try {
    writeBeside(beside, content, mode)
    moveOver(beside, file)
  } catch (fault) {
    // A full disk gets back what it took of it; what a scanner holds goes with the next start.
    try {
      rmSync(beside, { force: true })
    } catch {}
    throw fault
  }
  syncFolder(dirname(file))
}

/** Nobody writes one file for so long, ms. */
const oldMs = 10 * 60_000

const isOldFile = (file: string, now: number) => {
  const found = lstatSync(file, { throwIfNoEntry: false })
  return found?.isFile() === true && now - found.mtimeMs >= oldMs
}

/**
 * Takes away what killed processes left beside the files of a folder (writeWhole); no link is followed. What cannot be
 * taken away, another account's or held by a virus scanner, harms nobody.
 */
export const clearHalfWritten = (folder: string, now = Date.now()): void => {
  try {
    if (!lstatSync(folder).isDirectory()) return
    for (const name of readdirSync(folder)) {
      const file = join(folder, name)
      if (/\.\d+\.new$/.test(name) && isOldFile(file, now)) rmSync(file, { force: true })
    }
  } catch {
    // The next start tries again.
  }
}

/** Size of a file in bytes; undefined when there is none. */
export const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size

/** sha256 (hex) of a file, read in pieces: a program is 100 MB. */
export const hashFile = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** A JSON file's value; undefined when there is none or it is none. */
export const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
