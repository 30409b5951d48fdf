import type { collectState } from '@yibao/shared/entities/other-pay.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import { fen, moment } from '../../database/columns.ts'

export type CollectState = z.infer<typeof collectState>

/** What is not ordinary: few among all orders, so that looking for them reads an index of them alone. */
export const unusual = sql.raw(`state in ('part','over','back','backPart','backFull')`)

/** Money that has to go back to a customer. */
export const toReturn = sql.raw(`state in ('over','back','backPart')`)

/**
 * What of an order is due besides the insurance, and what is known to have come and gone of it. Its first half is the
 * order's and kept by a trigger of purchase_order (migration 0105), so that a reversal is here in the moment it is booked;
 * its second half is the sum of the payments (book.ts). An order of which nothing was left to pay has no row until
 * somebody pays.
 */
export const orderCollection = pgTable(
  'order_collection',
  {
    orderId: text('order_id').primaryKey(),
    orderNo: text('order_no').notNull(),
    areaCode: text('area_code').notNull(),
    storeId: text('store_id').notNull(),
    setlId: text('setl_id').notNull().default(''),
    erpBill: text('erp_bill'),
    maskedName: text('masked_name').notNull().default(''),
    /** When it was settled. */
    at: moment('at').notNull(),
    /** The settlement does not stand any more: nothing is due, everything that came goes back. */
    gone: boolean().notNull(),
    /** psn_cash_pay while it stands, never below zero. */
    due: fen('due').notNull(),
    familyAccount: fen('family_account').notNull(),
    paid: fen('paid').notNull().default(0),
    refunded: fen('refunded').notNull().default(0),
    kinds: text().array().notNull().default([]),
    kindNames: text('kind_names').notNull().default(''),
    payNos: text('pay_nos').notNull().default(''),
    operators: text().notNull().default(''),
    paidAt: moment('paid_at'),
    refundedAt: moment('refunded_at'),
    /** Below zero it has to be given back. */
    open: fen('open').notNull().generatedAlwaysAs(sql`due - paid + refunded`),
    /** The one place that says how far the money of an order is (table of its cases: state.test.ts). */
    state: text()
      .$type<CollectState>()
      .notNull()
      .generatedAlwaysAs(sql`case
        when gone then case when paid = 0 then 'none' when refunded = 0 then 'back'
          when refunded < paid then 'backPart' else 'backFull' end
        when paid - refunded <= 0 then case when due = 0 then 'none' else 'due' end
        when paid - refunded < due then 'part'
        when paid - refunded = due then 'full'
        else 'over' end`),
  },
  (t) => [
    // The lists, newest first, of a store, of an area's administrator and of everything.
    index('order_collection_store').on(t.storeId, t.at, t.orderId),
    index('order_collection_area').on(t.areaCode, t.at, t.orderId, t.storeId),
    index('order_collection_at').on(t.at, t.orderId),
    index('order_collection_unusual').on(t.storeId, t.at, t.orderId).where(unusual),
  ],
)

/** What is kept of a payment or a refund that was written wrongly. */
const removed = {
  removedAt: moment('removed_at'),
  removedBy: text('removed_by').notNull().default(''),
  removedReason: text('removed_reason').notNull().default(''),
}

/** What a customer paid of an order. No money is moved here: it is what a till or a clerk says of it. */
export const orderPayment = pgTable(
  'order_payment',
  {
    id: text().primaryKey(),
    orderId: text('order_id').notNull(),
    storeId: text('store_id').notNull(),
    areaCode: text('area_code').notNull(),
    companyId: text('company_id').notNull(),
    /** order_pay_kind, with its name as it was then. */
    kind: text().notNull(),
    kindName: text('kind_name').notNull(),
    amount: fen('amount').notNull(),
    payNo: text('pay_no').notNull().default(''),
    paidAt: moment('paid_at').notNull(),
    operator: text().notNull(),
    source: text().$type<'erp' | 'hand'>().notNull(),
    createdAt: moment('created_at').notNull(),
    ...removed,
  },
  (t) => [
    index('order_payment_order').on(t.orderId),
    // One payment covers one order. Companies of an area number their receipts by themselves.
    uniqueIndex('order_payment_live')
      .on(t.areaCode, t.companyId, t.kind, t.payNo)
      .where(sql`pay_no <> '' and removed_at is null`),
    index('order_payment_no').on(t.payNo).where(sql`pay_no <> ''`),
  ],
)

/** What went back of a payment. */
export const orderRefund = pgTable(
  'order_refund',
  {
    id: text().primaryKey(),
    paymentId: text('payment_id').notNull(),
    orderId: text('order_id').notNull(),
    areaCode: text('area_code').notNull(),
    companyId: text('company_id').notNull(),
    kind: text().notNull(),
    amount: fen('amount').notNull(),
    refundNo: text('refund_no').notNull().default(''),
    refundedAt: moment('refunded_at').notNull(),
    operator: text().notNull(),
    /** The second person, where the area asks for one. */
    approvedBy: text('approved_by').notNull().default(''),
    reason: text().notNull().default(''),
    source: text().$type<'erp' | 'hand'>().notNull(),
    createdAt: moment('created_at').notNull(),
    ...removed,
  },
  (t) => [
    index('order_refund_order').on(t.orderId),
    uniqueIndex('order_refund_live')
      .on(t.areaCode, t.companyId, t.kind, t.refundNo)
      .where(sql`refund_no <> '' and removed_at is null`),
    index('order_refund_no').on(t.refundNo).where(sql`refund_no <> ''`),
  ],
)

export type Collection = typeof orderCollection.$inferSelect
export type Payment = typeof orderPayment.$inferSelect
export type Refund = typeof orderRefund.$inferSelect
