import { gt, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** ms two nodes' clocks may be apart; one that is further off has no centre to speak with (domain.md 1.4). */
const apart = 300_000

/** SQL: so many ms from now by the database's clock, which is every node's. */
export const databaseClock = (ms: number | Placeholder): SQL =>
  sql`statement_timestamp() + ${ms}::float8 * interval '1 millisecond'`

/** The latest moment that anything which lasts so many ms may end at `now`, whichever node's clock it was begun by. */
export const latestEnd = (now: Date, ms: number): Date => new Date(now.getTime() + ms + apart)

/**
 * Somebody holds what is claimed until then. A claim that lasts longer than its lease can was given by a clock that was
 * ahead and has been put right: whoever gave it is gone, or has been stopped by the centre, and nobody waits for that day.
 */
export const isHeld = (until: Date | null, now: Date, lease: number): boolean =>
  until !== null && until > now && until <= latestEnd(now, lease)

/** SQL: nobody does. `now` is this process's, or what the database makes of it. */
export const isFree = (until: AnyPgColumn, now: Date | SQL, lease: number): SQL => {
  const latest = now instanceof Date ? latestEnd(now, lease) : sql`${now} + ${lease + apart} * interval '1 millisecond'`
  return or(isNull(until), lte(until, now), gt(until, latest))!
}
