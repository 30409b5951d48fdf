import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** How a migration went at the start of a server; of those before this table only that they are there is known. */
export const migrationRun = pgTable('migration_run', {
  hash: text().primaryKey(),
  state: text().$type<'done' | 'failed'>().notNull(),
  ms: integer().notNull(),
  /** The machine whose server migrated. */
  executor: text().notNull(),
  error: text().notNull().default(''),
  at: moment('at').notNull().defaultNow(),
})

/** How far the database's own clock is believed (sweeping.ts): one row. */
export const sweepingClock = pgTable('sweeping_clock', {
  id: integer().primaryKey(),
  /** What it showed when something that had served its time was last looked for. */
  knownAt: moment('known_at').notNull(),
  /** It has been days ahead of that since the first of these, and went on as clocks do until the second one. */
  doubtedFrom: moment('doubted_from'),
  doubtedAt: moment('doubted_at'),
})
