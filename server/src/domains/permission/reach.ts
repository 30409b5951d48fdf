import type { ButtonCode } from '@yibao/shared/call.ts'
import { menuRows } from '@yibao/shared/menu.ts'
import { can, type Wanted } from '@yibao/shared/permission.ts'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { dataRolesOf } from '../auth/grants.ts'
import { dataRole, user, userDataRole } from '../auth/tables.ts'
import { area, store } from '../organisation/tables.ts'

/** What a person's data roles open in all his areas: what he may pass on. The chosen area only narrows his lists. */
export interface Reach {
  all: boolean
  areas: Set<string>
  stores: Set<string>
}

/** Who asks, as far as rights go: a request, or a sheet that somebody brings in. */
export type Asker = Pick<Context, 'db' | 'me' | 'scope'>

export interface Places {
  areas: readonly string[]
  stores: readonly string[]
}

/** Reach of the caller. Everything of a super administrator, his store of an operator. */
export const reachOf = async (c: Asker): Promise<Reach> => {
  const { me, db } = c
  c.scope.take()
  if (me.isSuperAdmin) return { all: true, areas: new Set(), stores: new Set() }
  if (me.storeId) return { all: false, areas: new Set(), stores: new Set([me.storeId]) }
  const roles = await dataRolesOf(db, me.userId)
  const areas = [...new Set(roles.flatMap((role) => role.areas))]
  const inAreas = areas.length
    ? await db.select({ id: store.id }).from(store).where(inArray(store.areaCode, areas))
    : []
  const stores = new Set([...roles.flatMap((role) => role.stores), ...inAreas.map(({ id }) => id)])
  return { all: false, areas: new Set(areas), stores }
}

/** What of these places lies outside the reach: area codes and store ids. */
export const outside = ({ all, areas, stores }: Reach, places: Places): string[] =>
  all
    ? []
    : [...places.areas.filter((code) => !areas.has(code)), ...places.stores.filter((storeId) => !stores.has(storeId))]

/**
 * Whether a data role is out of the reach: it opens more, or nothing by now. That is a company's without a store, and will
 * open its next one to whoever holds it.
 */
export const isWider = (reach: Reach, role: Places): boolean =>
  !reach.all && (outside(reach, role).length > 0 || (!role.areas.length && !role.stores.length))

/** Names of areas and stores for a person, the first three. */
export const namesOf = async ({ db }: Context, keys: readonly string[]): Promise<string> => {
  const few = keys.slice(0, 3)
  if (!few.length) return ''
  const areas = await db.select({ key: area.code, name: area.name }).from(area).where(inArray(area.code, few))
  const stores = await db.select({ key: store.id, name: store.name }).from(store).where(inArray(store.id, few))
  const names = new Map([...areas, ...stores].map(({ key, name }) => [key, name]))
  const more = keys.length > few.length ? `等 ${keys.length} 项` : ''
  return few.map((key) => names.get(key) ?? key).join('、') + more
}

/** Administrators whose data roles, one and all, lie inside the reach; one without any is nobody's but the super's. */
const administratorsIn = async (c: Context, reach: Reach): Promise<string[]> => {
  const rows = await c.db
    .select({ id: user.id, areas: dataRole.areas, stores: dataRole.stores })
    .from(user)
    .innerJoin(userDataRole, eq(userDataRole.userId, user.id))
    .innerJoin(dataRole, eq(dataRole.id, userDataRole.roleId))
    .where(and(isNull(user.storeId), eq(user.isAdminUser, true), eq(user.isSuperAdmin, false)))
  const wider = new Set(rows.filter((row) => isWider(reach, row)).map(({ id }) => id))
  return [...new Set(rows.map(({ id }) => id))].filter((id) => !wider.has(id))
}

/**
 * SQL condition: the accounts the caller sees, himself included. Operators by the stores of his scope, administrators
 * by his reach.
 */
export const visibleUsers = async (c: Context): Promise<SQL> => {
  const operators = c.scope.where(user.storeId)
  if (c.me.isSuperAdmin) return sql`(${operators} or ${user.storeId} is null)`
  const administrators = c.me.storeId ? [] : await administratorsIn(c, await reachOf(c))
  return sql`(${operators} or ${inArray(user.id, [...administrators, c.me.userId])})`
}

/**
 * SQL condition: the accounts inside the caller's reach, in all his areas, himself included; undefined for everybody's. What
 * `visibleUsers` shows beside the area he works in.
 */
export const usersInReach = async (c: Context): Promise<SQL | undefined> => {
  const reach = await reachOf(c)
  if (reach.all) return undefined
  const administrators = c.me.storeId ? [] : await administratorsIn(c, reach)
  const stores = sql`${sql.param([...reach.stores])}::text[]`
  return sql`(${user.storeId} = any(${stores}) or ${inArray(user.id, [...administrators, c.me.userId])})`
}

const need = ({ me }: Context, wanted: Wanted): void => {
  const { menuCode } = wanted
  const title = menuRows.find((row) => row.menuCode === menuCode)?.title ?? menuCode
  if (!can(me, wanted)) refuse('permission.denied', { title })
}

/** A call of several pages: the caller needs this one. */
export const needPage = (c: Context, menuCode: string): void => need(c, { menuCode })

/** The caller needs this button, asked for outside of its call. */
export const needButton = (c: Context, menuCode: string, buttonCode: ButtonCode): void =>
  need(c, { menuCode, buttonCode })
