import { and, eq, gt, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { message, messageReader } from './tables.ts'

type Asker = Pick<Context, 'me' | 'now'>

/** Whether a notice is meant for somebody: himself, his area, one of his stores, or everybody. */
const concerns = ({ me }: Asker): SQL | undefined => {
  const self = and(eq(message.scope, 'users'), sql`${message.users} ? ${me.userId}`)
  return me.stores === 'all'
    ? or(ne(message.scope, 'users'), self)
    : or(
        self,
        eq(message.scope, 'all'),
        and(eq(message.scope, 'areas'), sql`${message.areas} @> ${JSON.stringify([me.areaCode ?? ''])}::jsonb`),
        and(eq(message.scope, 'stores'), sql`${message.stores} ?| ${sql.param(me.stores)}::text[]`),
      )
}

/** Notices in force that somebody receives; what he published himself is under 已发布. */
export const received = (asker: Asker): SQL | undefined =>
  and(
    concerns(asker),
    isNull(message.withdrawnAt),
    lte(message.validFrom, asker.now),
    gt(message.validTo, asker.now),
    or(isNull(message.publisherId), ne(message.publisherId, asker.me.userId)),
  )

export const published = ({ me }: Asker): SQL => eq(message.publisherId, me.userId)

const readerRow = ({ me }: Asker, more: SQL) =>
  sql`exists (select 1 from ${messageReader} where ${messageReader.messageId} = ${message.id} and ${messageReader.userId} = ${me.userId} and ${more})`

export const isRead = (asker: Asker): SQL<boolean> =>
  readerRow(asker, sql`${messageReader.readAt} is not null`) as SQL<boolean>
export const isDeleted = (asker: Asker): SQL => readerRow(asker, sql`${messageReader.deletedAt} is not null`)
