import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Deps } from '../call/context.ts'
import type { LeaseEnd, Written } from './columns.ts'
import { isFree, lasting } from './held.ts'

/** Begins the lease of a claim anew: when it ends now, undefined when it is somebody else's by now. */
export type Renew = () => Promise<LeaseEnd | undefined>

/** ms: a question to the centre and a message after it, each with its 60 s, and some to spare. */
export const lease = 150_000

type Claimable = PgTable & { id: AnyPgColumn; claimedUntil: AnyPgColumn<{ data: LeaseEnd }> }

/** SQL: rows of one claim that is still theirs. One that somebody else took after its time is his. */
export const mineOf = (table: Claimable, ids: readonly string[], claimedUntil: LeaseEnd | null): SQL =>
  and(inArray(table.id, [...ids]), eq(table.claimedUntil, claimedUntil!))!

/**
 * Rows that one request at a time tells the centre of: two persons who press at once send one message. Whoever dies
 * meanwhile leaves them free after the lease. `work` gets those that were free, as they are now, and decides by them and
 * not by what somebody read before; as long as it works `claimedUntil` of each says whose they are. Work that lasts longer
 * renews its claim on the way.
 */
export const claimsOn =
  <T extends Claimable>(table: T) =>
  async <R>(
    deps: Pick<Deps, 'db' | 'moved'>,
    ids: readonly string[],
    work: (mine: T['$inferSelect'][], renew: Renew) => Promise<R>,
  ): Promise<R> => {
    const set = (claimedUntil: SQL | null) => deps.db.update(table as PgTable).set({ claimedUntil })
    const mine = (await set(lasting(deps, lease))
      .where(and(inArray(table.id, [...ids]), isFree(deps, table.claimedUntil, lease)))
      .returning()) as (T['$inferSelect'] & { id: string; claimedUntil: LeaseEnd })[]
    const taken = mine.map(({ id }) => id)
    let until = mine[0]?.claimedUntil
    const renew = async (): Promise<LeaseEnd | undefined> => {
      if (!until) return undefined
      const [longer] = (await set(lasting(deps, lease))
        .where(mineOf(table, taken, until))
        .returning()) as typeof mine
      if (longer) until = longer.claimedUntil
      return longer?.claimedUntil
    }
    try {
      return await work(mine, renew)
    } finally {
      if (until) await set(null).where(mineOf(table, taken, until))
    }
  }

/** The same of one row: while somebody else works on it `busy` answers in place of `work`, else undefined. */
export const oneOn = <T extends Claimable>(table: T) => {
  const claims = claimsOn(table)
  return <R, B = undefined>(
    deps: Pick<Deps, 'db' | 'moved'>,
    id: string,
    work: (mine: T['$inferSelect'], renew: Renew) => Promise<R>,
    busy?: () => B | Promise<B>,
  ): Promise<R | B> =>
    claims(deps, [id], async ([mine], renew): Promise<R | B> => (mine ? work(mine, renew) : (busy?.() as B)))
}

type Claimed = { id: string; claimedUntil: LeaseEnd | null }

/** A claimed row as it is from now on; undefined when the claim has ended, or `when` no longer holds. */
export const markedOn =
  <T extends Claimable>(table: T) =>
  async (
    { db }: Pick<Deps, 'db'>,
    { id, claimedUntil }: Claimed,
    set: Written<T['$inferSelect']>,
    when?: SQL,
  ): Promise<T['$inferSelect'] | undefined> => {
    const [marked] = await db
      .update(table as PgTable)
      .set(set)
      .where(and(mineOf(table, [id], claimedUntil), when))
      .returning()
    return marked
  }

/** What is known of a claimed row from now on; false when the claim has ended, or `when` no longer holds. */
export const markOn = <T extends Claimable>(table: T) => {
  const marked = markedOn(table)
  return async (...given: Parameters<typeof marked>): Promise<boolean> => (await marked(...given)) !== undefined
}
