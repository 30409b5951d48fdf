import { and, desc, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '../../call/context.ts'

/** What waits for somebody: how many, for people, and the newest one's moment. */
export interface Counted {
  text: string
  at: Date
}

/** More are counted on the page. */
const most = 99

/** Rows of a table in reach, by when they came to be: counted by a small index that holds `which`; undefined for none. */
export const countedIn = async (
  c: Context,
  table: PgTable & { storeId: AnyPgColumn },
  at: AnyPgColumn<{ data: Date; notNull: true }>,
  which: SQL,
): Promise<Counted | undefined> => {
  const found = await c.db
    .select({ at })
    .from(table)
    .where(and(c.scope.where(table.storeId), which))
    .orderBy(desc(at))
    .limit(most + 1)
  const count = found.length
  return found[0] && { text: count > most ? `${most} 条以上` : `${count} 条`, at: found[0].at }
}
