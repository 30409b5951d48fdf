import type { SetupStep } from '@yibao/shared/setup.ts'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** How one step of a store's set-up ended. */
export interface StepOutcome {
  state: 'done' | 'warn' | 'skipped'
  text: string
  /** yyyy-MM-dd HH:mm:ss */
  at: string
  by: string
}

/** A store that is or was being set up (SPEC 4). One without a row has
 * nothing to do: it was opened before new stores began with one. */
export const storeSetup = pgTable('store_setup', {
  storeId: text('store_id').primaryKey(),
  begunAt: moment('begun_at').notNull(),
  begunBy: text('begun_by').notNull(),
  finishedAt: moment('finished_at'),
  steps: jsonb().$type<Partial<Record<SetupStep, StepOutcome>>>().notNull().default({}),
})
