import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { area, store } from '../organisation/tables.ts'
import { dataRole, menuRole, type user, userDataRole, userMenuRole } from './tables.ts'

type Owner = Pick<typeof user.$inferSelect, 'id' | 'isSuperAdmin'>

export interface Grants {
  menus: string[]
  buttons: { menuCode: string; buttonCode: string }[]
  /** Stores the data roles open; 'all' for a super administrator without an area. */
  stores: 'all' | string[]
}

/** Areas and stores that a user's enabled data roles open. */
export const dataRolesOf = (db: Database, userId: string) =>
  db
    .select({ areas: dataRole.areas, stores: dataRole.stores })
    .from(userDataRole)
    .innerJoin(dataRole, and(eq(dataRole.id, userDataRole.roleId), eq(dataRole.enabled, true)))
    .where(eq(userDataRole.userId, userId))

/** An operator sees his store; an administrator those of his data roles, within the chosen area. */
const storesOf = async (
  db: Database,
  owner: Owner,
  { areaCode, storeId }: { areaCode?: string; storeId?: string },
): Promise<'all' | string[]> => {
  if (storeId) return [storeId]
  if (owner.isSuperAdmin && !areaCode) return 'all'
  const inArea = await db
    .select({ id: store.id, area: store.areaCode })
    .from(store)
    .where(areaCode ? eq(store.areaCode, areaCode) : undefined)
  if (owner.isSuperAdmin) return inArea.map(({ id }) => id)
  const roles = await dataRolesOf(db, owner.id)
  const areas = new Set(roles.flatMap((role) => role.areas))
  const stores = new Set(roles.flatMap((role) => role.stores))
  return inArea.filter((one) => areas.has(one.area) || stores.has(one.id)).map(({ id }) => id)
}

/** What a user may, read from his enabled roles: nothing is cached, so a changed role counts from the next request. */
export const grantsOf = async (
  db: Database,
  owner: Owner,
  place: { areaCode?: string; storeId?: string },
): Promise<Grants> => {
  const roles = await db
    .select({ menus: menuRole.menus, buttons: menuRole.buttons })
    .from(userMenuRole)
    .innerJoin(menuRole, and(eq(menuRole.id, userMenuRole.roleId), eq(menuRole.enabled, true)))
    .where(eq(userMenuRole.userId, owner.id))
  return {
    menus: [...new Set(roles.flatMap((role) => role.menus))],
    buttons: roles.flatMap((role) => role.buttons),
    stores: await storesOf(db, owner, place),
  }
}

/** The areas a user may work in, by code: those of his data roles and of their stores, and all for a super administrator. */
export const areasOf = async (db: Database, owner: Owner): Promise<{ code: string; name: string }[]> => {
  const all = await db.select({ code: area.code, name: area.name }).from(area).orderBy(area.code)
  if (owner.isSuperAdmin) return all
  const roles = await dataRolesOf(db, owner.id)
  const stores = roles.flatMap((role) => role.stores)
  const theirs = stores.length
    ? await db.selectDistinct({ code: store.areaCode }).from(store).where(inArray(store.id, stores))
    : []
  const open = new Set([...roles.flatMap((role) => role.areas), ...theirs.map(({ code }) => code)])
  return all.filter(({ code }) => open.has(code))
}
