import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLITE_CORRUPT and SQLITE_NOTADB: the file is no database any more. */
const damagedCodes = [11, 26]
/** SQLITE_READONLY and SQLITE_FULL, and what files say of the same. */
const fullCodes = [8, 13]
const fileCodes = ['ENOSPC', 'EDQUOT', 'EROFS']

const numberOf = (fault: unknown) => {
  const { errcode } = fault as { errcode?: unknown }
  // The lower byte is the kind, what is above tells it apart.
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** Whether the disk did not take what was to be written: it is full, or mounted for reading only. */
export const isDiskFull = (fault: unknown): boolean =>
  fault instanceof Error &&
  (fullCodes.includes(numberOf(fault)!) || fileCodes.includes(String((fault as NodeJS.ErrnoException).code)))

/** A damage behind the header shows only where somebody reads: then no slip would print, however often one starts anew. */
const refuseDamage = (database: DatabaseSync) => {
  const [first] = Object.values(database.prepare('pragma quick_check(1)').get() ?? {})
  if (first !== 'ok') throw Object.assign(new Error('the database is damaged'), { errcode: damagedCodes[0] })
}

/** A database and the files that SQLite has beside it. */
const tails = ['', '-wal', '-shm']

/** ms */
const day = 24 * 3600_000

/** Support has a month to look at what was damaged: slips that wait in it bear names. ms since it was put aside. */
const damagedKept = 30 * day

/** What is not there, or is looked at by somebody just now, has no part in it. */
const ifPossible = (work: () => void) => {
  try {
    work()
  } catch {
    // The next look does it.
  }
}

const forgetOld = (path: string) =>
  ifPossible(() => {
    if (Math.abs(Date.now() - statSync(path).mtimeMs) > damagedKept) rmSync(path, { force: true })
  })

const isAside = (name: string) => tails.some((tail) => name.endsWith(`.sqlite.damaged${tail}`))

/**
 * Looks each day after the databases of a folder that were put aside: an agent may run for months. Answers how to stop it.
 * `everyMs`: between two looks.
 */
export const watchDamaged = (folder: string, everyMs = day): (() => void) => {
  const look = () => {
    for (const name of readdirSync(folder).filter(isAside)) forgetOld(join(folder, name))
  }
  const timer = setInterval(() => ifPossible(look), everyMs)
  return () => clearInterval(timer)
}

/** The month begins now, whenever it was last written. */
const putAside = (file: string) => {
  const now = new Date()
  for (const tail of tails) {
    if (!existsSync(file + tail)) continue
    const aside = `${file}.damaged${tail}`
    renameSync(file + tail, aside)
    ifPossible(() => utimesSync(aside, now, now))
  }
}

/** When a database was put aside as damaged, ms since 1970; undefined when none is there. */
export const putAsideAt = (file: string): number | undefined =>
  statSync(`${file}.damaged`, { throwIfNoEntry: false })?.mtimeMs

/**
 * Opens (or makes) a database and prepares it. One that is damaged is put aside for support and begun anew: a counter
 * that forgot what waited goes on, one whose agent does not start prints and reads nothing.
 */
export const openSqlite = (file: string, prepare: (database: DatabaseSync) => void): DatabaseSync => {
  for (const tail of tails) forgetOld(`${file}.damaged${tail}`)
  const open = () => {
    const database = new DatabaseSync(file)
    try {
      prepare(database)
      refuseDamage(database)
      return database
    } catch (fault) {
      database.close()
      throw fault
    }
  }
  try {
    return open()
  } catch (fault) {
    if (!damagedCodes.includes(numberOf(fault)!)) throw fault
    putAside(file)
    return open()
  }
}

/** What `work` writes, in one commit: all of it or nothing, and the disk is waited for once. Throws what it throws. */
export const atOnce = <T>(database: DatabaseSync, work: () => T): T => {
  database.exec('begin immediate')
  try {
    const done = work()
    database.exec('commit')
    return done
  } catch (fault) {
    // A full disk may have ended it already.
    if (database.isTransaction) database.exec('rollback')
    throw fault
  }
}
