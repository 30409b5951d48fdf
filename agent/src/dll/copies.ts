import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isCut } from '../files/cut.ts'
import { moveOver, syncFolder, writeWhole } from '../files/disk.ts'
import { sha256hex } from '../hash.ts'

// Copies of drivers' folders that a user may write. They belong to all desks of that user, whatever installation those
// are of: a copy is somebody's as long as its folder's time, which each desk renews, is not old.

const dayMs = 24 * 3600_000
/** A copy whose mark is as old belongs to nobody: each desk renews its own once a day. */
const idleMs = 7 * dayMs
/** Copying takes no day: what is half and older was left by a desk that was killed. */
const halfMs = dayMs
/** After a PC has slept for days each desk has this long to renew its marks before any of them takes something away. */
const waitMs = 10 * 60_000

/** name + the first 16 digits of its driver.json's hash */
const wholeName = /-[0-9a-f]{16}$/
const halfName = /-[0-9a-f]{16}\.[0-9a-f]+$/
const goneName = /\.gone$/

/** Whether the folder was there to be marked. */
const mark = (place: string): boolean => {
  try {
    const now = new Date()
    utimesSync(place, now, now)
    return true
  } catch {
    return false
  }
}

/** ms since the mark; a mark of a day that is still to come is one of a wrong clock. */
const ageOf = (place: string) => Math.abs(Date.now() - statSync(place).mtimeMs)

/** Everything in a driver's folder, a folder before what is in it. */
const pathsIn = (dir: string): string[] => readdirSync(dir, { encoding: 'utf8', recursive: true })

/** Brings a file or folder of a driver into its copy, onto the disk. */
const bring = (source: string, copy: string) => {
  const from = statSync(source)
  if (from.isDirectory()) mkdirSync(copy, { recursive: true })
  else writeWhole(copy, readFileSync(source), (from.mode & 0o777) | 0o200)
}

/**
 * What is missing in a copy, or was changed in its source since (a virus scanner was there, a technician wrote the ini), a
 * library that driver.json (`pinned`) pins and is another one, and of what the library may write itself what was cut off.
 */
const isBehind = (source: string, copy: string, pinned: string) => {
  const [from, to] = [statSync(source), statSync(copy, { throwIfNoEntry: false })]
  if (to === undefined || from.isDirectory()) return to === undefined
  if (from.mtimeMs > to.mtimeMs) return true
  const whole = readFileSync(source)
  const hash = sha256hex(whole)
  return pinned.includes(hash) ? sha256hex(readFileSync(copy)) !== hash : isCut(copy, whole)
}

const refresh = (dir: string, copy: string, pinned: string) => {
  for (const path of pathsIn(dir))
    try {
      if (isBehind(join(dir, path), join(copy, path), pinned)) bring(join(dir, path), join(copy, path))
    } catch {
      // A file that is in use stays as it is.
    }
}

/** Who finds it taken need not be patient: another desk was quicker. */
const take: typeof renameSync = (half, place) => {
  if (existsSync(place)) throw new Error('the copy is there')
  renameSync(half, place)
}

/**
 * The driver's folder as the user's own copy, brought up to date; a changed driver.json makes a new one. `move` puts it in
 * its place: a virus scanner looks through what has just been written, and Windows moves no folder of which it holds a file.
 */
export const copyFor = (dir: string, root: string, move = moveOver): string => {
  const manifest = readFileSync(join(dir, 'driver.json'))
  const place = join(root, `${basename(dir)}-${sha256hex(manifest).slice(0, 16)}`)
  if (mark(place)) {
    refresh(dir, place, manifest.toString())
    mark(place)
    return place
  }
  mkdirSync(root, { recursive: true })
  const half = `${place}.${randomBytes(6).toString('hex')}`
  try {
    mkdirSync(half)
    for (const path of pathsIn(dir)) bring(join(dir, path), join(half, path))
    syncFolder(half)
    // At once or not at all: a copy that was cut off is never taken for a whole one.
    move(half, place, take)
    syncFolder(root)
  } catch (fault) {
    rmSync(half, { recursive: true, force: true })
    // Another desk was quicker.
    if (!mark(place)) throw fault
  }
  mark(place)
  return place
}

/**
 * Out of everybody's sight at once, and only then piece by piece: half of a copy is taken for none. Throws where a
 * process is in it; Windows lets nobody rename the folder that a host works in.
 */
const remove = (place: string) => {
  const gone = `${place}.gone`
  renameSync(place, gone)
  // A desk has come to it just now.
  if (ageOf(gone) <= idleMs) renameSync(gone, place)
  else rmSync(gone, { recursive: true, force: true })
}

/** Takes away what no desk of this user uses any more, and what a kill left half made or half removed. */
export const sweepCopies = (root: string, used: ReadonlySet<string>): void => {
  for (const name of namesIn(root)) {
    const place = join(root, name)
    try {
      if (goneName.test(name)) rmSync(place, { recursive: true, force: true })
      else if (halfName.test(name) && ageOf(place) > halfMs) rmSync(place, { recursive: true, force: true })
      else if (wholeName.test(name) && !used.has(place) && ageOf(place) > idleMs) remove(place)
    } catch {
      // In use, or another desk was quicker: the next day takes it.
    }
  }
}

const namesIn = (root: string): string[] => {
  try {
    return readdirSync(root)
  } catch {
    return [] // no copy was ever made
  }
}

/** Marks the copies that are `used` now and every day, and sweeps behind it. Answers what ends that. */
export const keepCopies = (root: string, used: () => ReadonlySet<string>): (() => void) => {
  let later: NodeJS.Timeout | undefined
  const round = () => {
    for (const place of used()) if (dirname(place) === root) mark(place)
    clearTimeout(later)
    later = setTimeout(() => sweepCopies(root, used()), waitMs).unref()
  }
  const daily = setInterval(round, dayMs).unref()
  round()
  return () => {
    clearInterval(daily)
    clearTimeout(later)
  }
}
