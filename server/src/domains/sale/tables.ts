import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { empty, fen, moment } from '../../database/columns.ts'
import { standing } from '../telling/columns.ts'
import { personRows } from '../telling/for-person.ts'

/** Whatever the centre does not simply hold: what somebody still has to see to, and what was taken off or is needless. */
const unusual = sql.raw(`state <> 'uploaded'`)

/**
 * What one 3505 or 3506 tells the centre: a pack with its code, or a line's packs where they have none (domain.md 2.11:
 * drug_trac_codg holds one code and a call one row). Written from the order by a job; how the order's person is called
 * stays in the order.
 */
export const salePiece = pgTable(
  'sale_piece',
  {
    id: text().primaryKey(),
    /** fixmedins_bchno, the key of 3507 (pieces.ts). */
    batchNo: text('batch_no').notNull(),
    orderId: text('order_id').notNull(),
    orderNo: text('order_no').notNull(),
    storeId: text('store_id').notNull(),
    areaCode: text('area_code').notNull(),
    /** An order that is settled again after it was taken back is sold again: 1, 2, … */
    round: integer().notNull(),
    kind: text().$type<'sale' | 'return'>().notNull(),
    /** The line, and which of its pieces: a return has the numbers of its sale. */
    no: integer().notNull(),
    part: integer().notNull(),
    ownCode: text('own_code').notNull(),
    nationalCode: text('national_code').notNull(),
    name: text().notNull(),
    spec: text().notNull(),
    producer: text().notNull(),
    unit: text().notNull(),
    /** Wire texts: 4 and 6 decimals at most. */
    quantity: text().notNull(),
    price: text().notNull(),
    amount: fen('amount').notNull(),
    prescription: boolean().notNull(),
    lot: empty('lot'),
    /** yyyy-MM-dd or ''. */
    madeOn: empty('made_on'),
    expiresOn: empty('expires_on'),
    traceCode: empty('trace_code'),
    setlId: text('setl_id').notNull(),
    /** Settled, or of a return taken back. */
    soldAt: moment('sold_at').notNull(),
    operatorName: text('operator_name').notNull(),
    ...standing(),
  },
  (t) => [
    uniqueIndex('sale_piece_order').on(t.orderId, t.round, t.no, t.part, t.kind),
    index('sale_piece_order_no').on(t.orderNo),
    index('sale_piece_trace').on(t.traceCode).where(sql`trace_code <> ''`),
    // The lists of a store, of an area's administrator and of everything, newest first, page and count.
    index('sale_piece_store').on(t.storeId, t.soldAt, t.id, t.state),
    index('sale_piece_area').on(t.areaCode, t.soldAt, t.id, t.storeId, t.state),
    index('sale_piece_sold').on(t.soldAt, t.id, t.state),
    // Few among the many that the centre holds: one state of them is found, or that there is none, without reading those.
    index('sale_piece_open').on(t.storeId, t.soldAt, t.id, t.state).where(unusual),
    index('sale_piece_open_area').on(t.areaCode, t.soldAt, t.id, t.storeId, t.state).where(unusual),
    // The home page counts, minute by minute, what only a person can move.
    index('sale_piece_person').on(t.storeId, t.soldAt).where(personRows),
    // Few are the packs that came back, too.
    index('sale_piece_return').on(t.areaCode, t.soldAt, t.id, t.storeId).where(sql`kind = 'return'`),
    index('sale_piece_due').on(t.storeId, t.nextAt).where(sql`next_at is not null`),
  ],
)

export type Piece = typeof salePiece.$inferSelect

/**
 * Goods as orders of ours have them: what a code was ever called. Words find here which codes to look for, so that the
 * lines of no order are read for it.
 */
export const soldGoods = pgTable(
  'sold_goods',
  { ownCode: empty('own_code'), nationalCode: empty('national_code'), name: empty('name') },
  (t) => [primaryKey({ columns: [t.ownCode, t.nationalCode, t.name] })],
)
