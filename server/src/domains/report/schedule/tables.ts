import type { Rhythm } from '@yibao/shared/reporting/rhythm.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { lease, moment } from '../../../database/columns.ts'

/** When a report is sent by itself, and to whom: one plan for each (domain.md 8.12). */
export const reportSchedule = pgTable(
  'report_schedule',
  {
    definitionId: text('definition_id').primaryKey(),
    /** Counts what was saved: of two who change what they saw, one wins. */
    revision: integer().notNull(),
    on: boolean('is_on').notNull(),
    rhythm: jsonb().$type<Rhythm>().notNull(),
    /** Everybody who holds one of these menu roles. */
    roles: text().array().notNull().default([]),
    /** Chosen by name, with the name that was chosen. */
    people: jsonb().$type<{ userId: string; name: string }[]>().notNull().default([]),
    /** Whoever saved it: a run asks what he may still do. */
    plannerId: text('planner_id').notNull(),
    planner: text().notNull(),
    savedAt: moment('saved_at').notNull(),
    nextAt: moment('next_at').notNull(),
  },
  (t) => [index('report_schedule_due').on(t.nextAt).where(sql`is_on`)],
)

/** One time of a plan; open until each recipient's outcome is known. */
export const reportRun = pgTable(
  'report_run',
  {
    id: text().primaryKey(),
    definitionId: text('definition_id').notNull(),
    dueAt: moment('due_at').notNull(),
    from: text('from_day').notNull(),
    to: text('to_day').notNull(),
    state: text().$type<'open' | 'done' | 'refused'>().notNull().default('open'),
    /** What happened to all of it, in words. */
    note: text().notNull().default(''),
    /** When it is gone on with, where nobody is at it. */
    nextAttemptAt: moment('next_attempt_at').notNull(),
    /** One node carries it out until then. */
    claimedUntil: lease('claimed_until'),
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('report_run_due').on(t.definitionId, t.dueAt),
    index('report_run_open').on(t.nextAttemptAt).where(sql`state = 'open'`),
    index('report_run_at').on(t.dueAt),
  ],
)

export type Outcome = 'waiting' | 'sent' | 'empty' | 'skipped' | 'failed'

/** What became of one run for one recipient. */
export const reportDelivery = pgTable(
  'report_delivery',
  {
    runId: text('run_id').notNull(),
    userId: text('user_id').notNull(),
    name: text().notNull(),
    outcome: text().$type<Outcome>().notNull().default('waiting'),
    rows: integer(),
    reason: text().notNull().default(''),
    /** Begun so often: counted before anything is read, so that one which ends its process is not begun for ever. */
    attempts: integer().notNull().default(0),
    at: moment('at'),
  },
  (t) => [primaryKey({ columns: [t.runId, t.userId] })],
)
