import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { lease, moment } from '../../database/columns.ts'

/** What somebody took out of a list: the question, never its rows (SPEC 2; nothing personal is kept at rest). */
export const exportJob = pgTable(
  'export_job',
  {
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    userName: text('user_name').notNull(),
    /** Name of the list call. */
    call: text().notNull(),
    title: text().notNull(),
    columns: jsonb().$type<string[]>().notNull(),
    /** The filters, sealed: a filter may be a person's name. */
    question: text().notNull(),
    state: text().$type<'ready' | 'running' | 'done' | 'cancelled' | 'failed'>().notNull().default('ready'),
    /** Bounded count when it was asked for; rows written once it is done. */
    rows: integer().notNull(),
    progressId: text('progress_id').notNull(),
    /** The area whose rows they are, '' for all of his, where the product took it out for him; else where he works. */
    areaCode: text('area_code'),
    downloads: integer().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (t) => [index('export_job_user').on(t.userId, t.createdAt)],
)

/** A sheet that was checked and waits to be brought in, or is being brought in. */
export const importJob = pgTable(
  'import_job',
  {
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    importType: text('import_type').notNull(),
    areaCode: text('area_code').notNull(),
    state: text().$type<'checked' | 'running' | 'done' | 'failed'>().notNull().default('checked'),
    /** The good rows, sealed; emptied when everything is brought in. */
    good: text().notNull(),
    /** The failing ones with their reasons, and how many a run has left out since (import-failing.ts), sealed. */
    bad: text().notNull(),
    /** What it made and nobody can read again (first passwords), sealed, until it is taken; '' for nothing. */
    once: text().notNull().default(''),
    total: integer().notNull(),
    /** Good rows dealt with so far: a run that ended early goes on from here. */
    done: integer().notNull().default(0),
    /** Who runs it counts as gone when this has passed. */
    leaseUntil: lease('lease_until'),
    progressId: text('progress_id'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('import_job_user').on(t.userId, t.createdAt)],
)
