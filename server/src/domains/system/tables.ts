import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { lease, moment } from '../../database/columns.ts'

/** By what a start tells whether it has the keys of this database: a keyed hash of the data key, marks of the server's own. */
export const dataKey = pgTable('data_key', {
  id: text().primaryKey(),
  mark: text().notNull(),
  at: moment('at').notNull(),
})

/** Work on stores: what it is called, who runs it, what tells it from others of its name (a day, a month), and the stores. */
export interface Run {
  name: string
  by: string
  of?: string | undefined
  stores: string[]
}

/** Long work by progressId (Progress/Percentage). */
export const progress = pgTable(
  'progress',
  {
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    percentage: integer().notNull().default(0),
    text: text().notNull().default(''),
    finished: boolean().notNull().default(false),
    error: text(),
    results: jsonb().$type<{ target: string; ok: boolean; text: string }[]>().notNull().default([]),
    at: moment('at').notNull(),
    /** Renewed by the process that works; none for work that another process would go on with. */
    leaseUntil: lease('lease_until'),
    /** Work that its owner may stop, and that is not begun a second time beside itself. */
    run: jsonb().$type<Run>(),
    /** Its owner has neither seen its end nor been told of it. */
    unseen: boolean().notNull().default(false),
  },
  (t) => [
    index('progress_lease').on(t.leaseUntil).where(sql`not "finished"`),
    index('progress_unseen').on(t.at).where(sql`"unseen"`),
  ],
)

export const qrCode = pgTable(
  'qr_code',
  {
    code: text().primaryKey(),
    storeId: text('store_id').notNull(),
    kind: text().$type<'payment' | 'store' | 'register'>().notNull(),
    content: text().notNull(),
    validUntil: moment('valid_until'),
    scans: integer().notNull().default(0),
    savedAt: moment('saved_at').notNull(),
  },
  (t) => [index('qr_code_store').on(t.storeId, t.savedAt)],
)
