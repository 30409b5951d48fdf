import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { empty, lease, moment } from '../../database/columns.ts'

/** A visit that was registered at the centre (2201) for an order whose area settles so (domain.md 2.0). */
export const visit = pgTable(
  'outpatient_visit',
  {
    id: text().primaryKey(),
    orderId: text('order_id').notNull(),
    storeId: text('store_id').notNull(),
    /** ipt_otp_no: the store's own number of it. */
    otpNo: text('otp_no').notNull(),
    /** Of 2201's answer; null before it, and where it was lost. */
    mdtrtId: text('mdtrt_id'),
    /** psn_no and insuplc_admdvs, sealed: what ending it needs, also when its order has forgotten the person. */
    person: text().notNull(),
    psnHash: text('psn_hash').notNull(),
    insutype: text().notNull(),
    medicalType: text('medical_type').notNull(),
    /** Keyed hash of what 2203 said last; '' = nothing, or nobody knows. */
    described: empty('described'),
    /** Batches that were made in it; a number is used once, whatever became of its lines. */
    batches: integer().notNull().default(0),
    /** chrg_bchno of the lines that stand at the centre, or may; '' = none. */
    batch: empty('batch'),
    /** A step of the centre's that has left and whose end nobody has written: its infno. */
    pending: empty('pending'),
    /**
     * registering: 2201 has left and nothing is known of it · open: its order's · used: its order is settled in it · left:
     * not any more, to be ended at the centre · closed: ended there.
     */
    state: text().$type<'registering' | 'open' | 'used' | 'left' | 'closed'>().notNull(),
    /** Why it could not be ended. */
    message: empty('message'),
    attempts: integer().notNull().default(0),
    /** When the job tries to end it; null: a person does. */
    nextAt: moment('next_at'),
    /** Somebody speaks with the centre about it; whoever died meanwhile leaves it free from then on. */
    claimedUntil: lease('claimed_until'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('visit_otp').on(t.storeId, t.otpNo),
    index('visit_order').on(t.orderId),
    index('visit_mdtrt').on(t.mdtrtId),
    // Of today and the days before, as long as nobody knows how they end.
    index('visit_open').on(t.createdAt).where(sql`state in ('registering','open')`),
    index('visit_left').on(t.storeId, t.nextAt).where(sql`state = 'left'`),
  ],
)

export type VisitRow = typeof visit.$inferSelect
