import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../database/columns.ts'

/** What this database was given of the parts that a later build may ship otherwise (`shipped.ts`). */
export const shippedPart = pgTable('shipped_part', {
  name: text().primaryKey(),
  /** sha256 of the rows as they were given. */
  mark: text().notNull(),
  /** Their ids, where people may take such rows away: one that is known here and gone stays away. */
  ids: text().array().notNull().default(sql`'{}'`),
  at: moment('at').notNull(),
})
