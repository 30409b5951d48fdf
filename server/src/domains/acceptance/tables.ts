import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { empty, moment } from '../../database/columns.ts'

export type RunState = 'running' | 'passed' | 'failed' | 'stopped' | 'broken'
export type StepState = 'passed' | 'failed' | 'unknown' | 'skipped'

/** One run of the acceptance of a store (domain.md 8.2, auto-api-acceptance). */
export const acceptanceRun = pgTable(
  'acceptance_run',
  {
    id: text().primaryKey(),
    storeId: text('store_id').notNull(),
    areaCode: text('area_code').notNull(),
    operatorId: text('operator_id').notNull(),
    operatorName: text('operator_name').notNull(),
    maskedName: empty('masked_name'),
    state: text().$type<RunState>().notNull().default('running'),
    progressId: text('progress_id').notNull(),
    stopOnError: boolean('stop_on_error').notNull(),
    /** Somebody wants it to end after the transaction it is at. */
    stopping: boolean().notNull().default(false),
    /** Of the purchases it made. */
    orderIds: text('order_ids').array().notNull().default(sql`'{}'`),
    passed: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    steps: integer().notNull().default(0),
    note: empty('note'),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index('acceptance_run_store').on(t.storeId, t.startedAt),
    // Two at once would undo each other's sign-in and count each other's purchases.
    uniqueIndex('acceptance_run_one').on(t.storeId).where(sql`state = 'running'`),
  ],
)

/** What became of one transaction in a run; the message and its answer are sealed. */
export const acceptanceStep = pgTable(
  'acceptance_step',
  {
    id: text().primaryKey(),
    runId: text('run_id').notNull(),
    storeId: text('store_id').notNull(),
    place: integer().notNull(),
    infno: text().notNull(),
    state: text().$type<StepState>().notNull(),
    ms: integer(),
    msgid: empty('msgid'),
    infcode: empty('infcode'),
    text: empty('text'),
    deviations: text().array().notNull().default(sql`'{}'`),
    request: empty('request'),
    response: empty('response'),
    at: moment('at').notNull(),
  },
  (t) => [
    uniqueIndex('acceptance_step_run').on(t.runId, t.place),
    index('acceptance_step_store').on(t.storeId, t.infno, t.at),
  ],
)
