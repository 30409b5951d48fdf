import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import type { Database } from '../../database/open.ts'
import { dataRole, menuRole, user, userDataRole, userMenuRole } from '../auth/tables.ts'
import { store } from '../organisation/tables.ts'
import { endLostAreas } from './sessions.ts'

/** Code of the data role that holds all stores of a company (公司初始化). */
export const companyRoleCode = (companyId: string): string => `company-${companyId}`

/** A company's new store comes into its data role, where it has one: its administrator sees it at once. */
export const joinCompanyRole = async (
  db: Pick<Database, 'update'>,
  { companyId, id }: { companyId: string; id: string },
): Promise<void> => {
  const own = sql`to_jsonb(${id}::text)`
  await db
    .update(dataRole)
    .set({ stores: sql`${dataRole.stores} || ${own}` })
    .where(and(eq(dataRole.code, companyRoleCode(companyId)), sql`not ${dataRole.stores} @> ${own}`))
}

const rolesOf = (db: Database, ids: readonly string[]) =>
  db
    .select({ roleId: userDataRole.roleId, userId: user.id, storeId: user.storeId })
    .from(userDataRole)
    .innerJoin(user, eq(user.id, userDataRole.userId))
    .where(inArray(userDataRole.roleId, [...ids, '']))

/**
 * A store becomes another company's: it goes into that one's role, and out of each data role by which administrators of the
 * former saw it, and whom it sells to. A role stays as it is that holds other stores of the new company too, for whoever has
 * it works for both, and one that no administrator has: to an operator it opens nothing. Who has the whole area sees the
 * store by that. A role without a store stays, and nobody's but a super administrator's to give (`isWider`). Ends sessions
 * in areas that are lost; answers the names of the roles that lost the store.
 */
export const changeCompanyOf = async (
  tx: Database,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<string[]> => {
  const own = sql`to_jsonb(${id}::text)`
  // Locked in one order: of two stores that change places neither waits for the other for ever.
  const roles = await tx
    .select({ id: dataRole.id, code: dataRole.code, name: dataRole.name, stores: dataRole.stores })
    .from(dataRole)
    .where(or(sql`${dataRole.stores} @> ${own}`, inArray(dataRole.code, [companyRoleCode(from), companyRoleCode(to)])))
    .orderBy(dataRole.id)
    .for('update')
  const theirs = await tx
    .select({ id: store.id })
    .from(store)
    .where(and(eq(store.companyId, to), ne(store.id, id)))
  const isOfBoth = new Set(theirs.map((one) => one.id))
  const held = await rolesOf(
    tx,
    roles.map((one) => one.id),
  )
  const left = roles.filter(({ id: roleId, code, stores }) => {
    if (!stores.includes(id) || code === companyRoleCode(to)) return false
    if (code === companyRoleCode(from)) return true
    const isAdministrators = held.some((one) => one.roleId === roleId && one.storeId === null)
    return isAdministrators && !stores.some((one) => isOfBoth.has(one))
  })
  const ids = new Set(left.map((one) => one.id))
  await tx
    .update(dataRole)
    .set({ stores: sql`${dataRole.stores} - ${id}::text` })
    .where(inArray(dataRole.id, [...ids, '']))
  await joinCompanyRole(tx, { companyId: to, id })
  await carryMenuRoles(tx, { id, from, to })
  const holders = held.filter(({ roleId }) => ids.has(roleId)).map(({ userId }) => userId)
  await endLostAreas(tx, [...new Set(holders)])
  return left.map(({ name }) => name)
}

/**
 * Menu roles of the former company that the store's operators hold become roles of the new one for them: who sells goes on
 * selling, and the former's administrators change nothing of it any more.
 */
const carryMenuRoles = async (tx: Database, { id, from, to }: { id: string; from: string; to: string }) => {
  const theirs = tx.select({ id: user.id }).from(user).where(eq(user.storeId, id))
  const held = await tx
    .selectDistinct({ roleId: userMenuRole.roleId })
    .from(userMenuRole)
    .innerJoin(menuRole, and(eq(menuRole.id, userMenuRole.roleId), eq(menuRole.companyId, from)))
    .where(inArray(userMenuRole.userId, theirs))
  for (const { roleId } of held) {
    const [role] = await tx.select().from(menuRole).where(eq(menuRole.id, roleId))
    if (!role) continue
    const { menus, buttons, name, enabled } = role
    // Of several stores that come one after the other, the first one's goes for all.
    const same = and(eq(menuRole.companyId, to), eq(menuRole.name, name), eq(menuRole.enabled, enabled))
    const alike = and(eq(menuRole.menus, menus), eq(menuRole.buttons, buttons))
    const [known] = await tx.select({ id: menuRole.id }).from(menuRole).where(and(same, alike))
    const copyId = known?.id ?? newId(new Date())
    if (!known) await tx.insert(menuRole).values({ ...role, id: copyId, code: `R${copyId.slice(-8)}`, companyId: to })
    const link = and(eq(userMenuRole.roleId, roleId), inArray(userMenuRole.userId, theirs))
    await tx.update(userMenuRole).set({ roleId: copyId }).where(link)
  }
}

/** The roles of a company that is taken back: another one may get its number, and is none of its people's. */
export const endCompanyRole = async (db: Pick<Database, 'delete'>, companyId: string): Promise<void> => {
  const [ended] = await db
    .delete(dataRole)
    .where(eq(dataRole.code, companyRoleCode(companyId)))
    .returning({ id: dataRole.id })
  if (ended) await db.delete(userDataRole).where(eq(userDataRole.roleId, ended.id))
  const menus = await db.delete(menuRole).where(eq(menuRole.companyId, companyId)).returning({ id: menuRole.id })
  const ids = menus.map(({ id }) => id)
  if (ids.length) await db.delete(userMenuRole).where(inArray(userMenuRole.roleId, ids))
}
