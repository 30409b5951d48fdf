import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** What a slow statement is: its text without any literal (normalise.ts). */
export const slowText = pgTable('slow_text', {
  digest: text().primaryKey(),
  text: text().notNull(),
  tables: text().array().notNull(),
  lastAt: moment('last_at').notNull(),
})

/** How often it was slow: by day, node and who asked. */
export const slowStatement = pgTable(
  'slow_statement',
  {
    day: date({ mode: 'string' }).notNull(),
    digest: text().notNull(),
    /** The node's name. */
    node: text().notNull(),
    /** domain.name of a call, job.name of a job; '' while a process starts. */
    caller: text().notNull(),
    count: integer().notNull(),
    totalMs: bigint('total_ms', { mode: 'number' }).notNull(),
    maxMs: integer('max_ms').notNull(),
    rows: bigint({ mode: 'number' }).notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.digest, t.node, t.caller] }),
    index('slow_statement_digest').on(t.digest, t.day),
  ],
)

/** From when a statement is slow: one row for all nodes. */
export const slowSetting = pgTable(
  'slow_setting',
  {
    id: integer().primaryKey().default(1),
    thresholdMs: integer('threshold_ms').notNull(),
    by: text().notNull(),
    at: moment('at').notNull(),
  },
  (t) => [check('slow_setting_one', sql`${t.id} = 1`)],
)
