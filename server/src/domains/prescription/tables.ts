import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

const empty = (name: string) => text(name).notNull().default('')

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
}

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
    takenUntil: moment('taken_until'),
    reviews: jsonb().$type<RxReview[]>().notNull().default([]),
    /** Why it was returned, refused or withdrawn. */
    reason: empty('reason'),
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
    index('prescription_person').on(t.storeId, t.psnHash),
    index('prescription_cert').on(t.storeId, t.certHash),
    index('prescription_name').on(t.storeId, t.nameHash),
    // A paper is written down once in a company, or it could be used twice.
    uniqueIndex('prescription_number').on(t.companyId, t.hospital, t.number).where(sql`state <> 'undone'`),
  ],
)

/** The photograph of a paper. Apart from its row: lists never carry it. */
export const prescriptionImage = pgTable('prescription_image', {
  prescriptionId: text('prescription_id').primaryKey(),
  /** Base64, sealed. */
  content: text().notNull(),
  at: moment('at').notNull(),
})

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
