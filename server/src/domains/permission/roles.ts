import { eq, inArray } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { dataRole, menuRole, user, userDataRole, userMenuRole } from '../auth/tables.ts'
import { store } from '../organisation/tables.ts'
import { few, heldMenuRoles, lacksOf } from './person.ts'
import { type Asker, isWider, reachOf } from './reach.ts'
import { ownsMenuRole, roleReachOf, seesMenuRole } from './role-owners.ts'

export type MenuRole = typeof menuRole.$inferSelect
export type DataRole = typeof dataRole.$inferSelect

/** Every menu role the caller sees. */
export const visibleMenuRoles = async (c: Asker): Promise<MenuRole[]> => {
  const reach = await roleReachOf(c)
  const rows = await c.db.select().from(menuRole).orderBy(menuRole.name, menuRole.id)
  return rows.filter((role) => seesMenuRole(reach, role))
}

/** Every data role the caller sees: none that opens more than he has. */
export const visibleDataRoles = async (c: Context): Promise<DataRole[]> => {
  const reach = await reachOf(c)
  const rows = await c.db.select().from(dataRole).orderBy(dataRole.name, dataRole.id)
  return rows.filter((role) => !isWider(reach, role))
}

/** One of them by its id: the call is on it. */
const pick = <R extends { id: string; name: string }>(c: Context, rows: R[], roleId: string): R => {
  const role = rows.find(({ id }) => id === roleId) ?? refuse('not.found', { what: '角色' })
  c.on(role.name)
  return role
}

/** A menu role that the asker sees; refuses another one as not found, and names it in the audit. */
export const menuRoleOf = async (c: Context, roleId: string) => pick(c, await visibleMenuRoles(c), roleId)
/** The same of a data role. */
export const dataRoleOf = async (c: Context, roleId: string) => pick(c, await visibleDataRoles(c), roleId)

/** Menu roles the caller holds himself. */
export const ownMenuRoles = async ({ db, me }: Context): Promise<Set<string>> => {
  const rows = await db.select({ id: userMenuRole.roleId }).from(userMenuRole).where(eq(userMenuRole.userId, me.userId))
  return new Set(rows.map(({ id }) => id))
}

/** Data roles the caller holds himself. */
export const ownDataRoles = async ({ db, me }: Context): Promise<Set<string>> => {
  const rows = await db.select({ id: userDataRole.roleId }).from(userDataRole).where(eq(userDataRole.userId, me.userId))
  return new Set(rows.map(({ id }) => id))
}

/** A menu role the caller may change. Refuses a foreign one, his own, and one that holds more than he has. */
export const changeableMenuRole = async (c: Context, roleId: string): Promise<MenuRole> => {
  const role = await menuRoleOf(c, roleId)
  if (c.me.isSuperAdmin) return role
  if (!ownsMenuRole(await roleReachOf(c), role)) refuse('role.foreign', { name: role.name })
  if ((await ownMenuRoles(c)).has(roleId)) refuse('role.own', { name: role.name })
  const lacks = lacksOf(c, [role])
  if (lacks.length) refuse('role.lacks', { lacks: few(lacks) })
  return role
}

/**
 * A data role the caller may change: inside his reach, not one that he holds himself, and held by nobody who may do more than
 * he, whom he would send away from his stores.
 */
export const changeableDataRole = async (c: Context, roleId: string): Promise<DataRole> => {
  const role = await dataRoleOf(c, roleId)
  if (c.me.isSuperAdmin) return role
  if ((await ownDataRoles(c)).has(roleId)) refuse('role.own', { name: role.name })
  const holders = await c.db
    .select({ id: user.id, isSuperAdmin: user.isSuperAdmin })
    .from(userDataRole)
    .innerJoin(user, eq(user.id, userDataRole.userId))
    .where(eq(userDataRole.roleId, roleId))
  const held = await heldMenuRoles(
    c.db,
    holders.map(({ id }) => id),
  )
  if (holders.some(({ isSuperAdmin }) => isSuperAdmin) || lacksOf(c, held).length)
    refuse('role.above', { name: role.name })
  return role
}

/** Refuses a second role of one name among those the caller sees. */
export const freeName = (rows: readonly { id: string; name: string }[], name: string, roleId?: string): void => {
  if (rows.some((role) => role.id !== roleId && role.name === name.trim()))
    refuse('role.name', { name: name.trim() }, { fields: { name: '名称已被使用' } })
}

/** Stores of the areas, and those named: how many a data role opens. */
export const storesOf = async ({ db }: Context, { areas, stores }: Pick<DataRole, 'areas' | 'stores'>) => {
  const inAreas = areas.length
    ? await db.select({ id: store.id }).from(store).where(inArray(store.areaCode, areas))
    : []
  return [...new Set([...inAreas.map(({ id }) => id), ...stores])]
}
