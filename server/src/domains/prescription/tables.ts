import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { empty, lease, moment } from '../../database/columns.ts'
import type { Dosage, Line } from '../order/types.ts'

export type RxState = 'waiting' | 'second' | 'passed' | 'refused' | 'returned' | 'undone'

/** A drug as the doctor wrote it; `ownCode` = the goods of the shop it means, '' until somebody says. */
export interface RxLine {
  name: string
  spec: string
  /** Wire text, 4 decimals. */
  quantity: string
  unit: string
  usage: string
  ownCode: string
  /** In the unit of the goods: what may be sold at most. */
  limit: string
  /** Of a downloaded one; those of before have no parts of their usage. */
  nationalCode?: string
  dosage?: Dosage
}

/** How far the centre has heard of a verdict, or of what was handed out; '' = there is nothing to tell. */
export type RxTold = '' | 'waiting' | 'unknown' | 'told' | 'refused' | 'returned'

/** A verdict as it was given; what the register says of the pharmacist later changes nothing of it. */
export interface RxReview {
  doctorId: string
  userId: string
  name: string
  code: string
  passed: boolean
  opinion: string
  /** ISO. */
  at: string
  /** Of the prescription as he read it; those of before have none. */
  revision?: number
}

/** A prescription as a store keeps it (domain.md 7). Days are yyyy-MM-dd; whether it is used, its order tells. */
export const prescription = pgTable(
  'prescription',
  {
    id: text().primaryKey(),
    companyId: text('company_id').notNull(),
    areaCode: text('area_code').notNull(),
    storeId: text('store_id').notNull(),
    number: text().notNull(),
    hospital: text().notNull(),
    department: empty('department'),
    doctor: text().notNull(),
    prescribedOn: text('prescribed_on').notNull(),
    validUntil: text('valid_until').notNull(),
    /** HH:mm:ss of that day until which a downloaded one is good; '' = all day. */
    validTime: empty('valid_time'),
    rxType: text('rx_type').$type<'1' | '2'>().notNull(),
    attribute: text().$type<'01' | '02' | '03'>().notNull(),
    /** JSON of Personal (personal.ts), sealed. */
    personal: text().notNull(),
    maskedName: text('masked_name').notNull(),
    sex: text().$type<'' | '0' | '1'>().notNull().default(''),
    age: integer(),
    /** The person's number at the centre, where his card was read; his certificate; his name: each as a keyed hash. */
    psnHash: empty('psn_hash'),
    certHash: empty('cert_hash'),
    nameHash: text('name_hash').notNull(),
    lines: jsonb().$type<RxLine[]>().notNull(),
    hasImage: boolean('has_image').notNull().default(false),
    state: text().$type<RxState>().notNull(),
    /** Goes up with every change of what a pharmacist reads. */
    revision: integer().notNull().default(1),
    /** The pharmacist who has it, until then. */
    takenBy: empty('taken_by'),
    takenName: empty('taken_name'),
    takenUntil: lease('taken_until'),
    reviews: jsonb().$type<RxReview[]>().notNull().default([]),
    /** Why it was returned, refused or withdrawn. */
    reason: empty('reason'),
    source: text().$type<'paper' | 'circulation'>().notNull().default('paper'),
    /** Of a downloaded one: which of its uses this is, from 1. */
    useNo: integer('use_no').notNull().default(1),
    /** download_ide_code */
    downloadCode: empty('download_code'),
    /** As its last message of the kind stands (rx_message). */
    verdict: text().$type<RxTold>().notNull().default(''),
    dispense: text().$type<RxTold>().notNull().default(''),
    enteredName: text('entered_name').notNull(),
    /** Everybody who wrote at it: none of them reviews it. */
    editors: jsonb().$type<string[]>().notNull(),
    submittedAt: moment('submitted_at').notNull(),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (t) => [
    index('prescription_store').on(t.storeId, t.prescribedOn, t.id),
    index('prescription_day').on(t.prescribedOn, t.id),
    index('prescription_queue').on(t.storeId, t.submittedAt).where(sql`state in ('waiting','second')`),
    index('prescription_submitted').on(t.storeId, t.submittedAt),
    // The same of many stores, in the order of the queue.
    index('prescription_oldest').on(t.submittedAt, t.id),
    index('prescription_person').on(t.storeId, t.psnHash),
    index('prescription_cert').on(t.storeId, t.certHash),
    index('prescription_name').on(t.storeId, t.nameHash),
    // A paper is written down once in a company, or it could be used twice.
    uniqueIndex('prescription_number')
      .on(t.companyId, t.hospital, t.number)
      .where(sql`state <> 'undone' and source = 'paper'`),
    // One that circulates may wait in two stores; which of them settles on it the centre decides by the verdict.
    uniqueIndex('prescription_circulated')
      .on(t.storeId, t.number, t.useNo)
      .where(sql`state <> 'undone' and source = 'circulation'`),
    // The home page counts, minute by minute, what the centre refused of what was handed out.
    index('prescription_refused').on(t.storeId, t.changedAt).where(sql`dispense = 'refused'`),
    index('prescription_downloaded').on(t.storeId, t.number).where(sql`source = 'circulation'`),
  ],
)

/** Downloaded; and not withdrawn. Written out, or the planner misses the small indexes of them. */
export const circulated = sql.raw(`source = 'circulation'`)
export const liveCirculated = sql.raw(`state <> 'undone' and source = 'circulation'`)
/** Typed from a paper, and not withdrawn. */
export const livePaper = sql.raw(`prescription.state <> 'undone' and prescription.source = 'paper'`)

/** A download that was begun: its number, and what became of the 7203 (EcRxGetSeqNoHass). */
export const rxDownload = pgTable(
  'rx_download',
  {
    /** The sequence number. */
    id: text().primaryKey(),
    storeId: text('store_id').notNull(),
    /** hi_rxno */
    number: text().notNull(),
    psnHash: text('psn_hash').notNull(),
    /** unknown: a 7203 has left and nobody knows whether the centre counts it. */
    state: text().$type<'open' | 'unknown' | 'done'>().notNull().default('open'),
    prescriptionId: empty('prescription_id'),
    /** Nobody reads it, and only nodes of before write it. */
    sentAt: moment('sent_at'),
    createdAt: moment('created_at').notNull(),
    claimedUntil: lease('claimed_until'),
  },
  (t) => [uniqueIndex('rx_download_open').on(t.storeId, t.number).where(sql`state <> 'done'`)],
)

/** What a settlement handed out, as it was then: its order may be priced and settled anew. Fen; ISO. */
export interface HandedOut {
  operatorName: string
  outFlag: string
  settledAt: string
  total: number
  fundTotal: number
  account: number
  cash: number
  personPart: number
  lines: Line[]
}

/**
 * What the centre is told of a downloaded prescription: the verdict (7204), what a settlement handed out and that it came
 * back (7206). Marked unknown before it leaves; written by the review, and from the orders by a job.
 */
export const rxMessage = pgTable(
  'rx_message',
  {
    /** Goes up with time: a prescription's messages are told in their order. */
    id: text().primaryKey(),
    prescriptionId: text('prescription_id').notNull(),
    storeId: text('store_id').notNull(),
    kind: text().$type<'verdict' | 'dispense' | 'return'>().notNull(),
    /** Of a dispensing, and the settlement it is of: an order settled again is another one. */
    orderId: empty('order_id'),
    setlId: empty('setl_id'),
    round: integer().notNull().default(0),
    /** Null: of a verdict, or written before this was kept. */
    handedOut: jsonb('handed_out').$type<HandedOut>(),
    /** Handed out, or of a return taken back. */
    at: moment('at').notNull(),
    state: text().$type<'waiting' | 'unknown' | 'told' | 'refused' | 'needless'>().notNull().default('waiting'),
    message: empty('message'),
    /** When it left last: until it can no longer arrive it is not sent again. */
    sentAt: moment('sent_at'),
    toldAt: moment('told_at'),
    /** When the job looks at it; none: a person does. */
    nextAt: moment('next_at'),
    attempts: integer().notNull().default(0),
    claimedUntil: lease('claimed_until'),
  },
  (t) => [
    index('rx_message_of').on(t.prescriptionId, t.id),
    uniqueIndex('rx_message_order').on(t.orderId, t.round, t.kind).where(sql`order_id <> ''`),
    index('rx_message_due').on(t.nextAt).where(sql`next_at is not null`),
    // What is asked before a store is closed, or gets another code: what of it is not told yet, and what the centre has.
    index('rx_message_store').on(t.storeId, t.state, t.nextAt),
  ],
)

/** When a store's centre is asked next for prescriptions that hospitals sent to it. */
export const rxPoll = pgTable('rx_poll', {
  storeId: text('store_id').primaryKey(),
  nextAt: lease('next_at').notNull(),
})

/** The photograph of a paper. Apart from its row: lists never carry it. */
export const prescriptionImage = pgTable('prescription_image', {
  prescriptionId: text('prescription_id').primaryKey(),
  /** Base64, sealed. */
  content: text().notNull(),
  /** Of the prescription that it came with; 0 where it came before this was kept. */
  revision: integer().notNull().default(0),
  at: moment('at').notNull(),
})

/** A photograph that another one took the place of, and that a verdict was given by. */
export const prescriptionFormerImage = pgTable(
  'prescription_former_image',
  { prescriptionId: text('prescription_id').notNull(), revision: integer().notNull(), content: text().notNull() },
  (t) => [primaryKey({ columns: [t.prescriptionId, t.revision] })],
)

/** A prescription as pharmacists read it whose verdicts stand no more: it was written at since. */
export const prescriptionFormer = pgTable(
  'prescription_former',
  {
    prescriptionId: text('prescription_id').notNull(),
    revision: integer().notNull(),
    /** JSON of Paper (former.ts), sealed. */
    paper: text().notNull(),
    reviews: jsonb().$type<RxReview[]>().notNull(),
    endedAt: moment('ended_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.prescriptionId, t.revision] })],
)

/** One row per thing that happened to a prescription. */
export const prescriptionEvent = pgTable(
  'prescription_event',
  {
    id: text().primaryKey(),
    prescriptionId: text('prescription_id').notNull(),
    at: moment('at').notNull(),
    move: text().notNull(),
    text: empty('text'),
    by: text().notNull(),
  },
  (t) => [index('prescription_event_of').on(t.prescriptionId, t.at)],
)
