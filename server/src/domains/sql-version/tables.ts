import type { SignedSql } from '@yibao/shared/sql-package.ts'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** A signed script. What is shown and executed is read from `signed` each time, never from a column beside it. */
export const sqlScript = pgTable(
  'sql_script',
  {
    id: text().primaryKey(),
    version: text().notNull(),
    name: text().notNull(),
    module: text().notNull(),
    signed: jsonb().$type<SignedSql>().notNull(),
    /** SHA-256 of the signed text, as it was uploaded. */
    checksum: text().notNull(),
    state: text().$type<'pending' | 'done' | 'failed' | 'marked' | 'undone'>().notNull().default('pending'),
    uploadedBy: text('uploaded_by').notNull(),
    uploadedAt: moment('uploaded_at').notNull(),
  },
  (t) => [uniqueIndex('sql_script_version').on(t.version, t.name)],
)

/** What was done with a script. `running` is committed before the script begins; its end is part of the script's transaction. */
export const sqlRun = pgTable(
  'sql_run',
  {
    id: text().primaryKey(),
    scriptId: text('script_id').notNull(),
    kind: text().$type<'execute' | 'rollback' | 'mark'>().notNull(),
    state: text().$type<'running' | 'done' | 'failed'>().notNull(),
    /** By the database's clock: nodes agree on it. */
    startedAt: moment('started_at').notNull().defaultNow(),
    ms: integer(),
    rows: integer(),
    executor: text().notNull(),
    authoriser: text().notNull().default(''),
    reason: text().notNull(),
    error: text().notNull().default(''),
  },
  (t) => [
    index('sql_run_script').on(t.scriptId, t.startedAt),
    // One at a time over all nodes.
    uniqueIndex('sql_run_running').on(t.state).where(sql`state = 'running'`),
  ],
)
