import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** A notice to people (domain.md 8.2 msg-center). */
export const message = pgTable(
  'message',
  {
    id: text().primaryKey(),
    /** What the system announces once only; absent for a person's notice. */
    key: text(),
    title: text().notNull(),
    content: text().notNull(),
    type: text().notNull(),
    level: text().notNull(),
    scope: text().$type<'all' | 'areas' | 'stores' | 'users'>().notNull(),
    areas: jsonb().$type<string[]>().notNull().default([]),
    stores: jsonb().$type<string[]>().notNull().default([]),
    /** Ids of those it is for, where it is for single persons. */
    users: jsonb().$type<string[]>().notNull().default([]),
    /** A page of the console that it leads to. */
    link: jsonb().$type<{ title: string; path: string }>(),
    mustRead: boolean('must_read').notNull().default(false),
    publisherId: text('publisher_id'),
    publisherName: text('publisher_name').notNull(),
    publishedAt: moment('published_at').notNull(),
    validFrom: moment('valid_from').notNull(),
    validTo: moment('valid_to').notNull(),
    withdrawnAt: moment('withdrawn_at'),
    /** How many accounts a person's notice was for when it was published. */
    recipients: integer(),
  },
  (t) => [
    uniqueIndex('message_key').on(t.key),
    index('message_published').on(t.publishedAt, t.id),
    // What is in force: few among all that ever were.
    index('message_standing').on(t.validTo).where(sql`withdrawn_at is null`),
    // What opens by itself: every page asks for it, and there is seldom one.
    index('message_must_read').on(t.publishedAt).where(sql`must_read and withdrawn_at is null`),
    index('message_publisher').on(t.publisherId, t.publishedAt),
  ],
)

/** Who has read a notice, or put it away. */
export const messageReader = pgTable(
  'message_reader',
  {
    messageId: text('message_id').notNull(),
    userId: text('user_id').notNull(),
    readAt: moment('read_at'),
    deletedAt: moment('deleted_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.messageId] })],
)
