import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, moment } from '../../database/columns.ts'

/** One PDF per document, made once (DESIGN 11) and kept for half a year, sealed: from then on it is made again when asked. */
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
