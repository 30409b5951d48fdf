import type { InputOf } from '@yibao/shared/call.ts'
import type { dataRole as dataCalls } from '@yibao/shared/calls/data-role.ts'
import type { menuRole as menuCalls } from '@yibao/shared/calls/menu-role.ts'
import type { roleInfo } from '@yibao/shared/calls/role.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { count, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { pageBounds } from '../../database/page.ts'
import { userDataRole, userMenuRole } from '../auth/tables.ts'
import { area, store } from '../organisation/tables.ts'
import { lacksOf } from './person.ts'
import { needPage } from './reach.ts'
import { ownerNames, ownsMenuRole, roleReachOf } from './role-owners.ts'
import {
  type DataRole,
  dataRoleOf,
  type MenuRole,
  menuRoleOf,
  ownDataRoles,
  ownMenuRoles,
  storesOf,
  visibleDataRoles,
  visibleMenuRoles,
} from './roles.ts'
import { pagedUsers } from './user-list.ts'

/** How many users hold each of these roles. */
const usersOf = async ({ db }: Context, type: 'menu' | 'data', ids: readonly string[]) => {
  const table = type === 'menu' ? userMenuRole : userDataRole
  const rows = await db
    .select({ id: table.roleId, n: count() })
    .from(table)
    .where(inArray(table.roleId, [...ids, '']))
    .groupBy(table.roleId)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

const stateOf = (enabled: boolean): 'enabled' | 'stopped' => (enabled ? 'enabled' : 'stopped')

const common = (role: MenuRole | DataRole, users: Map<string, number>, manageable: boolean) => ({
  roleId: role.id,
  name: role.name,
  code: role.code,
  users: users.get(role.id) ?? 0,
  state: stateOf(role.enabled),
  remark: role.remark,
  modifier: role.modifier,
  modifiedAt: role.modifiedAt ? formatTime(role.modifiedAt) : undefined,
  manageable,
})

const menuRows = async (c: Context, roles: readonly MenuRole[]) => {
  const ids = roles.map(({ id }) => id)
  const [users, reach, own] = [await usersOf(c, 'menu', ids), await roleReachOf(c), await ownMenuRoles(c)]
  const manageable = (role: MenuRole) =>
    c.me.isSuperAdmin || (ownsMenuRole(reach, role) && !own.has(role.id) && lacksOf(c, [role]).length === 0)
  const owners = await ownerNames(c, roles)
  return roles.map((role, i) => ({ ...common(role, users, manageable(role)), kind: role.kind, owner: owners[i] }))
}

/** 苏州市、南京市，另 3 家门店 */
const scopeText = (areas: readonly string[], stores: readonly string[]): string => {
  const shops = stores.length > 2 ? `${stores.length} 家门店` : stores.join('、')
  return areas.length && shops ? `${areas.join('、')}，另 ${shops}` : areas.join('、') || shops
}

const dataRows = async (c: Context, roles: readonly DataRole[]) => {
  const ids = roles.map(({ id }) => id)
  const [users, own] = [await usersOf(c, 'data', ids), await ownDataRoles(c)]
  const areas = new Map((await c.db.select().from(area)).map(({ code, name }) => [code, name]))
  const fewStores = roles.flatMap(({ stores }) => (stores.length > 2 ? [] : stores))
  const shops = await c.db
    .select({ id: store.id, name: store.name })
    .from(store)
    .where(inArray(store.id, [...fewStores, '']))
  const names = new Map(shops.map(({ id, name }) => [id, name]))
  return Promise.all(
    roles.map(async (role) => ({
      ...common(role, users, c.me.isSuperAdmin || !own.has(role.id)),
      scope: scopeText(
        role.areas.map((code) => areas.get(code) ?? code),
        role.stores.map((id) => names.get(id) ?? id),
      ),
      areas: role.areas,
      stores: (await storesOf(c, role)).length,
    })),
  )
}

/** One page of what is already in memory: the roles a person sees are few. */
const pageOf = <R>(rows: readonly R[], paging: { page?: number; pageSize?: number }) => {
  const { limit, offset } = pageBounds(paging)
  return rows.slice(offset, offset + limit)
}

const has = (text: string, part: string | undefined) => !part || text.toLowerCase().includes(part.trim().toLowerCase())

/** Role/MenuRolePaged: the product's own roles first, then by name. */
export const pagedMenuRoles = async (f: InputOf<typeof menuCalls.paged>, c: Context) => {
  const found = (await visibleMenuRoles(c))
    .filter((role) => has(role.name, f.name) && has(role.code, f.code))
    .filter((role) => (!f.kind || role.kind === f.kind) && (!f.state || stateOf(role.enabled) === f.state))
    .sort((a, b) => Number(b.kind === 'system') - Number(a.kind === 'system'))
  return { items: await menuRows(c, pageOf(found, f)), total: found.length, totalIsBound: false }
}

/** Role/DataRolePaged. */
export const pagedDataRoles = async (f: InputOf<typeof dataCalls.paged>, c: Context) => {
  const found = (await visibleDataRoles(c)).filter(
    (role) => has(role.name, f.name) && (!f.state || stateOf(role.enabled) === f.state),
  )
  return { items: await dataRows(c, pageOf(found, f)), total: found.length, totalIsBound: false }
}

/** Role/GetDataRoleListByRefId: the roles that open this store or area. */
export const dataRolesOfRef = async (refId: string, c: Context) => {
  const [shop] = await c.db.select({ areaCode: store.areaCode }).from(store).where(eq(store.id, refId))
  const areaCode = shop?.areaCode ?? refId
  const roles = await visibleDataRoles(c)
  return dataRows(
    c,
    roles.filter((role) => role.areas.includes(areaCode) || role.stores.includes(refId)),
  )
}

type Which = InputOf<typeof roleInfo.getUserListByRoleId>

const pageOfType = { menu: 'MenuRoleManagement', data: 'DataRoleManagement' } as const

/** Role/GetRoleInfo: one role with its grants. */
export const infoOfRole = async ({ roleType, roleId }: Pick<Which, 'roleType' | 'roleId'>, c: Context) => {
  needPage(c, pageOfType[roleType])
  if (roleType === 'menu') {
    const role = await menuRoleOf(c, roleId)
    const [row] = await menuRows(c, [role])
    return { menuRole: { ...row!, menus: role.menus, buttons: role.buttons } }
  }
  const role = await dataRoleOf(c, roleId)
  const [row] = await dataRows(c, [role])
  return { dataRole: { ...row!, storeIds: role.stores } }
}

/** Role/GetUserListByRoleId: the users of a role whom the caller sees. */
export const usersOfRole = async ({ roleType, roleId, ...paging }: Which, c: Context) => {
  needPage(c, pageOfType[roleType])
  await (roleType === 'menu' ? menuRoleOf(c, roleId) : dataRoleOf(c, roleId))
  return pagedUsers({ [roleType === 'menu' ? 'menuRoleId' : 'dataRoleId']: roleId, ...paging }, c)
}
