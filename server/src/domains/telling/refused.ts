import { and, desc, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '../../call/context.ts'

/** What a centre refused and nobody has mended: how many, for people, and the newest one's moment. */
export interface Refused {
  text: string
  at: Date
}

/** More are counted on the page. */
const most = 99

/** Refused rows of a table in reach, by when they came to be: counted by a small index of its own; undefined for none. */
export const refusedIn = async (
  c: Context,
  table: PgTable & { storeId: AnyPgColumn; state: AnyPgColumn },
  at: AnyPgColumn<{ data: Date; notNull: true }>,
): Promise<Refused | undefined> => {
  const found = await c.db
    .select({ at })
    .from(table)
    .where(and(c.scope.where(table.storeId), sql`${table.state} = 'refused'`))
    .orderBy(desc(at))
    .limit(most + 1)
  const count = found.length
  return found[0] && { text: count > most ? `${most} 条以上` : `${count} 条`, at: found[0].at }
}
