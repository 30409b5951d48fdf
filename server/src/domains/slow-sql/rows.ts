import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import { allCalls } from '@yibao/shared/calls/index.ts'
import type { slowSql } from '@yibao/shared/calls/slow-sql.ts'
import { addDays, formatDay, formatTime } from '@yibao/shared/time.ts'
import { and, eq, gte, ilike, lte, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { rowsOf } from '../../database/rows.ts'
import { slowStatement, slowText } from './tables.ts'

type Row = ResultOf<typeof slowSql.paged>['items'][number]
type Filters = InputOf<typeof slowSql.paged>

/** Names of nodes and askers in a row; the drawer has them all. */
const named = 3
const shownChars = 240

let titles: Map<string, string> | undefined

/** Who asked, for people: a call by its title, a job by its name. */
export const callerWords = (caller: string): string => {
  if (!caller) return '启动或合并的查询'
  if (caller.startsWith('job.')) return `定时任务 ${caller.slice(4)}`
  titles ??= new Map(allCalls().map(([name, { title }]) => [name, title]))
  return `${titles.get(caller) ?? ''} ${caller}`.trim()
}

const some = (all: readonly string[]): string =>
  all.length > named ? `${all.slice(0, named).join('、')} 等 ${all.length} 个` : all.join('、')

const periodOf = ({ now }: Context, { from, to }: Filters): SQL | undefined => {
  const last = to ?? formatDay(now)
  const first = from ?? addDays(last, -6)
  const text = '结束日期早于开始日期'
  if (first > last) refuse('input.invalid', { text }, { fields: { to: text } })
  return and(gte(slowStatement.day, first), lte(slowStatement.day, last))
}

/** The days' rows of each statement as one. */
const sumsOf = (c: Context, f: Filters) => {
  const { digest, node, caller, count, totalMs, maxMs, rows, lastAt } = slowStatement
  return c.db
    .select({
      digest,
      count: sql<number>`sum(${count})::int`.as('count'),
      totalMs: sql<number>`sum(${totalMs})::float8`.as('total_ms'),
      maxMs: sql<number>`max(${maxMs})`.as('max_ms'),
      averageMs: sql<number>`round(sum(${totalMs}) / sum(${count}))::int`.as('average_ms'),
      rows: sql<number>`sum(${rows})::float8`.as('rows'),
      lastAt: sql<Date>`max(${lastAt})`.mapWith(lastAt).as('seen_at'),
      nodes: sql<string[]>`array_agg(distinct ${node})`.as('nodes'),
      callers: sql<string[]>`array_agg(distinct ${caller})`.as('callers'),
    })
    .from(slowStatement)
    .where(and(periodOf(c, f), f.node ? ilike(node, like(f.node)) : undefined))
    .groupBy(digest)
    .as('sums')
}

const by = (column: string, type: string) => ({ by: sql.raw(`sums.${column}`), type })

/** Slow statements, what cost most first. */
export const slowRows = rowsOf({
  select: (c, cursor, f: Filters) => {
    const sums = sumsOf(c, f)
    const { digest, count, totalMs, maxMs, averageMs, rows, lastAt, nodes, callers } = sums
    return c.db
      .select({
        row: { digest, count, totalMs, maxMs, averageMs, rows, lastAt, nodes, callers },
        text: slowText.text,
        tables: slowText.tables,
        ...cursor,
      })
      .from(sums)
      .innerJoin(slowText, eq(slowText.digest, sums.digest))
      .$dynamic()
  },
  where: (_, f) =>
    and(
      f.minMs ? sql`sums.max_ms >= ${f.minMs}` : undefined,
      f.table ? sql`${f.table.toLowerCase()} = any(${slowText.tables})` : undefined,
      f.digest ? sql`starts_with(${slowText.digest}, ${f.digest.toLowerCase()})` : undefined,
    ),
  sortable: {
    totalMs: by('total_ms', 'float8'),
    count: by('count', 'int'),
    averageMs: by('average_ms', 'int'),
    maxMs: by('max_ms', 'int'),
    rows: by('rows', 'float8'),
    lastAt: by('seen_at', 'timestamptz'),
  },
  key: slowText.digest,
  keyOf: ({ row }) => row.digest,
  wire: ({ row: { lastAt, nodes, callers, ...row }, text, tables }): Row => ({
    ...row,
    statement: text.slice(0, shownChars),
    tables: some(tables),
    lastAt: formatTime(lastAt),
    nodes: some(nodes),
    callers: some(callers.map(callerWords)),
  }),
})
