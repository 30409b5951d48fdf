import { sql } from 'drizzle-orm'
import { boolean, index, pgSequence, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { empty, moment } from '../../database/columns.ts'

/** Sign-ins with the centre (9001/9002): a working day per operator and shop (domain.md 1.6). */
export const signIn = pgTable(
  'sign_in',
  {
    id: text().primaryKey(),
    storeId: text('store_id').notNull(),
    /** opter_no at the centre. */
    operatorNo: text('operator_no').notNull(),
    userId: text('user_id').notNull(),
    operatorName: text('operator_name').notNull(),
    /** The store's own system operator, used by recovery and reconciliation, never signed out by a clerk (DESIGN 7). */
    system: boolean().notNull().default(false),
    signNo: text('sign_no').notNull(),
    mac: text().notNull(),
    ip: text().notNull(),
    day: text().notNull(),
    signedInAt: moment('signed_in_at').notNull(),
    /** Of a refused one: the moment of its refusal. */
    signedOutAt: moment('signed_out_at'),
    /**
     * How it ended: out = 签退, gone = 签退 of a number that the centre knew no longer, lost = the centre refused the number,
     * again = another sign-in took its place, refused = it never began. '' = it holds, or is older than this column.
     */
    ended: text().$type<'' | 'out' | 'gone' | 'lost' | 'again' | 'refused'>().notNull().default(''),
    /** What was said to a refused one. */
    said: empty('said'),
  },
  (t) => [
    uniqueIndex('sign_in_open').on(t.storeId, t.operatorNo).where(sql`signed_out_at is null`),
    // The lists, newest first, of a store and of many.
    index('sign_in_store').on(t.storeId, t.signedInAt, t.id),
    index('sign_in_newest').on(t.signedInAt, t.id),
  ],
)

/** Serial part of message numbers, shared by all nodes (serial.ts). */
export const msgidSerial = pgSequence('msgid_serial', { minValue: 0, maxValue: 9999, startWith: 1, cycle: true })
