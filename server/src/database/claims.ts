import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '../call/context.ts'
import type { LeaseEnd } from './columns.ts'
import { isFree, lasting } from './held.ts'

/** ms: a question to the centre and a message after it, each with its 60 s, and some to spare. */
export const lease = 150_000

type Claimable = PgTable & { id: AnyPgColumn; claimedUntil: AnyPgColumn<{ data: LeaseEnd }> }

/**
 * Rows that one request at a time tells the centre of: two persons who press at once send one message. Whoever dies
 * meanwhile leaves them free after the lease. `work` gets those that were free, as they are now, and decides by them and
 * not by what somebody read before; as long as it works `claimedUntil` of each says whose they are.
 */
export const claimsOn =
  <T extends Claimable>(table: T) =>
  async <R>(
    { db, deps }: Pick<Context, 'db' | 'deps'>,
    ids: readonly string[],
    work: (mine: T['$inferSelect'][]) => Promise<R>,
  ): Promise<R> => {
    const set = (claimedUntil: SQL | null) => db.update(table as PgTable).set({ claimedUntil })
    const mine = (await set(lasting(deps, lease))
      .where(and(inArray(table.id, [...ids]), isFree(deps, table.claimedUntil, lease)))
      .returning()) as (T['$inferSelect'] & { id: string; claimedUntil: LeaseEnd })[]
    try {
      return await work(mine)
    } finally {
      const taken = mine.map(({ id }) => id)
      // A claim that somebody else took after its time is his.
      if (mine[0]) await set(null).where(and(inArray(table.id, taken), eq(table.claimedUntil, mine[0].claimedUntil)))
    }
  }
