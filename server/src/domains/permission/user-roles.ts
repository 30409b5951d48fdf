import { menuTree } from '@yibao/shared/menu-tree.ts'
import { flatten } from '@yibao/shared/tree.ts'
import { sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { grantsOf } from '../auth/grants.ts'
import { dataRolesToGive, link, menuRolesToGive } from './assign.ts'
import { changeable, few, heldMenuRoles, lacksOf, personOf } from './person.ts'
import { checkDataRoles, dataRolesHeld } from './placement.ts'
import { reachOf } from './reach.ts'
import { companiesOf, roleReachOf } from './role-owners.ts'
import { visibleDataRoles, visibleMenuRoles } from './roles.ts'
import { markOf, refuseUnseen } from './seen.ts'
import { endLostAreas } from './sessions.ts'
import { heldDataRoles } from './user-rows.ts'

const ref = ({ roleId, name }: { roleId: string; name: string }) => ({ roleId, name })

/** Role/GetHaveMenuRoleByUser and GetHaveDataRoleByUser. */
export const heldRoles = async (userId: string, type: 'menu' | 'data', c: Context) => {
  await personOf(c, userId)
  const held = type === 'menu' ? heldMenuRoles(c.db, [userId]) : heldDataRoles(c.db, [userId])
  return { roles: (await held).map(ref) }
}

const idsOf = (held: readonly { roleId: string }[]) => held.map(({ roleId }) => roleId)

/** Menu roles of other areas were not offered to the caller, and are not his to take away: whoever holds them keeps them. */
const withUnseen = (
  wanted: readonly string[],
  held: readonly string[],
  visible: readonly { id: string }[],
): string[] => {
  const offered = new Set(visible.map(({ id }) => id))
  return [...new Set([...wanted, ...held.filter((id) => !offered.has(id))])]
}

interface Offer {
  id: string
  name: string
  remark: string
  enabled: boolean
}

const offered = (role: Offer, held: boolean, lacks: readonly string[]) => {
  const reason = lacks.length ? `没有权限 ${few(lacks)}` : role.enabled || held ? '' : '角色已停用'
  return { roleId: role.id, name: role.name, remark: role.remark, held, assignable: !reason, reason }
}

/** Role/GetMenuRoleByUser: every menu role the caller sees, with whether the user holds it and the caller may give it. */
export const offeredMenuRoles = async (userId: string, c: Context) => {
  await personOf(c, userId)
  const held = idsOf(await heldMenuRoles(c.db, [userId]))
  const roles = await visibleMenuRoles(c)
  return { roles: roles.map((role) => offered(role, held.includes(role.id), lacksOf(c, [role]))), mark: markOf(held) }
}

/** Role/GetDataRoleByUser: likewise; a data role that opens more than the caller has is not shown at all. */
export const offeredDataRoles = async (userId: string, c: Context) => {
  await personOf(c, userId)
  const held = idsOf(await heldDataRoles(c.db, [userId]))
  const roles = await visibleDataRoles(c)
  return { roles: roles.map((role) => offered(role, held.includes(role.id), [])), mark: markOf(held) }
}

interface Roles {
  userId: string
  roleIds: string[]
  seen?: string
}

/** One assignment to a user at a time, so that two administrators never mix their sets. */
const lockUser = (userId: string) => sql`select 1 from user_account where id = ${userId} for update`

interface Wanted {
  userId: string
  /** What he is to hold of what the caller sees, made from what he holds by now. */
  wanted: (held: readonly string[]) => readonly string[]
  seen?: string
}

/** Gives a user menu roles, which count from his next request. Answers what he held and holds, by name. */
export const giveMenuRoles = async ({ userId, wanted, seen }: Wanted, c: Context) => {
  const person = await changeable(c, userId, '分配角色')
  const reach = await roleReachOf(c)
  const visible = await visibleMenuRoles(c)
  return c.db.transaction(async (tx) => {
    await tx.execute(lockUser(userId))
    const held = await heldMenuRoles(tx, [userId])
    const kept = idsOf(held)
    refuseUnseen(`「${person.name || person.userName}」的菜单角色`, seen, markOf(kept))
    const ids = withUnseen(wanted(kept), kept, visible)
    const storeId = person.storeId ?? undefined
    const companies = async () => companiesOf(tx, { storeId, places: await dataRolesHeld(tx, userId) })
    const roles = await menuRolesToGive(c, tx, { reach, ids, kept, companies })
    await link(tx, 'menu', userId, ids)
    const [before, after] = [held, roles].map((some) => some.map(({ name }) => name))
    return { userName: person.userName, before, after }
  })
}

/** Role/UpdateUserMenuRole */
export const assignMenuRoles = async ({ userId, roleIds, seen }: Roles, c: Context): Promise<null> => {
  const { userName: _, ...changed } = await giveMenuRoles({ userId, wanted: () => roleIds, seen }, c)
  c.keep(changed)
  return null
}

/** Role/EditUserDataRole: counts from the next request; sessions in an area that is lost end. */
export const assignDataRoles = async ({ userId, roleIds, seen }: Roles, c: Context): Promise<null> => {
  const person = await changeable(c, userId, '分配数据角色')
  const reach = await reachOf(c)
  await c.db.transaction(async (tx) => {
    await tx.execute(lockUser(userId))
    const held = await heldDataRoles(tx, [userId])
    const kept = idsOf(held)
    refuseUnseen(`「${person.name || person.userName}」的数据角色`, seen, markOf(kept))
    const roles = await dataRolesToGive(tx, { reach, ids: roleIds, kept })
    checkDataRoles(c, { isAdminUser: person.isAdminUser, storeId: person.storeId ?? undefined }, roles)
    await link(tx, 'data', userId, roleIds)
    await endLostAreas(tx, [userId])
    c.keep({ before: held.map(({ name }) => name), after: roles.map(({ name }) => name) })
  })
  return null
}

/** Role/GetMenuTreeByUser: everything the user may open and press, by the rule that decides his requests. */
export const userMenuTree = async (userId: string, c: Context) => {
  const person = await personOf(c, userId)
  const grants = await grantsOf(c.db, person, { storeId: person.storeId ?? undefined })
  const nodes = menuTree({ ...person, ...grants })
  return { nodes, checkedKeys: flatten(nodes).map(({ key }) => key), halfCheckedKeys: [] }
}
