import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { message as messageCalls } from '@yibao/shared/calls/message.ts'
import { optionalTime } from '@yibao/shared/time.ts'
import { and, eq, ilike, ne, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { rowsOf } from '../../database/rows.ts'
import { dataRole, user, userDataRole } from '../auth/tables.ts'
import { company, store } from '../organisation/tables.ts'
import { usersInReach } from '../permission/reach.ts'
import { message, messageReader } from './tables.ts'
import { published } from './visible.ts'

type Filters = InputOf<typeof messageCalls.receipts>
type Receipt = ResultOf<typeof messageCalls.receipts>['items'][number]
type Notice = Pick<typeof message.$inferSelect, 'scope' | 'areas' | 'stores' | 'users' | 'publisherId'>

/** What a data role names in one of its lists. */
const named = (list: typeof dataRole.areas | typeof dataRole.stores, among: SQL): SQL =>
  sql`exists (select 1 from jsonb_array_elements_text(${list}) as held(one) where held.one in (${among}))`

/**
 * SQL condition over accounts: who works where a notice is for (`concerns` of visible.ts, asked the other way round) —
 * operators of the stores, administrators whose data roles open one of them. A super administrator is shown everything and
 * counted only where everybody is meant.
 */
const meant = (c: Context, { scope, areas, stores, users }: Notice): SQL | undefined => {
  if (scope === 'all') return undefined
  const texts = (list: string[]) => sql`${sql.param(list)}::text[]`
  if (scope === 'users') return sql`${user.id} = any(${texts(users)})`
  const within =
    scope === 'areas' ? sql`${store.areaCode} = any(${texts(areas)})` : sql`${store.id} = any(${texts(stores)})`
  const ids = c.db.select({ id: store.id }).from(store).where(within).getSQL()
  const codes = sql`select ${store.areaCode} from ${store} where ${within} union select unnest(${texts(areas)})`
  const administrators = c.db
    .select({ id: userDataRole.userId })
    .from(userDataRole)
    .innerJoin(dataRole, and(eq(dataRole.id, userDataRole.roleId), eq(dataRole.enabled, true)))
    .where(or(named(dataRole.areas, codes), named(dataRole.stores, ids)))
  return sql`(${user.storeId} in (${ids}) or (${user.storeId} is null and ${user.isAdminUser} and not ${user.isSuperAdmin}
    and ${user.id} in (${administrators})))`
}

/** The accounts a notice is for by now, but its publisher's, as far as the asker sees them. */
const recipientsOf = async (c: Context, notice: Notice): Promise<SQL | undefined> =>
  and(eq(user.stopped, false), ne(user.id, notice.publisherId ?? ''), meant(c, notice), await usersInReach(c))

/** How many they are. */
export const countRecipients = async (c: Context, notice: Notice): Promise<number> =>
  c.db.$count(user, await recipientsOf(c, notice))

const stands = {
  unread: sql`${messageReader.messageId} is null`,
  away: sql`(${messageReader.messageId} is not null and ${messageReader.readAt} is null)`,
  read: sql`${messageReader.readAt} is not null`,
} satisfies Record<Receipt['state'], SQL>

/** A notice that the asker keeps, also one that was taken back. */
const keptNotice = async (c: Context, id: string): Promise<Notice> => {
  const [row] = await c.db
    .select({
      ...{ scope: message.scope, areas: message.areas, stores: message.stores, users: message.users },
      publisherId: message.publisherId,
    })
    .from(message)
    .where(and(eq(message.id, id), published(c)))
  return row ?? refuse('not.found', { what: '已发布的消息' })
}

/** Message/Receipts: whoever has not read it first, store by store. */
export const receiptRows = rowsOf({
  select: (c, cursor, { id }: Filters) =>
    c.db
      .select({
        ...{ id: user.id, name: user.name, userName: user.userName, storeName: store.name, companyName: company.name },
        ...{ told: messageReader.messageId, readAt: messageReader.readAt, ...cursor },
      })
      .from(user)
      .leftJoin(store, eq(store.id, user.storeId))
      .leftJoin(company, eq(company.id, store.companyId))
      .leftJoin(messageReader, and(eq(messageReader.userId, user.id), eq(messageReader.messageId, id)))
      .$dynamic(),
  where: async (c, { id, keyword, state }) =>
    and(
      await recipientsOf(c, await keptNotice(c, id)),
      keyword ? or(...[user.name, user.userName, store.name].map((column) => ilike(column, like(keyword)))) : undefined,
      state && stands[state],
    ),
  sortable: {
    state: {
      by: sql`((case when ${stands.read} then '2' when ${stands.away} then '1' else '0' end) || coalesce(${store.fixmedinsCode}, ''))`,
      type: 'text',
      notNull: true,
    },
    readAt: messageReader.readAt,
    name: user.pinyin,
    storeName: store.pinyin,
  },
  direction: 'ascend',
  key: user.id,
  keyOf: ({ id }) => id,
  wire: ({ id, name, userName, storeName, companyName, told, readAt }): Receipt => ({
    ...{ id, name, userName, storeName: storeName ?? undefined, companyName: companyName ?? undefined },
    state: readAt ? 'read' : told ? 'away' : 'unread',
    readAt: optionalTime(readAt),
  }),
})
