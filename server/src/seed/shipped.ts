import { isDeepStrictEqual } from 'node:util'
import { eq, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { sha256hex } from '../base/hash.ts'
import type { Database } from '../database/open.ts'
import { shippedPart } from './tables.ts'

/** Who wrote a row that nobody has touched since it was shipped. */
export const bySystem = '系统'

/** What a database was given before; absent where it never was, or by a build that kept no account of it. */
type Former = typeof shippedPart.$inferSelect | undefined

/** A part of the product's own data that comes to a database in use as well, whenever a build ships it otherwise. */
export interface Shipped {
  name: string
  /** By their `id` where people may take such rows away. */
  rows: () => readonly Readonly<Record<string, unknown>>[]
  write: (db: Database, former: Former) => Promise<void>
}

/** Brings a part to this build's rows; a database that has them is asked one question. */
export const bring = async (db: Database, { name, rows, write }: Shipped): Promise<void> => {
  const shipped = rows()
  const mark = sha256hex(JSON.stringify(shipped))
  const [former] = await db.select().from(shippedPart).where(eq(shippedPart.name, name))
  if (former?.mark === mark) return
  await write(db, former)
  const given = shipped.flatMap(({ id }) => (typeof id === 'string' ? id : []))
  // Also what an earlier build gave and this one does not: a later one that has it again would bring it back.
  const ids = [...new Set([...(former?.ids ?? []), ...given])]
  const now = { mark, ids, at: new Date() }
  await db
    .insert(shippedPart)
    .values({ name, ...now })
    .onConflictDoUpdate({ target: shippedPart.name, set: now })
}

type Kept = PgTable & { id: PgColumn; updatedBy: PgColumn; updatedAt: PgColumn }

/**
 * Rows that people may change or take away, by id: new ones come, those that nobody touched become what `rows` says
 * (`also` is set with them), and what somebody changed or took away stays as he left it. Of a database without an account
 * of what it was given, whoever has some of the rows was given all of them. Answers the ids of what was written.
 */
export const bringRows = async <Row extends { id: string }>(
  db: Database,
  table: Kept,
  rows: readonly Row[],
  { former, also = {} }: { former: Former; also?: Record<string, SQL> },
): Promise<string[]> => {
  const ids = rows.map(({ id }) => id)
  const there = (await db.select().from(table).where(inArray(table.id, ids))) as Readonly<Record<string, unknown>>[]
  const byId = new Map(there.map((row) => [row.id, row]))
  const given = new Set([...(former?.ids ?? (there.length ? ids : [])), ...byId.keys()])
  const stamp = { updatedBy: bySystem, updatedAt: new Date() }

  const fresh = rows.filter(({ id }) => !given.has(id))
  if (fresh.length)
    await db
      .insert(table)
      .values(fresh.map((row) => ({ ...row, ...stamp })))
      .onConflictDoNothing()
  const again = rows.filter((row) => {
    const now = byId.get(row.id)
    return (
      now?.updatedBy === bySystem && !Object.entries(row).every(([name, value]) => isDeepStrictEqual(now[name], value))
    )
  })
  for (const { id, ...row } of again)
    await db
      .update(table)
      .set({ ...row, ...also, ...stamp })
      .where(eq(table.id, id))
  return [...fresh, ...again].map(({ id }) => id)
}
