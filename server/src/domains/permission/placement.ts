import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { dataRole, menuRole, userDataRole, userMenuRole } from '../auth/tables.ts'
import { store } from '../organisation/tables.ts'
import type { Asker } from './reach.ts'

interface Placed {
  isAdminUser: boolean
  storeId?: string
}

/**
 * Where an account works: an operator belongs to one store of the caller's scope, an administrator to none, and only an
 * administrator makes one. Answers the company of the store.
 */
export const placeOf = async (c: Asker, { isAdminUser, storeId }: Placed): Promise<string | null> => {
  if (isAdminUser && !c.me.isAdminUser) refuse('user.admin')
  if (isAdminUser && storeId) refuse('user.adminStore', {}, { fields: { storeId: '管理员账号不绑定门店' } })
  if (isAdminUser) return null
  if (!storeId) return refuse('user.store', {}, { fields: { storeId: '请选择门店' } })
  const [shop] = await c.db
    .select({ companyId: store.companyId, closed: store.closed })
    .from(store)
    .where(eq(store.id, c.scope.check(storeId)))
  return shop && !shop.closed ? shop.companyId : refuse('not.found', { what: '门店' })
}

type DataRole = typeof dataRole.$inferSelect

/** Whether a data role opens nothing but this store. */
const only = ({ areas, stores }: Pick<DataRole, 'areas' | 'stores'>, storeId: string) =>
  areas.length === 0 && stores.every((one) => one === storeId)

/** An operator belongs to one store: his data roles open no other. An administrator needs at least one, or nobody sees him. */
export const checkDataRoles = (
  c: Pick<Context, 'me'>,
  { isAdminUser, storeId }: Placed,
  roles: readonly DataRole[],
): void => {
  if (isAdminUser && !roles.length && !c.me.isSuperAdmin)
    refuse('user.adminScope', {}, { fields: { dataRoleIds: '请选择数据角色' } })
  const foreign = storeId && !isAdminUser && roles.find((role) => !only(role, storeId))
  if (foreign) refuse('user.oneStore', { name: foreign.name })
}

/** The data roles of a user, whole. */
export const dataRolesHeld = async (db: Database, userId: string): Promise<DataRole[]> => {
  const rows = await db
    .select({ role: dataRole })
    .from(userDataRole)
    .innerJoin(dataRole, eq(dataRole.id, userDataRole.roleId))
    .where(eq(userDataRole.userId, userId))
  return rows.map(({ role }) => role)
}

/** Takes the roles that no longer fit an operator's store: data roles of others, menu roles of another company. Answers their names. */
export const dropForeign = async (db: Database, userId: string, storeId: string) => {
  const data = (await dataRolesHeld(db, userId)).filter((role) => !only(role, storeId))
  const [shop] = await db.select({ companyId: store.companyId }).from(store).where(eq(store.id, storeId))
  const menus = await db
    .select({ id: menuRole.id, name: menuRole.name })
    .from(userMenuRole)
    .innerJoin(menuRole, eq(menuRole.id, userMenuRole.roleId))
    .where(and(eq(userMenuRole.userId, userId), isNotNull(menuRole.companyId), ne(menuRole.companyId, shop!.companyId)))
  for (const [table, roles] of [
    [userDataRole, data],
    [userMenuRole, menus],
  ] as const)
    if (roles.length)
      await db.delete(table).where(
        and(
          eq(table.userId, userId),
          inArray(
            table.roleId,
            roles.map(({ id }) => id),
          ),
        ),
      )
  return {
    ...(data.length && { droppedDataRoles: data.map(({ name }) => name) }),
    ...(menus.length && { droppedMenuRoles: menus.map(({ name }) => name) }),
  }
}
