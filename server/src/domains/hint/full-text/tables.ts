import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { lease, moment } from '../../../database/columns.ts'

/** What a hint is found by in the full text: pairs of neighbouring characters (catalogue/grams.ts). */
export const hintDocument = pgTable(
  'hint_document',
  { hintId: text('hint_id').primaryKey(), grams: bigint({ mode: 'number' }).array().notNull() },
  (t) => [index('hint_document_grams').using('gin', t.grams)],
)

/** How an index was last built, and who builds it now; without a row there is no index. */
export const searchIndex = pgTable('search_index', {
  name: text().primaryKey(),
  builtAt: moment('built_at'),
  ms: integer(),
  node: text().notNull().default(''),
  /** Who watches the build that runs; it counts as broken off when its lease has passed. */
  progressId: text('progress_id'),
  leaseUntil: lease('lease_until'),
})
