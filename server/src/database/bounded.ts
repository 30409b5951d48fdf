import { addDays, formatDay } from '@yibao/shared/time.ts'
import { count, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { refuse } from '../base/refuse.ts'
import type { Context } from '../call/context.ts'
import type { Database } from './open.ts'

/** Rows that a list goes through for what stands in no index: where there are more of them, it is some days (DESIGN 10). */
export const few = 100_000

/** Whether more than a few rows of a table match `where`, which an index has to answer. */
export const isMany = async (db: Database, table: PgTable, where: SQL | undefined): Promise<boolean> => {
  const some = db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
    .limit(few + 1)
    .as('some')
  const [found] = await db.select({ n: count() }).from(some)
  return (found?.n ?? 0) > few
}

/** Days that are gone through at once. */
const longest = 31

/**
 * Refuses to look for words through more than some days of a list that has more than a few rows. `what` says by what is
 * looked, `rows` what the rows are called, `place` which of them are in reach from the first day on.
 */
export const requireDays = async (
  c: Context,
  { from, to }: { from?: string; to?: string },
  { table, place, rows, what }: { table: PgTable; place: SQL | undefined; rows: string; what: string },
): Promise<void> => {
  if (from && addDays(from, longest) > (to ?? formatDay(c.now))) return
  if (!(await isMany(c.db, table, place))) return
  const text = `${rows}超过 ${few / 10_000} 万行，按${what}一次最多查 ${longest} 天，请缩短日期`
  refuse('input.invalid', { text }, { fields: { from: text } })
}
