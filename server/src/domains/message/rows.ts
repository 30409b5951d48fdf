import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { message as messageCalls } from '@yibao/shared/calls/message.ts'
import { formatTime, parseTime, secondAfter } from '@yibao/shared/time.ts'
import { and, eq, gte, ilike, lt, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { rowsOf } from '../../database/rows.ts'
import { message } from './tables.ts'
import { isRead, isReadAndKept, isUnread, published, received } from './visible.ts'

type MessageRow = ResultOf<typeof messageCalls.paged>['items'][number]
export type MessageDetail = ResultOf<typeof messageCalls.get>
type Filters = InputOf<typeof messageCalls.paged>
type Stored = typeof message.$inferSelect

/** As `recipients` counts: a super administrator sees every notice and is meant only where everybody is. */
const readersOf = sql<number>`(select count(*)::int from message_reader r join user_account u on u.id = r.user_id
  where r.message_id = message.id and r.read_at is not null and (message.scope = 'all' or not u.is_super_admin))`

interface Shown {
  row: Stored
  read: boolean
  readers: number | null
}

const wireMessage = ({ row, read, readers }: Shown): MessageRow => ({
  id: row.id,
  title: row.title,
  type: row.type as MessageRow['type'],
  level: row.level as MessageRow['level'],
  publisherName: row.publisherName,
  publishedAt: formatTime(row.publishedAt),
  validFrom: formatTime(row.validFrom),
  validTo: formatTime(row.validTo),
  mustRead: row.mustRead,
  read,
  readers: readers ?? undefined,
  recipients: readers === null ? undefined : (row.recipients ?? undefined),
  withdrawn: row.withdrawnAt !== null,
})

/** A message with all it says: its row of the list, its content and link, and whom it was sent to. */
export const wireDetail = (shown: Shown): MessageDetail => ({
  ...wireMessage(shown),
  content: shown.row.content,
  link: shown.row.link ?? undefined,
  scope: shown.row.scope,
  areas: shown.row.areas,
  stores: shown.row.stores,
})

/** Fields of a select over `message`, as its asker sees it. */
export const shownFields = (c: Context, sent: boolean) => ({
  row: message,
  read: isRead(c),
  readers: sent ? readersOf : sql<number | null>`null::int`,
})

const tabs: Record<Filters['tab'], (c: Context) => SQL | undefined> = {
  unread: (c) => and(received(c), isUnread(c)),
  read: (c) => and(received(c), isReadAndKept(c)),
  sent: published,
}

/** What the filters of the list keep. */
export const matches = ({ keyword, type, level, from, to }: Omit<Filters, 'tab'>): SQL | undefined =>
  and(
    keyword ? ilike(message.title, like(keyword)) : undefined,
    type ? eq(message.type, type) : undefined,
    level ? eq(message.level, level) : undefined,
    from ? gte(message.publishedAt, parseTime(from)) : undefined,
    to ? lt(message.publishedAt, secondAfter(to)) : undefined,
  )

/** Message/Paged, newest first. */
export const messageRows = rowsOf({
  select: (c, cursor, { tab }: Filters) =>
    c.db
      .select({ ...shownFields(c, tab === 'sent'), ...cursor })
      .from(message)
      .$dynamic(),
  where: (c, { tab, ...filters }) => and(tabs[tab](c), matches(filters)),
  sortable: {
    publishedAt: message.publishedAt,
    title: message.title,
    validFrom: message.validFrom,
    validTo: message.validTo,
  },
  key: message.id,
  keyOf: ({ row }) => row.id,
  wire: (shown): MessageRow => wireMessage(shown),
})
