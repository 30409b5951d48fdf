import type { ResultOf } from '@yibao/shared/call.ts'
import type { roleUser } from '@yibao/shared/calls/role-user.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import type { Cursor } from '../../database/rows.ts'
import { locksOf } from '../auth/attempts.ts'
import { sexOf } from '../auth/sessions.ts'
import { dataRole, user, userDataRole } from '../auth/tables.ts'
import { area, client, company, store } from '../organisation/tables.ts'
import { heldMenuRoles, lacksOf, type Person } from './person.ts'

export type UserRow = ResultOf<typeof roleUser.getUserInfo>

const columns = {
  person: user,
  areaCode: store.areaCode,
  areaName: area.name,
  storeName: store.name,
  fixmedinsCode: store.fixmedinsCode,
  companyId: store.companyId,
  companyName: company.name,
}

/** Users with where they work, as a list reads them; conditions and order are the caller's. */
export const usersWithPlaces = (db: Database, cursor: Cursor) =>
  db
    .select({ ...columns, ...cursor })
    .from(user)
    .leftJoin(store, eq(store.id, user.storeId))
    .leftJoin(area, eq(area.code, store.areaCode))
    .leftJoin(company, eq(company.id, store.companyId))
    .$dynamic()

/** The same of those that a condition finds. */
export const usersWhere = (db: Database, where: SQL | undefined) =>
  usersWithPlaces(db, { cursor: sql<string | null>`null` }).where(where)

export type FoundUser = Awaited<ReturnType<typeof usersWhere>>[number]

/** The data roles of some users by their names, a row for each user and role. */
export const heldDataRoles = (db: Database, userIds: readonly string[]) =>
  db
    .select({ userId: userDataRole.userId, roleId: dataRole.id, name: dataRole.name })
    .from(userDataRole)
    .innerJoin(dataRole, eq(dataRole.id, userDataRole.roleId))
    .where(inArray(userDataRole.userId, [...userIds, '']))
    .orderBy(dataRole.name)

/** Of each of these users how many PCs his ERP logins hang on: those of the store where he is, and which is open. */
const counterPcsOf = async (db: Database, userIds: readonly string[]): Promise<Map<string, number>> => {
  const rows = await db
    .select({ userId: user.id, pcs: count() })
    .from(client)
    .innerJoin(user, and(eq(user.id, client.userId), eq(user.storeId, client.storeId)))
    .innerJoin(store, and(eq(store.id, client.storeId), eq(store.closed, false)))
    .where(inArray(client.userId, [...userIds, '']))
    .groupBy(user.id)
  return new Map(rows.map(({ userId, pcs }) => [userId, pcs]))
}

const standingOf = (person: Person, isLocked: boolean): UserRow['standing'] => {
  if (person.stopped) return 'stopped'
  if (isLocked) return 'locked'
  return person.mustChange ? 'initial' : 'enabled'
}

const named = (roles: readonly { name: string }[]) => roles.map(({ name }) => name).join('、')

/** The rows as the wire has them, with roles and whether the caller may change the account. */
export const userRows = async (c: Context, found: readonly FoundUser[]): Promise<UserRow[]> => {
  const ids = found.map(({ person }) => person.id)
  const { db, me, now } = c
  const [menuRoles, dataRoles, locks, pcs] = await Promise.all([
    heldMenuRoles(db, ids),
    heldDataRoles(db, ids),
    locksOf(db, ids, now),
    counterPcsOf(db, ids),
  ])
  const of = <R extends { userId: string }>(rows: R[], userId: string) => rows.filter((row) => row.userId === userId)
  const ref = ({ roleId, name }: { roleId: string; name: string }) => ({ roleId, name })
  return found.map(({ person, ...place }) => {
    const held = of(menuRoles, person.id)
    const data = of(dataRoles, person.id)
    const lockedUntil = locks.get(person.id)
    const above = person.isSuperAdmin && !me.isSuperAdmin
    return {
      userId: person.id,
      userName: person.userName,
      surName: person.surName,
      name: person.name,
      sex: sexOf(person.sex),
      mobilePhone: person.mobilePhone ?? undefined,
      email: person.email ?? undefined,
      companyId: place.companyId ?? person.companyId ?? undefined,
      companyName: place.companyName ?? '',
      areaCode: place.areaCode ?? undefined,
      areaName: place.areaName ?? '',
      storeId: person.storeId ?? undefined,
      storeName: place.storeName ?? '',
      fixmedinsCode: place.fixmedinsCode ?? undefined,
      menuRoles: held.map(ref),
      dataRoles: data.map(ref),
      menuRoleNames: named(held),
      dataRoleNames: named(data),
      isAdminUser: person.isAdminUser,
      isSuperAdmin: person.isSuperAdmin,
      lastLoginAt: person.lastLoginAt ? formatTime(person.lastLoginAt) : undefined,
      state: person.stopped ? 'stopped' : 'enabled',
      standing: standingOf(person, lockedUntil !== undefined),
      lockedUntil: lockedUntil && formatTime(lockedUntil),
      mustChange: person.mustChange,
      counterPcs: pcs.get(person.id),
      manageable: person.id !== me.userId && !above && lacksOf(c, held).length === 0,
    }
  })
}
