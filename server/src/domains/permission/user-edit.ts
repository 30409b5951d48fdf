import type { InputOf } from '@yibao/shared/call.ts'
import type { roleUser } from '@yibao/shared/calls/role-user.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { hashPassword } from '../../secrets/secret.ts'
import { forgetAttempts, locksOf } from '../auth/attempts.ts'
import { checkRule, randomPassword, setPassword } from '../auth/new-password.ts'
import { user } from '../auth/tables.ts'
import { changesOf } from '../system/changed-fields.ts'
import { dataRolesToGive, link, menuRolesToGive } from './assign.ts'
import { changeable, type Person } from './person.ts'
import { checkDataRoles, dataRolesHeld, dropForeign, placeOf } from './placement.ts'
import { type Asker, isWider, reachOf } from './reach.ts'
import { companiesOf, roleReachOf } from './role-owners.ts'

type NewUser = InputOf<typeof roleUser.addUser>

const personalOf = ({
  surName,
  name,
  sex,
  mobilePhone,
  email,
}: Pick<NewUser, 'surName' | 'name' | 'sex' | 'mobilePhone' | 'email'>) => ({
  surName,
  name,
  sex: sex === undefined ? null : Number(sex),
  mobilePhone: mobilePhone ?? null,
  email: email ?? null,
})

/** A user name as it is kept; refuses one with spaces or characters that nobody sees. */
export const userNameOf = (userName: string): string => {
  const name = userName.trim()
  return /[\s\p{Cf}]/u.test(name) ? refuse('user.spaces', {}, { fields: { userName: '用户名不能包含空格' } }) : name
}

type Maker = Asker & Pick<Context, 'now'>

/**
 * Role/AddUser, User/CreateUser and a sheet of accounts: one that must change this password at its first login. `hash` where
 * it was made before, outside of a transaction. Answers its id.
 */
export const createUser = async (input: NewUser, password: string, c: Maker, hash?: string): Promise<string> => {
  const userName = userNameOf(input.userName)
  checkRule(password, userName)
  const { isAdminUser, storeId } = input
  const companyId = await placeOf(c, input)
  const reach = await roleReachOf(c)
  const id = newId(c.now)
  const passwordHash = hash ?? (await hashPassword(password))
  await c.db.transaction(async (tx) => {
    const places = await dataRolesToGive(tx, { reach, ids: input.dataRoleIds })
    const companies = () => companiesOf(tx, { storeId, places })
    await menuRolesToGive(c, tx, { reach, ids: input.menuRoleIds, companies })
    checkDataRoles(c, input, places)
    const taken = () => refuse('user.taken', { userName }, { fields: { userName: '用户名已被使用' } })
    // Clerk beside clerk would be one person to everybody who reads a list or a log.
    const alike = eq(sql`lower(${user.userName})`, sql`lower(${userName})`)
    if ((await tx.select({ id: user.id }).from(user).where(alike)).length) taken()
    const row = { ...personalOf(input), id, userName, isAdminUser, storeId: storeId ?? null, companyId }
    const made = await tx
      .insert(user)
      .values({ ...row, passwordHash, mustChange: true, passwordChangedAt: c.now })
      .onConflictDoNothing()
      .returning({ id: user.id })
    if (!made.length) taken()
    await link(tx, 'menu', id, input.menuRoleIds)
    await link(tx, 'data', id, input.dataRoleIds)
  })
  return id
}

/** Role/AddUser: with a random initial password, shown once. */
export const addUser = async (input: NewUser, c: Context) => {
  const userName = input.userName.trim()
  const initialPassword = randomPassword(userName)
  return { userId: await createUser(input, initialPassword, c), userName, initialPassword }
}

/** Whether a person's data roles still fit what he becomes. */
const fits = async (c: Context, person: Person, { isAdminUser }: { isAdminUser: boolean }) => {
  if (!isAdminUser || person.isAdminUser) return
  const roles = await dataRolesHeld(c.db, person.id)
  checkDataRoles(c, { isAdminUser }, roles)
  const reach = await reachOf(c)
  const wider = roles.find((role) => isWider(reach, role))
  if (wider) refuse('role.wider', { name: wider.name })
}

/** Role/EditUser. Another store or kind of account ends his sessions: they stand in the old store. */
export const editUser = async (input: InputOf<typeof roleUser.editUser>, c: Context): Promise<null> => {
  const before = await changeable(c, input.userId, '修改')
  if (before.isAdminUser !== input.isAdminUser && !c.me.isAdminUser) refuse('user.admin')
  // A super administrator is one whatever this form says.
  const kind = before.isSuperAdmin ? { isAdminUser: true } : input
  const companyId = await placeOf(c, kind)
  await fits(c, before, kind)
  const after = {
    ...personalOf(input),
    isAdminUser: kind.isAdminUser,
    storeId: kind.isAdminUser ? null : (input.storeId ?? null),
  }
  const moved = before.storeId !== after.storeId || before.isAdminUser !== after.isAdminUser
  const dropped = await c.db.transaction(async (tx) => {
    await tx
      .update(user)
      .set({ ...after, ...(moved ? { companyId } : {}) })
      .where(eq(user.id, before.id))
    return moved && after.storeId ? dropForeign(tx, before.id, after.storeId) : undefined
  })
  if (moved) await c.services.access.close(before.id)
  c.keep({ ...changesOf(before, after), ...dropped })
  return null
}

/** Stop ends every session at once, start lets him log in again and unlocks the account. Answers who it was before. */
export const switchUser = async (c: Context, userId: string, stopped: boolean): Promise<Person> => {
  const before = await changeable(c, userId, stopped ? '停用' : '启用')
  await c.db.update(user).set({ stopped }).where(eq(user.id, userId))
  await forgetAttempts(c.db, userId)
  if (stopped) await c.services.access.close(userId)
  return before
}

/** Role/StopUser */
export const stopUser = async ({ userId, stopped }: { userId: string; stopped: boolean }, c: Context) => {
  const before = await switchUser(c, userId, stopped)
  c.keep(changesOf({ stopped: before.stopped }, { stopped }))
  return null
}

/** Role/UnlockUser: the wrong passwords are forgotten, so the next login counts from nought. */
export const unlockUser = async ({ userId }: { userId: string }, c: Context): Promise<null> => {
  await changeable(c, userId, '解锁')
  const until = (await locksOf(c.db, [userId], c.now)).get(userId)
  await forgetAttempts(c.db, userId)
  c.keep({ before: { lockedUntil: until ? formatTime(until) : null } })
  return null
}

/** A random password shown once, to be changed at the next login; every session of the account ends. */
export const initPassword = async (userId: string, c: Context) => {
  const person = await changeable(c, userId, '初始化密码')
  const initialPassword = randomPassword(person.userName)
  await setPassword(c.db, person, { password: initialPassword, chosen: false, now: c.now })
  await c.services.access.close(userId)
  return { userId, userName: person.userName, initialPassword }
}
