import type { InputOf } from '@yibao/shared/call.ts'
import type { roleUser } from '@yibao/shared/calls/role-user.ts'
import { and, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { type Paging, type Rows, rowsOf } from '../../database/rows.ts'
import { isLocked } from '../auth/attempts.ts'
import { user, userDataRole, userMenuRole } from '../auth/tables.ts'
import { store } from '../organisation/tables.ts'
import { visibleUsers } from './reach.ts'
import { type FoundUser, type UserRow, userRows, usersWhere, usersWithPlaces } from './user-rows.ts'

type Filters = Omit<InputOf<typeof roleUser.getUserTreeByPage>, keyof Paging>

const day = 86_400_000

/** SQL condition: holds this menu role or data role. */
const holds = ({ db }: Context, table: typeof userMenuRole | typeof userDataRole, roleId: string): SQL =>
  inArray(user.id, db.select({ id: table.userId }).from(table).where(eq(table.roleId, roleId)))

const standsAs = ({ db, now }: Context, state: NonNullable<Filters['state']>): SQL =>
  ({
    enabled: eq(user.stopped, false),
    stopped: eq(user.stopped, true),
    locked: sql`(not ${user.stopped} and ${isLocked(db, now)})`,
    initial: sql`(not ${user.stopped} and ${user.mustChange})`,
  })[state]

// Who never came in has been away since somebody last gave him a password: an account of yesterday is not forgotten.
const isIdle = ({ now }: Context, idle: NonNullable<Filters['idle']>): SQL =>
  idle === 'never'
    ? isNull(user.lastLoginAt)
    : sql`coalesce(${user.lastLoginAt}, ${user.passwordChangedAt}) < ${new Date(now.getTime() - Number(idle) * day)}`

/** The accounts that the caller sees and the filters keep; a super administrator's are in the thousands. */
const found = rowsOf({
  select: (c, cursor) => usersWithPlaces(c.db, cursor),
  where: async (c, f: Filters) =>
    and(
      await visibleUsers(c),
      f.keyword ? or(ilike(user.userName, like(f.keyword)), ilike(user.name, like(f.keyword))) : undefined,
      f.userName ? ilike(user.userName, like(f.userName)) : undefined,
      f.name ? ilike(user.name, like(f.name)) : undefined,
      f.companyId ? eq(store.companyId, f.companyId) : undefined,
      f.areaCode ? eq(store.areaCode, f.areaCode) : undefined,
      f.storeId ? eq(user.storeId, f.storeId) : undefined,
      f.menuRoleId ? holds(c, userMenuRole, f.menuRoleId) : undefined,
      f.dataRoleId ? holds(c, userDataRole, f.dataRoleId) : undefined,
      f.isAdminUser === undefined ? undefined : eq(user.isAdminUser, f.isAdminUser),
      f.state ? standsAs(c, f.state) : undefined,
      f.idle ? isIdle(c, f.idle) : undefined,
    ),
  sortable: { userName: user.userName, name: user.pinyin, lastLoginAt: user.lastLoginAt },
  direction: 'ascend',
  key: user.id,
  keyOf: ({ person }) => person.id,
  // As it is read: its row is made with its neighbours' (`userRows`).
  wire: (as): Partial<UserRow> & { as: FoundUser } => ({ as }),
})

/** The list of accounts and its sheet: their roles are read for as many rows as come at once. */
export const accountRows: Rows<Filters, UserRow> = {
  count: found.count,
  page: async (c, filters) => {
    const { items, ...counts } = await found.page(c, filters)
    return {
      items: await userRows(
        c,
        items.map(({ as }) => as),
      ),
      ...counts,
    }
  },
  async *stream(c, filters, batch) {
    for await (const some of found.stream(c, filters, batch))
      yield await userRows(
        c,
        some.map(({ as }) => as),
      )
  },
}

/** Role/GetUserTreeByPage. */
export const pagedUsers = (filters: Filters & Paging, c: Context) => accountRows.page(c, filters)

/** One account the caller sees, as the list shows it. */
export const userInfo = async (userId: string, c: Context): Promise<UserRow> => {
  const [row] = await userRows(c, await usersWhere(c.db, and(eq(user.id, userId), await visibleUsers(c))))
  return row ?? refuse('not.found', { what: '用户' })
}

/** User/PullStoreUsers: the operators of one store. */
export const storeUsers = async (storeId: string, c: Context): Promise<UserRow[]> =>
  userRows(c, await usersWhere(c.db, eq(user.storeId, c.scope.check(storeId))).orderBy(user.userName))
