import { and, eq, gt, isNotNull, isNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { message, messageReader } from './tables.ts'

type Asker = Pick<Context, 'me' | 'now'>

/** Whether a notice is meant for somebody: himself, his area, one of his stores, or everybody. */
export const concerns = ({ me }: Asker): SQL | undefined => {
  const self = and(eq(message.scope, 'users'), sql`${message.users} ? ${me.userId}`)
  return me.stores === 'all'
    ? or(ne(message.scope, 'users'), self)
    : or(
        self,
        eq(message.scope, 'all'),
        and(eq(message.scope, 'areas'), sql`${message.areas} @> ${JSON.stringify([me.areaCode ?? ''])}::jsonb`),
        // The notice's stores are looked up among the asker's, who may have thousands, and not the other way round.
        and(
          eq(message.scope, 'stores'),
          sql`exists (select 1 from jsonb_array_elements_text(${message.stores}) as meant(store)
          where meant.store = any(${sql.param(me.stores)}::text[]))`,
        ),
      )
}

/**
 * Notices in force that somebody receives; what he published himself is under 已发布. Of a maintenance everybody is told
 * before it begins.
 */
export const received = (asker: Asker): SQL | undefined =>
  and(
    concerns(asker),
    isNull(message.withdrawnAt),
    or(lte(message.validFrom, asker.now), eq(message.type, 'maintenance')),
    gt(message.validTo, asker.now),
    or(isNull(message.publisherId), ne(message.publisherId, asker.me.userId)),
  )

/** Notices that somebody keeps: his own, and every person's a super administrator, for an author may be gone. */
export const published = ({ me }: Asker): SQL =>
  me.isSuperAdmin ? isNotNull(message.publisherId) : eq(message.publisherId, me.userId)

const readerRow = ({ me }: Asker, more?: SQL) =>
  sql`exists (select 1 from ${messageReader} where ${and(
    sql`${messageReader.messageId} = ${message.id}`,
    sql`${messageReader.userId} = ${me.userId}`,
    more,
  )})`

/** SQL: whether the asker has read it, put away since or not. */
export const isRead = (asker: Asker): SQL<boolean> => readerRow(asker, isNotNull(messageReader.readAt)) as SQL<boolean>

/** Read by the asker and not put away. */
export const isReadAndKept = (asker: Asker): SQL =>
  readerRow(asker, and(isNotNull(messageReader.readAt), isNull(messageReader.deletedAt)))

/** Neither read nor put away: whoever did one of both has a row of it, so that it is one question and not two. */
export const isUnread = (asker: Asker): SQL => not(readerRow(asker))
