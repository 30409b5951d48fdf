import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'

type Data<C extends AnyPgColumn> = C['_']['data'] | (C['_']['notNull'] extends true ? never : null)

/** The value that an insert came with for a column, in the `set` of its `on conflict do update`. */
export const incoming = <C extends AnyPgColumn>(column: C): SQL<Data<C>> =>
  sql<Data<C>>`excluded.${sql.identifier(column.name)}`

type Columns<T extends PgTable> = Extract<keyof T['_']['columns'], string>

/** The `set` of an upsert that takes these columns as they come. */
export const asIncoming = <T extends PgTable, K extends Columns<T>>(table: T, names: readonly K[]): Record<K, SQL> =>
  Object.fromEntries(names.map((name) => [name, incoming(table[name as unknown as keyof T] as AnyPgColumn)])) as Record<
    K,
    SQL
  >

/** The same of every column but these, by which the row is known. */
export const restIncoming = <T extends PgTable>(table: T, known: readonly Columns<T>[]): Record<string, SQL> =>
  asIncoming(
    table,
    (Object.keys(getTableColumns(table)) as Columns<T>[]).filter((name) => !known.includes(name)),
  )

/** What was counted since is added to what is there. */
export const addedTo = <T extends PgTable, K extends Columns<T>>(table: T, names: readonly K[]): Record<K, SQL> =>
  Object.fromEntries(
    names.map((name) => {
      const column = table[name as unknown as keyof T] as AnyPgColumn
      return [name, sql`${column} + ${incoming(column)}`]
    }),
  ) as Record<K, SQL>
