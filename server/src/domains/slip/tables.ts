import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, moment } from '../../database/columns.ts'

/** One PDF per document, made once and kept (DESIGN 11). */
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
    pdf: bytes('pdf').notNull(),
    state: text().notNull().default('made'),
    printer: text(),
    madeAt: moment('made_at').notNull(),
    printedAt: moment('printed_at'),
  },
  (t) => [index('slip_order').on(t.orderId, t.kind)],
)
