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
