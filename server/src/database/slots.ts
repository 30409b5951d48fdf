import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { sha256hex } from '../base/hash.ts'
import type { Database } from './open.ts'

/**
 * A named place in a prepared statement for a value of a column, cast to its type. drizzle's own placeholder hands a
 * null to the column's encoder, which a moment or a JSON value does not survive.
 */
export const slot = (column: PgColumn, name: string): SQL => {
  const encoder = { mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)) }
  const place: Placeholder = sql.placeholder(name)
  return sql`${sql.param(place, encoder)}::${sql.raw(column.getSQLType())}`
}

/** `insert into table (…) select …` of one row per row of `from` (a name of the statement's `with` list). */
export const insertFrom = (table: PgTable, from: string, values: Record<string, SQL>): SQL => {
  const columns = getTableColumns(table)
  const names = Object.keys(values).map((key) => sql.identifier(columns[key]!.name))
  const list = (parts: Parameters<typeof sql.join>[0]) => sql.join(parts, sql`, `)
  return sql`insert into ${table} (${list(names)}) select ${list(Object.values(values))} from ${sql.identifier(from)}`
}

/** A name for a prepared statement: connections keep it by that, up to 63 bytes. */
export const statementName = (kind: string, ...parts: string[]): string =>
  `${kind}_${sha256hex(parts.join()).slice(0, 16)}`

/**
 * A statement that is built once per database and key; `build` gives it prepared. Inside a transaction, which is a
 * database of its own to drizzle, it is built for that one.
 */
export const builtOnce = <Statement, Rest extends unknown[]>(
  build: (db: Database, key: string, ...rest: Rest) => Statement,
): ((db: Database, key: string, ...rest: Rest) => Statement) => {
  const known = new WeakMap<Database, Map<string, Statement>>()
  return (db, key, ...rest) => {
    const own = known.get(db) ?? new Map<string, Statement>()
    known.set(db, own)
    const statement = own.get(key) ?? build(db, key, ...rest)
    own.set(key, statement)
    return statement
  }
}
