import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
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

/** Support has a month to look at what was damaged: slips that wait in it bear names. ms. */
const damagedKept = 30 * 24 * 3600_000

const forgetDamaged = (file: string) => {
  for (const path of tails.map((tail) => `${file}.damaged${tail}`))
    try {
      if (Math.abs(Date.now() - statSync(path).mtimeMs) > damagedKept) rmSync(path, { force: true })
    } catch {
      // There is none, or somebody looks at it just now.
    }
}

/**
 * Opens (or makes) a database and prepares it. One that is damaged is put aside for support and begun anew: a counter
 * that forgot what waited goes on, one whose agent does not start prints and reads nothing.
 */
export const openSqlite = (file: string, prepare: (database: DatabaseSync) => void): DatabaseSync => {
  forgetDamaged(file)
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
    for (const tail of tails) if (existsSync(file + tail)) renameSync(file + tail, `${file}.damaged${tail}`)
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
