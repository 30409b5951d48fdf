import type { FieldOf, SourceName } from '@yibao/shared/reporting/sources.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import type { Span } from '../../book/query.ts'

/** One SQL expression for each field of a source. */
export type Expressions<S extends SourceName> = Record<FieldOf<S>, SQL>

/**
 * A source's rows of a period in reach, of one store where it is named: a column for each field under its name, `key`,
 * and `storePinyin`, which the names of stores are sorted by.
 */
export type SourceRows = (c: Context, span: Span, storeId: string | undefined) => SQL

/** Expressions as a list of columns. */
export const columnsSql = (expressions: Readonly<Record<string, SQL>>): SQL =>
  sql.join(
    Object.entries(expressions).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
    sql`, `,
  )

/** A day in Shanghai of a moment. */
export const dayOf = (at: SQL): SQL => sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

/** Empty text is no value. */
export const filled = (value: SQL): SQL => sql`nullif(${value}, '')`
