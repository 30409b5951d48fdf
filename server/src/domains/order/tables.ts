import { sql } from 'drizzle-orm'
import { boolean, type ExtraConfigColumn, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { fen, lease, moment } from '../../database/columns.ts'
import type { StoredAudit } from './audit-hit.ts'
import { type PurchaseInfno, purchaseList, type ReversalInfno } from './infnos.ts'
import type { Line, OrderFlag, OrderState, PersonSnapshot, StoredBasket, StoredSplit } from './types.ts'

/** Settled, or no longer so, and not yet written as sold or returned. An index holds them, so that nothing is searched for. */
export const saleDue = sql.raw(
  `(state = 'settled' and sale_mark in ('', 'returned', 'other') or state = 'reversed' and sale_mark in ('', 'sold', 'other')
    or state in ('presettled', 'voided') and sale_mark in ('sold', 'other'))`,
)

/** Priced or put aside, and not settled. */
const openOnly = sql.raw(`state in ('drafted','presettled')`)

/** Orders that have sold packs with codes, or may have: an index holds theirs. */
export const soldCodes = sql.raw(
  `state in ('settling','settled','reversing','unknown') and lines @? '$[*].traceCodes[*]'`,
)

/** Which goods an order has, and of which orders an index holds them: once its sale is written, so after its settlement. */
export const goodsOf = sql.raw(`jsonb_path_query_array(lines, '$[*].ownCode')`)
export const soldGoodsOnly = sql.raw(`sale_mark <> ''`)

/** What the filters of the lists compare, without the names. */
const asked = (t: Record<AskedColumn, ExtraConfigColumn>) =>
  [t.total, t.settledAt, t.insutype, t.medicalType, t.outFlag, t.source, insuredArea] as const
type AskedColumn = 'total' | 'settledAt' | 'insutype' | 'medicalType' | 'outFlag' | 'source'
const insuredArea = sql`("person" ->> 'insuredArea')`

/** One purchase; its states and moves are states.ts (DESIGN 7). */
export const order = pgTable(
  'purchase_order',
  {
    id: text().primaryKey(),
    orderNo: text('order_no').notNull(),
    areaCode: text('area_code').notNull(),
    companyId: text('company_id').notNull(),
    storeId: text('store_id').notNull(),
    operatorId: text('operator_id').notNull(),
    operatorName: text('operator_name').notNull(),
    erpBill: text('erp_bill'),
    source: text().notNull().default('2'),
    state: text().$type<OrderState>().notNull(),
    flags: jsonb().$type<OrderFlag[]>().notNull().default([]),
    parked: boolean().notNull().default(false),
    /** Masked and coded data of the person for display; the rest is sealed. */
    person: jsonb().$type<PersonSnapshot>().notNull(),
    /** psn_no, certificate, credential: sealed. */
    identity: text(),
    psnHash: text('psn_hash'),
    maskedName: text('masked_name').notNull().default(''),
    insutype: text(),
    medicalType: text('medical_type').notNull(),
    outFlag: text('out_flag').notNull().default('0'),
    basket: jsonb().$type<StoredBasket>().notNull(),
    lines: jsonb().$type<Line[]>().notNull(),
    /** The reviewed prescription it is settled on (domains/prescription). */
    prescriptionId: text('prescription_id'),
    split: jsonb().$type<StoredSplit>(),
    reasons: jsonb().$type<string[]>().notNull().default([]),
    warnings: jsonb().$type<string[]>().notNull().default([]),
    /** What the audit said of this basket (domain.md 8.15); null: nothing. */
    audit: jsonb().$type<StoredAudit>(),
    settleKey: text('settle_key'),
    total: fen('total').notNull(),
    fundTotal: fen('fund_total').notNull().default(0),
    account: fen('account').notNull().default(0),
    familyAccount: fen('family_account').notNull().default(0),
    /** The centre's acct_pay leaves out what the family's account paid (acct-pay.ts). */
    familyApart: boolean('family_apart').notNull().default(false),
    cash: fen('cash').notNull().default(0),
    /** The fen by which an identity of domain.md 4.2 is broken. */
    amountGap: fen('amount_gap'),
    setlId: text('setl_id'),
    mdtrtId: text('mdtrt_id'),
    /** The registered visit that it is settled in (visit-tables.ts); null: by 2102. */
    visitId: text('visit_id'),
    /** settle_key and batch of the split: what was priced by whom knows nothing of visits is not settled in one. */
    visitBatch: text('visit_batch'),
    /** msgid of the 2102 or 2207 that booked it. */
    msgid: text(),
    clrOptins: text('clr_optins'),
    clrWay: text('clr_way'),
    clrType: text('clr_type'),
    /** The centre's settlement time decides the reconciliation day (domain.md 5.1). */
    settledAt: moment('settled_at'),
    /** How it was taken back: 撤销 (2103, of a visit 2208), or 冲正. */
    reversedBy: text('reversed_by').$type<'2103' | '2601'>(),
    reversalSetlId: text('reversal_setl_id'),
    reversalMsgid: text('reversal_msgid'),
    reversedAt: moment('reversed_at'),
    reversalReason: text('reversal_reason'),
    /** Who took it back at a counter: it is he who gives the cash back. None where a repair of the books did, or before this was kept. */
    reversedById: text('reversed_by_id'),
    reversedByName: text('reversed_by_name'),
    /** The account after the reversal, as 2103 answered; unknown where only its outcome was found. */
    reversalBalance: fen('reversal_balance'),
    /** Goods or slip have left the counter: nothing is undone automatically any more. */
    goodsOut: boolean('goods_out').notNull().default(false),
    printed: integer().notNull().default(0),
    /**
     * Whether its sale, or its return, was written for 3505 and 3506 (domains/sale/write.ts); other = as sold by another
     * settlement than it has now (moving.ts); before = older than that.
     */
    saleMark: text('sale_mark').$type<'' | 'sold' | 'other' | 'returned' | 'before'>().notNull().default(''),
    /** How often what its ERP bill came to has become something else after its end, 0 for nearly every order (moves.ts, `turning`). */
    turned: integer().notNull().default(0),
    /** The ERP bill that a person took off it again (settlement/bind-bill.ts): that one was told of this settlement. */
    formerBill: text('former_bill'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    // The lists, newest first, of a store, of an area's administrator and of everything: page and bounded count are
    // answered from the index alone, so their time does not grow with the table. Behind that stands what a list is asked
    // for: a day of long ago, an amount or a kind that nobody has is then looked for without reading a single order.
    index('order_store_created').on(t.storeId, t.createdAt, t.id, t.state, ...asked(t)),
    index('order_area_created').on(t.areaCode, t.createdAt, t.id, t.storeId, t.state, ...asked(t)),
    index('order_created').on(t.createdAt, t.id, t.state, ...asked(t)),
    index('order_settled').on(t.storeId, t.settledAt),
    index('order_reversed').on(t.storeId, t.reversedAt),
    // A number that somebody looks for is found wherever he may look, whichever of the four it is.
    index('order_number').on(t.orderNo),
    uniqueIndex('order_setl').on(t.setlId, t.areaCode),
    index('order_reversal_setl').on(t.reversalSetlId).where(sql`reversal_setl_id is not null`),
    index('order_erp').on(t.erpBill, t.storeId),
    index('order_msgid').on(t.msgid),
    index('order_abnormal')
      .on(t.storeId, t.createdAt)
      .where(sql`state in ('settling','reversing','unknown') or flags <> '[]'::jsonb`),
    // What a settlement has to know of the same person's others, whatever else is abnormal in the area.
    index('order_in_air').on(t.areaCode, t.psnHash).where(sql`state in ('settling','unknown')`),
    // One prescription, one settlement: whatever frees the order (a refusal, an undo, a reversal) frees it too.
    uniqueIndex('order_rx')
      .on(t.prescriptionId)
      .where(sql`prescription_id is not null and state in ('settling','unknown','settled','reversing')`),
    // What a person bought of late, and nothing of what was never settled or came back.
    index('order_person')
      .on(t.psnHash, t.settledAt)
      .where(sql`state in ('settled','reversing','unknown') and settled_at is not null`),
    // What was taken back of a person: whether it was between two moments (year-before.ts). A reversal alone writes here.
    index('order_person_back').on(t.psnHash).where(sql`state = 'reversed'`),
    index('order_sale_due').on(t.updatedAt).where(saleDue),
    // Which order sold a pack: codes of orders that count, however many others there are.
    index('order_codes').using('gin', sql`jsonb_path_query_array(lines, '$[*].traceCodes[*]')`).where(soldCodes),
    // Which orders have some goods. A settlement writes nothing here: the job does that writes its sale.
    index('order_goods').using('gin', goodsOf).where(soldGoodsOnly),
    // Of which an ERP may have to hear once more: few of all.
    index('order_turned')
      .on(t.storeId, t.updatedAt)
      .where(sql`turned > 0 and (erp_bill is not null or former_bill is not null)`),
    index('order_parked').on(t.storeId).where(sql`parked`),
    // What was priced and left, and of what is void whose it was (settlement/left-over.ts): few of all at their age.
    index('order_left').on(t.createdAt).where(openOnly),
    index('order_known').on(t.createdAt).where(sql`state = 'voided' and identity is not null`),
  ],
)

/** SQL over intents: those that settle. */
const purchaseOnly = sql.raw(`infno in ${purchaseList}`)

/**
 * Messages that recovery works on, and those under way, as what it looks at each second says it (recover/claim.ts). Each has
 * an index that no other one can stand in for, which is why they are told by what they are not: while a backup holds its
 * snapshot each settlement since leaves its entry in `intent_open`, and whoever reads that from its beginning reads them all.
 */
export const unknownOnly = sql.raw(`outcome not in ('open','booked','refused','undone','reversed')`)
export const underWayOnly = sql.raw(`outcome not in ('unknown','booked','refused','undone','reversed')`)

/** What was about to leave for the centre, committed before it left (DESIGN 7). */
export const intent = pgTable(
  'settlement_intent',
  {
    id: text().primaryKey(),
    msgid: text().notNull(),
    infno: text().$type<PurchaseInfno | ReversalInfno>().notNull(),
    orderId: text('order_id').notNull(),
    areaCode: text('area_code').notNull(),
    companyId: text('company_id').notNull(),
    storeId: text('store_id').notNull(),
    userId: text('user_id').notNull(),
    callName: text('call_name').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    erpBill: text('erp_bill'),
    /** Keyed hash of the person and his lines: what may be under way once. */
    basketMark: text('basket_mark'),
    setlId: text('setl_id'),
    /** msgids of earlier sendings of the same reversal: one of them may be the one the centre booked. */
    earlierMsgids: jsonb('earlier_msgids').$type<string[]>().notNull().default([]),
    /** The exact bytes, sealed. */
    payload: text().notNull(),
    /** open: the call is under way · unknown: recovery works on it · booked, refused, undone, reversed: done. */
    outcome: text()
      .$type<'open' | 'unknown' | 'booked' | 'refused' | 'undone' | 'reversed'>()
      .notNull()
      .default('open'),
    node: text().notNull(),
    leaseUntil: lease('lease_until').notNull(),
    sentAt: moment('sent_at').notNull(),
    /** When its connection was certainly closed; inFlightMax counts from here. */
    closedAt: moment('closed_at'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: lease('next_attempt_at'),
    lastError: text('last_error'),
    /** A 2601 for it has left: a booking that shows up later is no longer simply settled. */
    undoSentAt: moment('undo_sent_at'),
    undoneBy: text('undone_by').$type<'booked' | 'notFound'>(),
    /** What came to it, as it came, sealed; null where nothing did, or something else told what became of it. */
    answer: text(),
    /** A booked answer that came while recovery already had it, sealed. */
    lateAnswer: text('late_answer'),
    needsPerson: boolean('needs_person').notNull().default(false),
    /** The database it was written into (recover/life.ts). In another one what came of it may have been lost. */
    life: text().notNull().default(sql`database_life()`),
    /** The address of the centre that it left for: at another one nothing is known of it. Null of what left before this column. */
    sentTo: text('sent_to'),
    /** The path there, which behind one gateway says which centre answers; a column of its own for servers of before. */
    sentPath: text('sent_path'),
    /** A person has said that nothing left the counter under it: it may be undone, whatever speaks against that. */
    undoAsked: boolean('undo_asked').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('intent_msgid').on(t.msgid),
    uniqueIndex('intent_key').on(t.userId, t.callName, t.idempotencyKey),
    uniqueIndex('intent_setl').on(t.areaCode, t.setlId).where(purchaseOnly),
    uniqueIndex('intent_erp')
      .on(t.companyId, t.storeId, t.erpBill)
      .where(sql`${purchaseOnly} and outcome not in ('refused','undone','reversed')`),
    uniqueIndex('intent_twin')
      .on(t.areaCode, t.basketMark)
      .where(sql`${purchaseOnly} and outcome in ('open','unknown')`),
    uniqueIndex('intent_open').on(t.orderId).where(sql`outcome in ('open','unknown')`),
    index('intent_unknown').on(t.areaCode, t.sentAt).where(unknownOnly),
    index('intent_lease').on(t.leaseUntil).where(underWayOnly),
    // What was sent for an order, the newest last: asked of each abnormal one that is opened or listed, and by the sweep.
    index('intent_order').on(t.orderId, t.createdAt),
  ],
)

/** One row per move of an order, and per thing a person must be able to read later. */
export const orderEvent = pgTable(
  'order_event',
  {
    id: text().primaryKey(),
    orderId: text('order_id').notNull(),
    at: moment('at').notNull(),
    from: text('from_state'),
    to: text('to_state'),
    move: text().notNull(),
    text: text().notNull().default(''),
    by: text().notNull(),
  },
  (t) => [index('order_event_order').on(t.orderId, t.at)],
)
