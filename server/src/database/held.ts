import { and, gt, isNotNull, isNull, lte, not, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { LeaseEnd } from './columns.ts'
import type { Database } from './open.ts'
import { rowsFrom } from './rows-from.ts'

/** ms that the database's clock may be put right by, beyond which a lease was written by a wrong one. */
export const corrected = 300_000

/** ms that two clocks, nodes' and the database's, may be apart: where they are further, one of them is wrong. */
export const apart = 3_600_000

/** Of `Deps`: ms by which a test has moved the time. */
interface Time {
  moved: () => number
}

/** A column that says until when something is somebody's, or until when nobody looks at it again. */
type LeaseColumn = AnyPgColumn<{ data: LeaseEnd }>

/**
 * SQL: so many ms from now by the database's clock, which is every node's: two nodes' own may be minutes apart. In whole
 * ms, for a moment that was read is compared with the one that stands there.
 */
export const databaseClock = (ms: number | Placeholder): SQL<LeaseEnd> =>
  sql<LeaseEnd>`date_trunc('milliseconds', statement_timestamp() + ${ms}::float8 * interval '1 millisecond')`

/** The end of a lease that lasts so many ms from now. */
export const lasting = ({ moved }: Time, ms: number): SQL<LeaseEnd> => databaseClock(moved() + ms)

/** What the database's clock shows. */
export const databaseNow = async (db: Database): Promise<Date> => {
  const asked = await db.execute(sql`select (extract(epoch from ${databaseClock(0)}) * 1000)::float8 as ms`)
  return new Date(rowsFrom<{ ms: number }>(asked)[0]!.ms)
}

/** The lease of what nobody has any more. */
export const noLease = new Date(0) as LeaseEnd

/**
 * Nobody holds it, or does any more. What lasts longer than a lease of `ms` can was given by a clock that was ahead
 * and has been put right: nobody waits for that day.
 */
export const isFree = (time: Time, until: LeaseColumn, ms: number): SQL =>
  or(isNull(until), lte(until, lasting(time, 0)), gt(until, lasting(time, ms + corrected)))!

/** Somebody holds it. */
export const isHeld = (time: Time, until: LeaseColumn, ms: number): SQL => not(isFree(time, until, ms))

/** Somebody held it, and is gone without having given it back. */
export const isLeft = (time: Time, until: LeaseColumn, ms: number): SQL =>
  and(isNotNull(until), isFree(time, until, ms))!

/**
 * By a node's own clock, a time has come that is never written more than `ms` ahead. What lies further ahead was written
 * by a clock that has been put right since: nobody waits for that day.
 */
export const hasCome = (at: AnyPgColumn<{ data: Date }>, now: Date, ms: number): SQL =>
  or(lte(at, now), gt(at, new Date(now.getTime() + ms + apart)))!
