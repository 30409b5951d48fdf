import type { message as messageCalls } from '@yibao/shared/calls/message.ts'
import { and, asc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { tell } from './announce.ts'
import { publishMessage } from './publish.ts'
import { receiptRows } from './receipts.ts'
import { matches, messageRows, shownFields, wireDetail } from './rows.ts'
import { message, messageReader } from './tables.ts'
import { countUnread, unreadOf } from './unread.ts'
import { isRead, published, received } from './visible.ts'

/** Marks those of these notices that the asker receives: in the database, for they may be more than one statement has room for. */
const mark = async (c: Context, which: SQL | undefined, at: 'readAt' | 'deletedAt'): Promise<void> => {
  const now = sql`${c.now.toISOString()}::timestamptz`
  const nothing = sql`null::timestamptz`
  await c.db
    .insert(messageReader)
    .select(
      c.db
        .select({
          messageId: message.id,
          userId: sql<string>`${c.me.userId}`.as('user_id'),
          readAt: (at === 'readAt' ? now : nothing).as('read_at') as SQL.Aliased<Date | null>,
          deletedAt: (at === 'deletedAt' ? now : nothing).as('deleted_at') as SQL.Aliased<Date | null>,
        })
        .from(message)
        .where(and(received(c), which)),
    )
    .onConflictDoUpdate({
      target: [messageReader.userId, messageReader.messageId],
      // The first reading counts.
      set: { [at]: sql`coalesce(${messageReader[at]}, ${now})` },
    })
}

const withdraw = async (c: Context, ids: string[]): Promise<void> => {
  const rows = await c.db
    .update(message)
    .set({ withdrawnAt: c.now })
    .where(and(inArray(message.id, ids), published(c), isNull(message.withdrawnAt)))
    .returning()
  if (!rows.length) refuse('not.found', { what: '可撤回的消息' })
  c.on(rows.map(({ title }) => title).join('、'))
  for (const row of rows) tell(c.deps, row, 'messageWithdrawn')
}

export const messageHandlers: Handlers<typeof messageCalls> = {
  paged: (filters, c) => messageRows.page(c, filters),
  unread: async (_, c) => {
    const [first] = await c.db
      .select(shownFields(c, false))
      .from(message)
      .where(and(unreadOf(c), eq(message.mustRead, true)))
      .orderBy(asc(message.publishedAt), asc(message.id))
      .limit(1)
    return { ...(await countUnread(c)), mustRead: first && wireDetail(first) }
  },
  get: async ({ id }, c) => {
    const [found] = await c.db
      .select(shownFields(c, true))
      .from(message)
      .where(and(eq(message.id, id), or(received(c), published(c))))
    if (!found) return refuse('not.found', { what: '消息' })
    const { publisherId } = found.row
    const keeps = c.me.isSuperAdmin ? publisherId !== null : publisherId === c.me.userId
    return wireDetail({ ...found, readers: keeps ? found.readers : null })
  },
  receipts: (filters, c) => receiptRows.page(c, filters),
  read: async ({ ids }, c) => {
    await mark(c, inArray(message.id, ids), 'readAt')
    return countUnread(c)
  },
  readAll: async (filters, c) => {
    await mark(c, and(not(isRead(c)), matches(filters)), 'readAt')
    return countUnread(c)
  },
  publish: (form, c) => publishMessage(c, form),
  delete: async ({ ids, withdraw: everywhere = false }, c) => {
    if (everywhere) await withdraw(c, ids)
    else {
      const his = await c.db
        .select({ title: message.title })
        .from(message)
        .where(and(received(c), inArray(message.id, ids)))
      c.on(his.map(({ title }) => title).join('、') || '没有收到的消息')
      await mark(c, inArray(message.id, ids), 'deletedAt')
    }
    return null
  },
}
