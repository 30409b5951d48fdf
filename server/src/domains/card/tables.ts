import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** A person as read, for 10 minutes, this session and store (DESIGN 6); everything personal is sealed. */
export const cardRead = pgTable(
  'card_read',
  {
    id: text().primaryKey(),
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
  },
  (t) => [index('card_read_session').on(t.sessionId, t.readAt)],
)
