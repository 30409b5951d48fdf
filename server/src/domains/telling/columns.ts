import { integer, text } from 'drizzle-orm/pg-core'
import { empty, lease, moment } from '../../database/columns.ts'

/** Where a row of stock data stands with the centre: columns of each table whose rows it is told (`Standing`). */
export const standing = () => ({
  state: text()
    .$type<'waiting' | 'uploaded' | 'refused' | 'unknown' | 'deleted' | 'needless'>()
    .notNull()
    .default('waiting'),
  /** What was sent when nobody knows whether it arrived. */
  pending: text().$type<'' | 'upload' | 'delete'>().notNull().default(''),
  message: empty('message'),
  /** When the last message left: until it can no longer arrive nothing is made of its loss. */
  sentAt: moment('sent_at'),
  uploadedAt: moment('uploaded_at'),
  /** When the job looks at it; none: a person does. */
  nextAt: moment('next_at'),
  attempts: integer().notNull().default(0),
  /** Somebody works on it until then (claims.ts). */
  claimedUntil: lease('claimed_until'),
})
