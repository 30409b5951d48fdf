import { and, eq, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Deps } from '../../call/context.ts'
import type { LeaseEnd, Written } from '../../database/columns.ts'

type Claimable = PgTable & { id: AnyPgColumn; claimedUntil: AnyPgColumn<{ data: LeaseEnd }> }
type Claimed = { id: string; claimedUntil: LeaseEnd | null }

/** What is known of a claimed row (claims.ts) from now on; false when the claim has ended, or `when` no longer holds. */
export const markOn =
  <T extends Claimable>(table: T) =>
  async (
    { db }: Pick<Deps, 'db'>,
    { id, claimedUntil }: Claimed,
    set: Written<T['$inferSelect']>,
    when?: SQL,
  ): Promise<boolean> => {
    const mine = and(eq(table.id, id), eq(table.claimedUntil, claimedUntil!), when)
    const marked = await db
      .update(table as PgTable)
      .set(set)
      .where(mine)
      .returning({ id: table.id })
    return marked.length > 0
  }
