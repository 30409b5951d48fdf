import type { ResultOf } from '@yibao/shared/call.ts'
import type { roleUser } from '@yibao/shared/calls/role-user.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { eq, inArray, type SQL } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { sexOf } from '../auth/sessions.ts'
import { dataRole, user, userDataRole } from '../auth/tables.ts'
import { area, company, store } from '../organisation/tables.ts'
import { heldMenuRoles, lacksOf, type Person } from './person.ts'

export type UserRow = ResultOf<typeof roleUser.getUserInfo>

/** Users with where they work; conditions and order are the caller's. */
export const usersWhere = (db: Database, where: SQL | undefined) =>
  db
    .select({
      person: user,
      areaCode: store.areaCode,
      areaName: area.name,
      storeName: store.name,
      companyId: store.companyId,
      companyName: company.name,
    })
    .from(user)
    .leftJoin(store, eq(store.id, user.storeId))
    .leftJoin(area, eq(area.code, store.areaCode))
    .leftJoin(company, eq(company.id, store.companyId))
    .where(where)

type Found = Awaited<ReturnType<typeof usersWhere>>[number]

export const heldDataRoles = (db: Database, userIds: readonly string[]) =>
  db
    .select({ userId: userDataRole.userId, roleId: dataRole.id, name: dataRole.name })
    .from(userDataRole)
    .innerJoin(dataRole, eq(dataRole.id, userDataRole.roleId))
    .where(inArray(userDataRole.userId, [...userIds, '']))
    .orderBy(dataRole.name)

const stateOf = ({ stopped }: Person) => (stopped ? 'stopped' : 'enabled') as UserRow['state']

/** The rows as the wire has them, with roles and whether the caller may change the account. */
export const userRows = async (c: Context, found: readonly Found[]): Promise<UserRow[]> => {
  const ids = found.map(({ person }) => person.id)
  const [menuRoles, dataRoles] = await Promise.all([heldMenuRoles(c.db, ids), heldDataRoles(c.db, ids)])
  const { me, now } = c
  const of = <R extends { userId: string }>(rows: R[], userId: string) => rows.filter((row) => row.userId === userId)
  const ref = ({ roleId, name }: { roleId: string; name: string }) => ({ roleId, name })
  return found.map(({ person, ...place }) => {
    const held = of(menuRoles, person.id)
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
      menuRoles: held.map(ref),
      dataRoles: of(dataRoles, person.id).map(ref),
      isAdminUser: person.isAdminUser,
      isSuperAdmin: person.isSuperAdmin,
      lastLoginAt: person.lastLoginAt ? formatTime(person.lastLoginAt) : undefined,
      state: stateOf(person),
      lockedUntil: person.lockedUntil && person.lockedUntil > now ? formatTime(person.lockedUntil) : undefined,
      mustChange: person.mustChange,
      manageable: person.id !== me.userId && !above && lacksOf(c, held).length === 0,
    }
  })
}
