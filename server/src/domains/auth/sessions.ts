import type { ResultOf } from '@yibao/shared/call.ts'
import type { auth } from '@yibao/shared/calls/auth.ts'
import { eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { SessionUser } from '../../call/session-user.ts'
import type { Database } from '../../database/open.ts'
import { initializeInfoOf } from '../organisation/setup.ts'
import { area, store } from '../organisation/tables.ts'
import type { Access, Place } from './access.ts'
import { user } from './tables.ts'

type LoginResult = ResultOf<typeof auth.login>
type UserInfo = LoginResult['userInfo']
type UserRow = typeof user.$inferSelect

/** Opens a session where the account works: an operator in his store and its area, an administrator in none yet. */
export const openSession = async (
  { db, access }: { db: Database; access: Access },
  owner: Pick<UserRow, 'id' | 'storeId'>,
  { storeId = owner.storeId ?? undefined, areaCode, ...more }: Place = {},
): Promise<string> => {
  if (!storeId) return access.open(owner.id, { areaCode, ...more })
  const [shop] = await db.select({ areaCode: store.areaCode }).from(store).where(eq(store.id, storeId))
  return access.open(owner.id, { areaCode: shop?.areaCode, storeId, ...more })
}

/** 0 male, 1 female as the wire has it. */
export const sexOf = (sex: number | null) => (sex === 0 ? '0' : sex === 1 ? '1' : undefined)

const personalOf = ({ sex, mobilePhone, email }: UserRow): Pick<UserInfo, 'sex' | 'mobilePhone' | 'email'> => ({
  sex: sexOf(sex),
  mobilePhone: mobilePhone ?? undefined,
  email: email ?? undefined,
})

/** Who looks and for how long; seconds, because the clock of his PC need not be right. */
const viewingOf = ({ viewedBy, expiresAt = new Date(0) }: SessionUser, now: Date) =>
  viewedBy && { by: viewedBy.name, left: Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000)) }

/** The session's user as SPEC 3 shows him; of the person whose PC a guest stands at, nothing that is personal. */
export const userInfoOf = async (db: Database, me: SessionUser, now: Date): Promise<UserInfo> => {
  const [owner] = await db.select().from(user).where(eq(user.id, me.userId))
  const [place] = me.areaCode ? await db.select().from(area).where(eq(area.code, me.areaCode)) : []
  const [shop] = me.storeId ? await db.select().from(store).where(eq(store.id, me.storeId)) : []
  if (!owner) return refuse('session.missing')
  return {
    userId: me.userId,
    userName: me.userName,
    surName: owner.surName,
    name: owner.name,
    ...(me.guest ? {} : personalOf(owner)),
    isAdminUser: me.isAdminUser,
    isSuperAdmin: me.isSuperAdmin,
    medicalAreaCode: place?.code ?? '',
    medicalAreaName: place?.name ?? '',
    medicalName: shop?.name ?? '',
    medicalNo: shop?.fixmedinsCode ?? '',
    companyId: me.guest ? shop?.companyId : me.companyId,
    storeId: me.storeId,
    guest: me.guest,
    mustChange: me.mustChange,
    viewing: viewingOf(me, now),
  }
}

/** What every call that hands out a token answers. Who settles nothing, a guest or a view, is not sent to the wizard. */
export const loginResult = async (
  { db, services, now }: Context,
  token: string,
  target?: string,
): Promise<LoginResult> => {
  const me = await services.access.holderOf(token)
  if (!me) return refuse('session.missing')
  const { userName, isSuperAdmin, isAdminUser } = me
  const initializeInfo = await initializeInfoOf(db, me.guest || me.viewedBy ? undefined : me.storeId)
  return { token, userName, initializeInfo, isSuperAdmin, isAdminUser, userInfo: await userInfoOf(db, me, now), target }
}
