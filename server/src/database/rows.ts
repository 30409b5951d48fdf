import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { type AnyColumn, and, Column, is, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../base/refuse.ts'
import type { Context } from '../call/context.ts'
import { countBound, pageBounds } from './page.ts'
import { rowsFrom } from './rows-from.ts'

/** What a list call asks besides its filters (shared/call.ts `paging`). */
export interface Paging {
  page?: number
  pageSize?: number
  sortField?: string
  sortOrder?: 'ascend' | 'descend'
}

/**
 * A column to sort by; an expression, which may be of the asker's moment, names its SQL type, so that a stream can go on
 * behind its last value, and whether it always has one: only then an index gives its order.
 */
export type Sorting = AnyColumn | { by: SQL | ((c: Context) => SQL); type: string; notNull?: true }

/** A drizzle select made `$dynamic()`, as far as this file needs it. */
interface Query<Raw> extends PromiseLike<Raw[]> {
  where: (where: SQL | undefined) => unknown
  orderBy: (...by: SQL[]) => unknown
  limit: (limit: number) => unknown
  offset: (offset: number) => unknown
  getSQL: () => SQL
}

/** Column every select of a source carries: the sort value as text, exact to the microsecond. */
export interface Cursor {
  cursor: SQL<string | null>
}

interface RowsOf<Filters, Raw extends { cursor: string | null }, Wire> {
  /** The select with its joins, made `$dynamic()`; it must spread `cursor` into its fields. */
  select: (c: Context, cursor: Cursor, filters: Filters) => Query<Raw>
  /** Scope and filters together: nothing is read without them. */
  where: (c: Context, filters: Filters) => SQL | undefined | Promise<SQL | undefined>
  /** Columns a list may be sorted by, under the names of the row's fields; the first one is the order unless asked. */
  sortable: { [K in keyof Wire]?: Sorting }
  /** Direction unless asked. */
  direction?: 'ascend' | 'descend'
  /** Unique column that settles equal sort values. */
  key: AnyColumn | SQL
  keyOf: (raw: Raw) => string
  /** Where all rows are made for a page of them anyway: how many there are, which each then carries (`count(*) over ()`). */
  found?: (raw: Raw) => number
  wire: (raw: Raw, c: Context) => Wire
}

/** One list of the contract: a page of it, and all of it. */
export interface Rows<Filters, Wire> {
  page: (c: Context, filters: Filters & Paging) => Promise<{ items: Wire[]; total: number; totalIsBound: boolean }>
  /** Rows that match, counted up to `bound`; `bound + 1` means more. */
  count: (c: Context, filters: Filters, bound: number) => Promise<number>
  /** All rows in the asked order, in batches; never an offset, never a transaction held open while a reader is slow. */
  stream: (c: Context, filters: Filters & Paging, batch?: number) => AsyncGenerator<Wire[]>
}

/** Rows a stream hands on at once: what outlives a collection of young objects makes the process grow. */
const piece = 50

/**
 * Rows that a stream reads at once. In its own order it goes on in an index; in another one each reading goes through
 * everything there is, so that there are fewer of them.
 */
const batches = { own: 200, other: 1000 }

/** Deeper pages are refused: an offset reads everything before it. */
const deepest = 100_000

interface Order {
  by: SQL
  type: string
  nullable: boolean
  direction: SQL
  descending: boolean
}

const orderOf = (
  c: Context,
  sortable: Record<string, Sorting | undefined>,
  standard: string,
  paging: Paging,
): Order => {
  const { sortField = Object.keys(sortable)[0]!, sortOrder = standard } = paging
  const found = Object.hasOwn(sortable, sortField) ? sortable[sortField] : undefined
  if (!found)
    return refuse('input.invalid', { text: '不能按这一列排序' }, { fields: { sortField: '不能按这一列排序' } })
  const column = is(found, Column)
  const expressed = column ? sql`${found}` : found.by
  const descending = sortOrder === 'descend'
  return {
    by: typeof expressed === 'function' ? expressed(c) : expressed,
    type: column ? found.getSQLType() : found.type,
    nullable: !found.notNull,
    direction: descending ? sql`desc` : sql`asc`,
    descending,
  }
}

/** A column that is never null keeps the plain order its index has; else the empty ones come last, both ways. */
const orderBy = ({ by, direction, nullable }: Order, key: SQL): SQL[] => [
  nullable ? sql`${by} ${direction} nulls last` : sql`${by} ${direction}`,
  sql`${key} ${direction}`,
]

/** Everything behind the row with this sort value and key. */
const behind = ({ by, type, nullable, descending }: Order, key: SQL, cursor: string | null, id: string): SQL => {
  const than = descending ? sql`<` : sql`>`
  if (cursor === null) return sql`(${by} is null and ${key} ${than} ${id})`
  const beyond = sql`(${by}, ${key}) ${than} (${cursor}::${sql.raw(type)}, ${id})`
  return nullable ? sql`(${beyond} or ${by} is null)` : beyond
}

/** Makes page, count and stream of one list from its select, conditions and columns (DESIGN 10). */
export const rowsOf = <Filters extends object, Raw extends { cursor: string | null }, Wire>(
  source: RowsOf<Filters, Raw, Wire>,
): Rows<Filters, Wire> => {
  const key = is(source.key, Column) ? sql`${source.key}` : (source.key as SQL)
  const order = (c: Context, paging: Paging) =>
    orderOf(c, source.sortable as Record<string, Sorting | undefined>, source.direction ?? 'descend', paging)
  const build = (c: Context, { by }: Order, filters: Filters) =>
    source.select(c, { cursor: sql<string | null>`${by}::text`.as('cursor') as unknown as SQL<string | null> }, filters)

  const count = async (c: Context, filters: Filters, bound: number, where?: SQL): Promise<number> => {
    const query = build(c, order(c, filters as Paging), filters)
    query.where(where ?? (await source.where(c, filters)))
    query.limit(bound + 1)
    const result = await c.db.execute(sql`select count(*)::int as n from (${query.getSQL()}) as bounded`)
    return rowsFrom<{ n: number }>(result)[0]?.n ?? 0
  }

  return {
    count: (c, filters, bound) => count(c, filters, bound),

    page: async (c, filters) => {
      const by = order(c, filters)
      const { limit, offset } = pageBounds(filters)
      if (offset >= deepest) refuse('input.invalid', { text: '页码太大，请缩小查询范围' })
      const where = await source.where(c, filters)
      const query = build(c, by, filters)
      query.where(where)
      query.orderBy(...orderBy(by, key))
      query.limit(limit)
      query.offset(offset)
      const counted = () => count(c, filters, countBound, where)
      const [rows, known] = await Promise.all([query, source.found ? undefined : counted()])
      const total = known ?? (rows[0] ? source.found!(rows[0]) : offset ? await counted() : 0)
      const items = rows.map((raw) => source.wire(raw, c))
      return { items, total: Math.min(total, countBound), totalIsBound: total > countBound }
    },

    async *stream(c, filters, asked) {
      const by = order(c, filters)
      const own = [undefined, Object.keys(source.sortable)[0]].includes((filters as Paging).sortField)
      const batch = asked ?? (own ? batches.own : batches.other)
      const where = await source.where(c, filters)
      const read = async (last?: Raw): Promise<Raw[]> => {
        const query = build(c, by, filters)
        query.where(last ? and(where, behind(by, key, last.cursor, source.keyOf(last))) : where)
        query.orderBy(...orderBy(by, key))
        query.limit(batch)
        return await query
      }
      let coming: Promise<Raw[]> | undefined = read()
      while (coming) {
        const rows: Raw[] = await coming
        const last = rows.length === batch ? rows.at(-1) : undefined
        // The next rows are on their way while these are used. A reader who leaves never hears of their fault.
        coming = last && read(last)
        coming?.catch(() => undefined)
        for (let from = 0; from < rows.length; from += piece)
          yield rows.slice(from, from + piece).map((raw) => source.wire(raw, c))
      }
    },
  }
}

/** The fields of a list call's rows, as export and sorting know them: name to schema. */
export const rowFields = (result: Schema): Record<string, Schema> => {
  const { shape } = result._zod.def as unknown as { shape?: { items?: Schema } }
  const { element } = (shape?.items?._zod.def ?? {}) as unknown as { element?: Schema }
  const fields = shapeOf(element)
  // What stands in a group of the row is named as a list names its column: local.count.
  const inner = Object.entries(fields).flatMap(([key, field]) =>
    metaOf(field)?.kind === 'group'
      ? Object.entries(shapeOf(field)).map(([name, one]): [string, Schema] => [`${key}.${name}`, one])
      : [],
  )
  return { ...fields, ...Object.fromEntries(inner) }
}

const shapeOf = (schema: Schema | undefined): Record<string, Schema> => {
  const def = (schema?._zod.def ?? {}) as unknown as { shape?: Record<string, Schema>; innerType?: Schema }
  // A group that may be absent has its fields all the same.
  return def.shape ?? (def.innerType ? shapeOf(def.innerType) : {})
}

/** A field of a row by such a name. */
export const fieldAt = (row: Record<string, unknown>, key: string): unknown =>
  key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], row)
