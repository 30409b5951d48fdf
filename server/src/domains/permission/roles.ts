import { eq, inArray } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { dataRole, menuRole, userDataRole, userMenuRole } from '../auth/tables.ts'
import { store } from '../organisation/tables.ts'
import { few, lacksOf } from './person.ts'
import { isWider, type Reach, reachOf } from './reach.ts'

export type MenuRole = typeof menuRole.$inferSelect
export type DataRole = typeof dataRole.$inferSelect

/** Whether the caller sees a menu role: one of everywhere, or of an area he has. */
export const seesMenuRole = ({ all, areas }: Reach, role: Pick<MenuRole, 'areas'>): boolean =>
  all || role.areas.length === 0 || role.areas.some((code) => areas.has(code))

/** Every menu role the caller sees. */
export const visibleMenuRoles = async (c: Context): Promise<MenuRole[]> => {
  const reach = await reachOf(c)
  const rows = await c.db.select().from(menuRole).orderBy(menuRole.name, menuRole.id)
  return rows.filter((role) => seesMenuRole(reach, role))
}

/** Every data role the caller sees: none that opens more than he has. */
export const visibleDataRoles = async (c: Context): Promise<DataRole[]> => {
  const reach = await reachOf(c)
  const rows = await c.db.select().from(dataRole).orderBy(dataRole.name, dataRole.id)
  return rows.filter((role) => !isWider(reach, role))
}

const pick = <R extends { id: string }>(rows: R[], roleId: string): R =>
  rows.find((role) => role.id === roleId) ?? refuse('not.found', { what: '角色' })

export const menuRoleOf = async (c: Context, roleId: string) => pick(await visibleMenuRoles(c), roleId)
export const dataRoleOf = async (c: Context, roleId: string) => pick(await visibleDataRoles(c), roleId)

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

/** Whether a menu role is made by the caller's areas alone; those of everywhere belong to the super administrator. */
export const ownsMenuRole = ({ all, areas }: Reach, role: Pick<MenuRole, 'areas'>): boolean =>
  all || (role.areas.length > 0 && role.areas.every((code) => areas.has(code)))

/** A menu role the caller may change. Refuses a foreign one, his own, and one that holds more than he has. */
export const changeableMenuRole = async (c: Context, roleId: string): Promise<MenuRole> => {
  const role = await menuRoleOf(c, roleId)
  if (c.me.isSuperAdmin) return role
  if (!ownsMenuRole(await reachOf(c), role)) refuse('role.foreign', { name: role.name })
  if ((await ownMenuRoles(c)).has(roleId)) refuse('role.own', { name: role.name })
  const lacks = lacksOf(c, [role])
  if (lacks.length) refuse('role.lacks', { lacks: few(lacks) })
  return role
}

/** A data role the caller may change: inside his reach, and not one that he holds himself. */
export const changeableDataRole = async (c: Context, roleId: string): Promise<DataRole> => {
  const role = await dataRoleOf(c, roleId)
  if (!c.me.isSuperAdmin && (await ownDataRoles(c)).has(roleId)) refuse('role.own', { name: role.name })
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
