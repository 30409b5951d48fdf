import { type SQL, type Subquery, sql } from 'drizzle-orm'
import type { Database } from './open.ts'
import { countBound } from './page.ts'

type Sums<Name extends string> = Record<Name, number>

/**
 * Sums over the rows of a subquery that ends one row behind a bound, as a query with one row: what each of `sums` comes to
 * and, as `rows`, how many there were. No row, no sum: 0.
 */
export const summing = <Name extends string>(db: Database, some: Subquery, sums: Readonly<Record<Name, SQL>>) => {
  const fields = Object.entries<SQL>({ ...sums, rows: sql`count(*)` }).map(([name, sum]) => [
    name,
    sql<number>`coalesce(${sum}, 0)`.mapWith(Number).as(name),
  ])
  return db.select(Object.fromEntries(fields) as Record<Name | 'rows', SQL.Aliased<number>>).from(some)
}

/** The sums of `summing`; undefined where there are more rows than are summed while somebody waits (DESIGN 10). */
export const withinBound = <Name extends string>(
  [found]: readonly Sums<Name | 'rows'>[],
  bound = countBound,
): Sums<Name> | undefined => {
  const { rows, ...sums } = found!
  return rows > bound ? undefined : (sums as Sums<Name>)
}
