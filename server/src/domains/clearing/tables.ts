import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { empty, fen, lease, moment } from '../../database/columns.ts'

/**
 * 0 nothing to confirm · 1 half extracted · 2 to confirm · 3 in part · 4 confirmed · 5 an answer of ours, 6 a roll-back
 * is unknown.
 */
export type ClearingStateCode = '0' | '1' | '2' | '3' | '4' | '5' | '6'

export type ClearingResult = 'equal' | 'differs' | 'centreOnly' | 'oursOnly'
export type ClearingAnswer = 'open' | 'confirmed' | 'refused' | 'unknown' | 'none'

/** A store's month of settlements of persons insured elsewhere (domain.md 5.7). */
export const clearingMonth = pgTable(
  'clearing_month',
  {
    id: text().primaryKey(),
    storeId: text('store_id').notNull(),
    areaCode: text('area_code').notNull(),
    /** yyyy-MM */
    month: text().notNull(),
    state: text().$type<ClearingStateCode>().notNull().default('1'),
    /** How often it was extracted, and where the extraction under way goes on (startrow of 3260). */
    run: integer().notNull().default(0),
    nextRow: integer('next_row').notNull().default(1),
    /** Where the page before begins, and the mark of what was read there (list.ts). */
    pageRow: integer('page_row').notNull().default(0),
    pageMark: empty('page_mark'),
    extractedAt: moment('extracted_at'),
    /**
     * When the connection of the last message that changes something was closed; while it is open, when it will be at last. The
     * column keeps its first name, by which nodes of before read it in a rolling start.
     */
    closedAt: moment('sent_at'),
    message: empty('message'),
    /** What the last roll-back that left was authorised by; null from when it is known not to have come about. */
    rollbackId: text('rollback_id'),
    operatorName: text('operator_name').notNull(),
    /** Somebody works on it until then (claims.ts). */
    claimedUntil: lease('claimed_until'),
  },
  (t) => [uniqueIndex('clearing_month_key').on(t.month, t.storeId)],
)

/** A row of the centre's clearing, a row of ours that it lacks, or both beside each other. Fen; reversals negative. */
export const clearingRow = pgTable(
  'clearing_row',
  {
    id: text().primaryKey(),
    monthId: text('month_id').notNull(),
    storeId: text('store_id').notNull(),
    areaCode: text('area_code').notNull(),
    month: text().notNull(),
    /** Of the centre, '' where it gave none; our own number where only we have it, '' for a reversal without one. */
    setlSn: text('setl_sn').notNull(),
    mdtrtId: text('mdtrt_id').notNull(),
    seqno: empty('seqno'),
    settledAt: moment('settled_at').notNull(),
    /** certno, sealed: 3261 sends it back. */
    cert: text(),
    maskedCert: empty('masked_cert'),
    advance: boolean().notNull().default(false),
    total: fen('total'),
    paid: fen('paid'),
    /** The extraction that saw it last; 0 = the centre has no such row. */
    run: integer().notNull(),
    /** Which of those that the centre lists under one number, visit, time and total (same-row.ts). */
    nth: integer().notNull().default(1),
    orderId: text('order_id'),
    refunded: boolean().notNull().default(false),
    ownTotal: fen('own_total'),
    ownPaid: fen('own_paid'),
    /** Where the person is insured, and whether in another province, as our order has it. */
    insuredArea: empty('insured_area'),
    outFlag: empty('out_flag'),
    result: text().$type<ClearingResult>().notNull().default('centreOnly'),
    answer: text().$type<ClearingAnswer>().notNull().default('open'),
    /** What was sent, while its answer is unknown. */
    asked: empty('asked'),
    note: empty('note'),
    answeredBy: empty('answered_by'),
    answeredAt: moment('answered_at'),
  },
  (t) => [
    uniqueIndex('clearing_row_listed')
      .on(t.monthId, t.setlSn, t.mdtrtId, t.settledAt, t.total, t.nth)
      .where(sql`run > 0`),
    uniqueIndex('clearing_row_own').on(t.monthId, t.orderId, t.refunded).where(sql`run = 0`),
    index('clearing_row_month').on(t.month, t.storeId, t.settledAt),
    // The others hold a part of a month each, and a whole one is read for every batch.
    index('clearing_row_whole').on(t.monthId),
  ],
)
