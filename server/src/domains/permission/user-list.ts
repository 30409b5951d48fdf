import type { InputOf } from '@yibao/shared/call.ts'
import type { roleUser } from '@yibao/shared/calls/role-user.ts'
import { type AnyColumn, and, asc, count, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { pageBounds } from '../../database/page.ts'
import { user, userDataRole, userMenuRole } from '../auth/tables.ts'
import { store } from '../organisation/tables.ts'
import { visibleUsers } from './reach.ts'
import { type UserRow, userRows, usersWhere } from './user-rows.ts'

type Filters = InputOf<typeof roleUser.getUserTreeByPage>
type Paging = Pick<Filters, 'page' | 'pageSize' | 'sortField' | 'sortOrder'>

const sortable: Record<string, AnyColumn> = { userName: user.userName, name: user.name, lastLoginAt: user.lastLoginAt }

/** Part of a text anywhere; % and _ of the input are letters. */
export const like = (text: string): string => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`

/** A page of the users that the caller sees and `where` keeps; a super administrator's user list is in the thousands. */
export const pageOfUsers = async (c: Context, where: SQL | undefined, paging: Paging) => {
  const all = and(await visibleUsers(c), where)
  const { limit, offset } = pageBounds(paging)
  const { sortField = '' } = paging
  const column = (Object.hasOwn(sortable, sortField) && sortable[sortField]) || user.userName
  const direction = paging.sortOrder === 'descend' ? desc : asc
  const [found, [counted]] = await Promise.all([
    // Who has never logged in comes last both ways.
    usersWhere(c.db, all)
      .orderBy(sql`${direction(column)} nulls last`, asc(user.id))
      .limit(limit)
      .offset(offset),
    c.db.select({ n: count() }).from(user).leftJoin(store, eq(store.id, user.storeId)).where(all),
  ])
  return { items: await userRows(c, found), total: counted?.n ?? 0, totalIsBound: false }
}

/** SQL condition: holds this menu role or data role. */
export const holds = ({ db }: Context, type: 'menu' | 'data', roleId: string): SQL => {
  const table = type === 'menu' ? userMenuRole : userDataRole
  return inArray(user.id, db.select({ id: table.userId }).from(table).where(eq(table.roleId, roleId)))
}

/** Role/GetUserTreeByPage. */
export const pagedUsers = (f: Filters, c: Context) =>
  pageOfUsers(
    c,
    and(
      f.keyword ? or(ilike(user.userName, like(f.keyword)), ilike(user.name, like(f.keyword))) : undefined,
      f.userName ? ilike(user.userName, like(f.userName)) : undefined,
      f.name ? ilike(user.name, like(f.name)) : undefined,
      f.companyId ? eq(store.companyId, f.companyId) : undefined,
      f.areaCode ? eq(store.areaCode, f.areaCode) : undefined,
      f.storeId ? eq(user.storeId, f.storeId) : undefined,
      f.menuRoleId ? holds(c, 'menu', f.menuRoleId) : undefined,
      f.dataRoleId ? holds(c, 'data', f.dataRoleId) : undefined,
      f.isAdminUser === undefined ? undefined : eq(user.isAdminUser, f.isAdminUser),
      f.state ? eq(user.stopped, f.state === 'stopped') : undefined,
    ),
    f,
  )

/** One account the caller sees, as the list shows it. */
export const userInfo = async (userId: string, c: Context): Promise<UserRow> => {
  const [row] = await userRows(c, await usersWhere(c.db, and(eq(user.id, userId), await visibleUsers(c))))
  return row ?? refuse('not.found', { what: '用户' })
}

/** User/PullStoreUsers: the operators of one store. */
export const storeUsers = async (storeId: string, c: Context): Promise<UserRow[]> =>
  userRows(c, await usersWhere(c.db, eq(user.storeId, c.scope.check(storeId))).orderBy(user.userName))
