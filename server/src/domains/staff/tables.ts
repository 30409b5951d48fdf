import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { empty, lease, moment, pinyin } from '../../database/columns.ts'

const count = (name: string) => integer(name).notNull().default(0)

/** A person's certificate: its number is sealed, lists show the mask. */
const certificate = {
  certType: empty('cert_type'),
  certSealed: empty('cert_sealed'),
  certMask: empty('cert_mask'),
  /** Of the qualification, and of the licence to practise. */
  certificateNo: empty('certificate_no'),
  practiceNo: empty('practice_no'),
}

/** A doctor or pharmacist of a store, as its own people keep him (domain.md 8.4). Days are yyyy-MM-dd or ''. */
export const doctor = pgTable(
  'doctor',
  {
    id: text().primaryKey(),
    storeId: text('store_id').notNull(),
    name: text().notNull(),
    pinyin: pinyin(),
    sex: text().$type<'' | '0' | '1'>().notNull().default(''),
    /** medins_psn_type */
    category: text().notNull(),
    /** National code (prac_psn_code); '' until it is known. */
    code: empty('code'),
    title: empty('title'),
    ...certificate,
    validFrom: empty('valid_from'),
    validTo: empty('valid_to'),
    isDefault: boolean('is_default').notNull().default(false),
    /** The account he reviews prescriptions with; '' = none. */
    userId: empty('user_id'),
    account: empty('account'),
    /** By a person, or because the centre lists him no more. */
    stopped: text().$type<'' | 'person' | 'centre'>().notNull().default(''),
    changedAt: moment('changed_at').notNull(),
  },
  (t) => [
    index('doctor_store').on(t.storeId, t.category),
    uniqueIndex('doctor_code').on(t.storeId, t.code).where(sql`"code" <> ''`),
    uniqueIndex('doctor_user').on(t.storeId, t.userId).where(sql`"user_id" <> ''`),
  ],
)

/** A line of 5102 as a store's centre answered it last. */
export const practitioner = pgTable(
  'practitioner',
  {
    id: text().primaryKey(),
    storeId: text('store_id').notNull(),
    code: text().notNull(),
    name: text().notNull(),
    pinyin: pinyin(),
    category: text().notNull(),
    ownNo: empty('own_no'),
    ...certificate,
    insured: boolean().notNull(),
    beginAt: empty('begin_at'),
    endAt: empty('end_at'),
    changeReason: empty('change_reason'),
    /** Whether the last whole answer still had him. */
    listed: boolean().notNull(),
    syncedAt: moment('synced_at').notNull(),
  },
  (t) => [uniqueIndex('practitioner_code').on(t.storeId, t.code)],
)

/** A department of a store beside what its centre holds of it. Days are yyyy-MM-dd or ''. */
export const department = pgTable(
  'department',
  {
    id: text().primaryKey(),
    storeId: text('store_id').notNull(),
    code: text().notNull(),
    name: text().notNull(),
    pinyin: pinyin(),
    category: text().notNull(),
    head: empty('head'),
    phone: empty('phone'),
    intro: empty('intro'),
    services: empty('services'),
    memo: empty('memo'),
    establishedOn: empty('established_on'),
    beginDay: empty('begin_day'),
    endDay: empty('end_day'),
    pharmacists: count('pharmacists'),
    doctors: count('doctors'),
    nurses: count('nurses'),
    technicians: count('technicians'),
    beds: count('beds'),
    insuredBeds: count('insured_beds'),
    /** The centre holds one of this code, as far as its last answer tells. */
    known: boolean().notNull().default(false),
    state: text().$type<'draft' | 'changed' | 'uploaded' | 'refused' | 'unknown' | 'withdrawn'>().notNull(),
    /** Why it was refused. */
    message: empty('message'),
    changedAt: moment('changed_at').notNull(),
    uploadedAt: moment('uploaded_at'),
    /** When the last message left: until it can no longer arrive nothing is made of its loss. */
    sentAt: moment('sent_at'),
    /** Somebody is telling the centre of it; whoever died meanwhile leaves it free from then on. */
    claimedUntil: lease('claimed_until'),
  },
  (t) => [uniqueIndex('department_code').on(t.storeId, t.code)],
)
