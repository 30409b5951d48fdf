import type { ResultOf } from '@yibao/shared/call.ts'
import type { slowSql } from '@yibao/shared/calls/slow-sql.ts'
import { addDays, formatDay, formatTime } from '@yibao/shared/time.ts'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { isQuestion } from './explain.ts'
import { keptDays } from './flush.ts'
import { callerWords } from './rows.ts'
import { slowStatement, slowText } from './tables.ts'

type Result = ResultOf<typeof slowSql.get>

const shownChars = 240
/** Sources and similar statements of a record. */
const most = 20

/** One statement by its digest. */
export const textOf = async ({ db }: Pick<Context, 'db'>, digest: string): Promise<typeof slowText.$inferSelect> => {
  const [row] = await db.select().from(slowText).where(eq(slowText.digest, digest))
  return row ?? refuse('not.found', { what: '这条语句' })
}

const { count, totalMs, maxMs, lastAt } = slowStatement
const sums = {
  count: sql<number>`sum(${count})::int`.as('times'),
  averageMs: sql<number>`round(sum(${totalMs}) / sum(${count}))::int`,
  maxMs: sql<number>`max(${maxMs})`,
}
const cost = desc(sql`sum(${totalMs})`)

const daysOf = async (c: Context, digest: string): Promise<Result['days']> => {
  const { day } = slowStatement
  const rows = await c.db
    .select({ day, ...sums })
    .from(slowStatement)
    .where(eq(slowStatement.digest, digest))
    .groupBy(day)
  const known = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: keptDays }, (_, i) => {
    const one = addDays(formatDay(c.now), i + 1 - keptDays)
    return known.get(one) ?? { day: one, count: 0, averageMs: 0, maxMs: 0 }
  })
}

const sourcesOf = async ({ db }: Context, digest: string): Promise<Result['sources']> => {
  const { node, caller } = slowStatement
  const rows = await db
    .select({ node, caller, ...sums, lastAt: sql<Date>`max(${lastAt})`.mapWith(lastAt) })
    .from(slowStatement)
    .where(eq(slowStatement.digest, digest))
    .groupBy(node, caller)
    .orderBy(cost)
    .limit(most)
  return rows.map((row) => ({ ...row, caller: callerWords(row.caller), lastAt: formatTime(row.lastAt) }))
}

/** Other statements about the very same tables. */
const similarTo = async (
  { db }: Context,
  { digest, tables }: typeof slowText.$inferSelect,
): Promise<Result['similar']> => {
  if (!tables.length) return []
  const rows = await db
    .select({ digest: slowText.digest, text: slowText.text, count: sums.count, maxMs: sums.maxMs })
    .from(slowText)
    .innerJoin(slowStatement, eq(slowStatement.digest, slowText.digest))
    .where(and(eq(slowText.tables, tables), ne(slowText.digest, digest)))
    .groupBy(slowText.digest)
    .orderBy(cost)
    .limit(most)
  return rows.map(({ text, ...row }) => ({ ...row, statement: text.slice(0, shownChars) }))
}

/** SlowSql/Get: the whole statement, its days, who asked for it, and others like it. */
export const detailOf = async (c: Context, digest: string): Promise<Result> => {
  const row = await textOf(c, digest)
  return {
    digest,
    text: row.text,
    tables: row.tables,
    explainable: isQuestion(row.text),
    days: await daysOf(c, digest),
    sources: await sourcesOf(c, digest),
    similar: await similarTo(c, row),
  }
}
