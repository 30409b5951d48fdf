import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** A person as read, for 10 minutes, this user and store (read.ts says why not the session); everything personal is sealed. */
export const cardRead = pgTable('card_read', {
  id: text().primaryKey(),
  /** Which session read it: kept for whoever looks into it, no condition of any call. */
  sessionId: text('session_id').notNull(),
  userId: text('user_id').notNull(),
  storeId: text('store_id').notNull(),
  medium: text().notNull(),
  /** JSON of CardPerson (card/types.ts), sealed. */
  person: text().notNull(),
  /** JSON of YearBefore (card/types.ts), sealed; null until the centre was asked for it and has answered. */
  yearBefore: text('year_before'),
  readAt: moment('read_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
