import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, moment } from '../../database/columns.ts'

/**
 * One paper per document, made once (DESIGN 11), sealed: its PDF for a week, what it says for good. From then on the PDF is
 * made again when asked, and says the same whatever the store is called by then, and whatever became of its order.
 */
export const slip = pgTable(
  'slip',
  {
    id: text().primaryKey(),
    orderId: text('order_id').notNull(),
    storeId: text('store_id').notNull(),
    kind: text().notNull(),
    layout: text().notNull(),
    /** 1 is the first; from 2 on it is marked 补打. */
    printNo: integer('print_no').notNull(),
    pages: integer().notNull(),
    pdf: bytes('pdf'),
    /** `SlipModel`, deflated JSON; null of those of before, which are made again of what is known today. */
    model: bytes('model'),
    state: text().notNull().default('made'),
    printer: text(),
    madeAt: moment('made_at').notNull(),
    printedAt: moment('printed_at'),
  },
  (t) => [
    index('slip_order').on(t.orderId, t.kind),
    // Those whose PDF is still there: the sweep finds the oldest.
    index('slip_kept').on(t.madeAt).where(sql`pdf is not null`),
  ],
)
