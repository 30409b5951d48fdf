import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { empty, fen, lease, moment } from '../../database/columns.ts'
import type { ClaimStateCode } from './state.ts'

const amounts = () => ({
  total: fen('total').notNull().default(0),
  /** 医保认可费用: the total less what is wholly the person's own. */
  recognised: fen('recognised').notNull().default(0),
  fund: fen('fund').notNull().default(0),
  account: fen('account').notNull().default(0),
  cash: fen('cash').notNull().default(0),
})

const none = (name: string) => fen(name).notNull().default(0)

/**
 * An application for a month's money (domain.md 5.6). Its settlements are fixed when it is made (`liquidationItem`); the
 * plain amounts are their sums, the `claim…` ones what is applied for. Fen.
 */
export const liquidation = pgTable(
  'liquidation',
  {
    id: text().primaryKey(),
    storeId: text('store_id').notNull(),
    areaCode: text('area_code').notNull(),
    /** yyyy-MM */
    month: text().notNull(),
    clrOptins: text('clr_optins').notNull(),
    /** '' = all kinds, ways or insurances: an area's centre does not tell them apart. */
    clrType: empty('clr_type'),
    clrWay: empty('clr_way'),
    insutype: empty('insutype'),
    settled: integer().notNull().default(0),
    reversed: integer().notNull().default(0),
    ...amounts(),
    claimPersons: integer('claim_persons').notNull().default(0),
    claimTotal: none('claim_total'),
    claimRecognised: none('claim_recognised'),
    claimFund: none('claim_fund'),
    claimAccount: none('claim_account'),
    claimCash: none('claim_cash'),
    editReason: empty('edit_reason'),
    /** The account's money is part of claimFund (areas differ). */
    withAccount: boolean('with_account').notNull(),
    /** Every group of it was equal with the centre; else differences were dealt with by hand. */
    agreed: boolean().notNull(),
    state: text().$type<ClaimStateCode>().notNull().default('0'),
    /** The state to return to when a revocation that was sent turns out not to have been taken. */
    stateBefore: text('state_before').$type<ClaimStateCode>(),
    /**
     * When the connection of the last message that changes something was closed; while it is open, when it will be at last. The
     * column keeps its first name, by which nodes of before read it in a rolling start.
     */
    closedAt: moment('sent_at'),
    /** clr_appy_evt_id */
    eventId: empty('event_id'),
    /** clr_stas as the centre sent it last. */
    centreCode: empty('centre_code'),
    /** What the centre holds; null until it was asked. */
    centreTotal: fen('centre_total'),
    centreFund: fen('centre_fund'),
    deducted: none('deducted'),
    reserved: none('reserved'),
    granted: none('granted'),
    paid: none('paid'),
    /** cashym, yyyy-MM */
    paidMonth: empty('paid_month'),
    message: empty('message'),
    operatorName: text('operator_name').notNull(),
    createdAt: moment('created_at').notNull(),
    appliedBy: empty('applied_by'),
    appliedAt: moment('applied_at'),
    queriedAt: moment('queried_at'),
    /** When the job asks next, and how often in a row nobody answered it; null: it has not asked yet. */
    nextAt: moment('next_at'),
    attempts: integer().notNull().default(0),
    paidAt: moment('paid_at'),
    /** Somebody works on it until then (claims.ts). */
    claimedUntil: lease('claimed_until'),
  },
  (t) => [
    // One month is applied for once: a revoked application makes room for another.
    uniqueIndex('liquidation_key')
      .on(t.storeId, t.month, t.clrOptins, t.clrType, t.clrWay, t.insutype)
      .where(sql`state <> '2'`),
    index('liquidation_month').on(t.month, t.storeId),
  ],
)

/** A settlement, or its reversal, inside an application, with its amounts as they were then. */
export const liquidationItem = pgTable(
  'liquidation_item',
  {
    liquidationId: text('liquidation_id').notNull(),
    orderId: text('order_id').notNull(),
    refunded: boolean().notNull(),
    at: moment('at').notNull(),
    ...amounts(),
    /** Of a revoked application it is history: it may stand in another one. */
    live: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.liquidationId, t.orderId, t.refunded] }),
    uniqueIndex('liquidation_item_order').on(t.orderId, t.refunded).where(sql`live`),
    index('liquidation_item_at').on(t.liquidationId, t.at, t.orderId),
  ],
)

/** One fund of an application as its centre answered last (domain.md 8.9 基金清算). */
export const liquidationFund = pgTable(
  'liquidation_fund',
  {
    id: text().primaryKey(),
    liquidationId: text('liquidation_id').notNull(),
    /** fee_clr_id */
    clearingId: text('clearing_id').notNull(),
    fund: text().notNull(),
    applied: none('applied'),
    deducted: none('deducted'),
    reserved: none('reserved'),
    paid: none('paid'),
  },
  (t) => [uniqueIndex('liquidation_fund_key').on(t.liquidationId, t.clearingId, t.fund)],
)
