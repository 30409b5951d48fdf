import { reportBounds } from '@yibao/shared/entities/report-definition.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { type SourceName, sourceOf } from '@yibao/shared/reporting/sources.ts'
import { and, eq, ilike, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { like } from '../../../database/like.ts'
import { pageBounds } from '../../../database/page.ts'
import { type Cursor, type Paging, type Rows, rowsOf } from '../../../database/rows.ts'
import type { Span } from '../../book/query.ts'
import { sumLine } from '../../statistics/sum-line.ts'
import { lineRows, settlementRows } from './book-sources.ts'
import { claimRows, differenceRows } from './claim-sources.ts'
import { anyOfDays, dayRows, isOfDays } from './day-sums.ts'
import type { Condition, Plan, PlanColumn } from './plan.ts'
import type { SourceRows } from './source.ts'
import { fieldSql, readSql, sqlType, sumOf, wireValue } from './values.ts'

export type ResultRow = Record<string, unknown>

/** One run of a report. */
export interface Question {
  plan: Plan
  span: Span
  conditions: Condition[]
}

type Asked = Question & Paging

/** Its rows page by page with what all of them come to, and all of them in one go. */
interface Result {
  page: (
    c: Context,
    asked: Asked,
  ) => Promise<{
    items: ResultRow[]
    total: number
    totalIsBound: boolean
    totals: ResultRow
  }>
  count: (c: Context, question: Question, bound: number) => Promise<number>
  /** The last row is the sum of all. */
  stream: (c: Context, asked: Asked) => AsyncGenerator<ResultRow[]>
}

const rowsOfSource: Readonly<Record<SourceName, SourceRows>> = {
  settlements: settlementRows,
  lines: lineRows,
  differences: differenceRows,
  claims: claimRows,
}

const storeField = 'storeId'

const from = (c: Context, { plan, span, conditions }: Question): SQL => {
  const storeId = conditions.find(({ name }) => name === storeField)?.value
  const rows = isOfDays(plan, conditions) ? dayRows : rowsOfSource[plan.source]
  return sql`${rows(c, span, storeId === undefined ? undefined : String(storeId))} as src`
}

/** A text is found by a part of it, everything else whole; the store is asked for by the source. */
const where = ({ plan, conditions }: Question): SQL | undefined => {
  const { fields } = sourceOf(plan.source)
  return and(
    ...conditions
      .filter(({ name }) => name !== storeField)
      .map(({ name, value }) =>
        metaOf(fields[name]!.schema)?.kind === 'text'
          ? ilike(fieldSql(name), like(String(value)))
          : eq(fieldSql(name), value),
      ),
  )
}

/** What a column is sorted by. */
const sortSql = (name: string): SQL => fieldSql(name === 'storeName' ? 'storePinyin' : name)

const wireRow = (columns: readonly PlanColumn[], raw: ResultRow): ResultRow =>
  Object.fromEntries(columns.map(({ name, schema }) => [name, wireValue(schema, raw[name])]))

const sums = (plan: Plan) => plan.columns.filter(({ use }) => use === 'sum')

/** The newest first, where the rows have a moment or a day; else as their keys come. */
const usualSort = (source: SourceName): string => ['at', 'day', 'month'].find((name) => sourceOf(source).fields[name])!

/** Row by row: nothing is read twice, and a sheet of any length goes on where it stopped. */
const listed = (plan: Plan): Rows<Question, ResultRow> => {
  const { fields } = sourceOf(plan.source)
  const usual = plan.sort?.name ?? usualSort(plan.source)
  const names = [...new Set([usual, ...plan.columns.map(({ name }) => name)])]
  const key = sql<string>`src.key`
  return rowsOf<Question, ResultRow & { cursor: string | null; key: string }, ResultRow>({
    select: (c, cursor: Cursor, question) =>
      c.db
        .select({
          ...Object.fromEntries(
            plan.columns.map(({ name, schema }) => [name, readSql(schema, fieldSql(name)).as(name)]),
          ),
          key: key.as('key'),
          ...cursor,
        })
        .from(from(c, question))
        .$dynamic() as never,
    where: (_, question) => where(question),
    sortable: Object.fromEntries(
      names.map((name) => [name, { by: sortSql(name), type: sqlType(fields[name]!.schema) }]),
    ),
    direction: plan.sort && !plan.sort.descending ? 'ascend' : 'descend',
    key,
    keyOf: ({ key: own }) => own,
    wire: (raw) => wireRow(plan.columns, raw),
  })
}

const grouped = (plan: Plan) => {
  const groups = plan.columns.filter(({ use }) => use === 'group')
  // Two stores of one name are two.
  const by = groups.flatMap(({ name }) =>
    name === 'storeName' ? [sortSql(name), fieldSql(storeField), fieldSql(name)] : [fieldSql(name)],
  )
  const expressionOf = ({ name, use }: PlanColumn): SQL =>
    use === 'sum' ? sql`coalesce(sum(${fieldSql(name)}), 0)` : fieldSql(name)
  const order = ({ sortField, sortOrder }: Paging): SQL[] => {
    const asked = sortField ? { name: sortField, descending: sortOrder === 'descend' } : plan.sort
    const column = asked && plan.columns.find(({ name }) => name === asked.name)
    if (asked && !column) return refuse('input.invalid', { text: '不能按这一列排序' })
    const direction = asked?.descending ? sql`desc nulls last` : sql`asc nulls last`
    return [
      ...(column ? [sql`${column.use === 'sum' ? expressionOf(column) : sortSql(column.name)} ${direction}`] : []),
      ...by.map((one) => sql`${one} asc nulls last`),
    ]
  }
  const all = async (c: Context, question: Asked): Promise<ResultRow[]> => {
    const rows = await c.db
      .select(
        Object.fromEntries(
          plan.columns.map((column) => [column.name, readSql(column.schema, expressionOf(column)).as(column.name)]),
        ),
      )
      .from(from(c, question))
      .where(where(question))
      .groupBy(...by)
      .having(isOfDays(plan, question.conditions) ? anyOfDays : undefined)
      .orderBy(...order(question))
      .limit(reportBounds.groupRows + 1)
    if (rows.length > reportBounds.groupRows) refuse('report.many', { most: reportBounds.groupRows })
    return rows.map((row) => wireRow(plan.columns, row as ResultRow))
  }
  return all
}

/** Sums over everything that matches, without reading it row by row. */
const totalsOfRows = async (c: Context, question: Question): Promise<ResultRow> => {
  const added = sums(question.plan)
  if (!added.length) return {}
  const [row] = await c.db
    .select(Object.fromEntries(added.map(({ name }) => [name, sql`coalesce(sum(${fieldSql(name)}), 0)`.as(name)])))
    .from(from(c, question))
    .where(where(question))
  return wireRow(added, row as ResultRow)
}

/** Sums of rows as they are shown, added to those of others; exact. */
const addedTo = (before: ResultRow, plan: Plan, rows: readonly ResultRow[]): ResultRow =>
  Object.fromEntries(
    sums(plan).map(({ name, schema }) => [name, sumOf(schema, [before[name], ...rows.map((row) => row[name])])]),
  )

/** The line below a sheet: named in its first column, where that holds words. */
const sumRow = ({ columns }: Plan, totals: ResultRow): ResultRow[] => {
  const [first] = columns
  const kind = metaOf(first!.schema)?.kind
  const named = first!.use !== 'sum' && kind !== 'flag' && !numeric.has(String(kind))
  if (!Object.keys(totals).length) return []
  const line = { ...totals, ...(named && { [first!.name]: '合计' }) }
  return [sumLine(line)]
}
const numeric = new Set(['money', 'integer', 'quantity', 'price', 'ratio'])

/** The result of a plan, however it is taken: pages for the screen, all of it for a sheet. */
export const resultOf = (plan: Plan): Result => {
  if (!plan.grouped) {
    const rows = listed(plan)
    return {
      page: async (c, asked) => ({ ...(await rows.page(c, asked)), totals: await totalsOfRows(c, asked) }),
      count: rows.count,
      async *stream(c, asked) {
        // Of the very rows that it has: while they are read a counter goes on selling.
        let totals = addedTo({}, plan, [])
        for await (const some of rows.stream(c, asked)) {
          totals = addedTo(totals, plan, some)
          yield some
        }
        yield sumRow(plan, totals)
      },
    }
  }
  const all = grouped(plan)
  const totalsOf = (rows: readonly ResultRow[]) => addedTo({}, plan, rows)
  return {
    page: async (c, asked) => {
      const rows = await all(c, asked)
      const { limit, offset } = pageBounds(asked)
      const items = rows.slice(offset, offset + limit)
      return { items, total: rows.length, totalIsBound: false, totals: totalsOf(rows) }
    },
    count: async (c, question) => (await all(c, question)).length,
    async *stream(c, asked) {
      const rows = await all(c, asked)
      yield [...rows, ...sumRow(plan, totalsOf(rows))]
    },
  }
}
