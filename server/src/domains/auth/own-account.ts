import type { InputOf } from '@yibao/shared/call.ts'
import type { account } from '@yibao/shared/calls/user.ts'
import { and, eq, not, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { checkPassword } from '../../secrets/secret.ts'
import { changesOf } from '../system/changed-fields.ts'
import { identify } from './identify.ts'
import { clearAttempts, countAttempt, refuseLocked } from './lockout.ts'
import { openForm, setPassword } from './new-password.ts'
import { session, user } from './tables.ts'
import { inTurn } from './turns.ts'

type PasswordForm = InputOf<typeof account.changePassword>

const refuseOther = (userName: string, { me }: Context) => {
  if (userName.trim() !== me.userName) refuse('permission.denied', { title: '修改他人账号' })
}

const ownRow = async ({ db, me }: Context) => {
  const [row] = await db.select().from(user).where(eq(user.id, me.userId))
  return row ?? refuse('session.missing')
}

/** User/ChangeUser: the profile form; userName is read-only (SPEC 5). */
export const changeUser = async (input: InputOf<typeof account.changeUser>, c: Context): Promise<null> => {
  refuseOther(input.userName, c)
  const before = await ownRow(c)
  const { surName, name, sex, mobilePhone = null, email = null } = input
  const after = { surName, name, sex: sex === undefined ? null : Number(sex), mobilePhone, email }
  await c.db.update(user).set(after).where(eq(user.id, before.id))
  c.keep(changesOf(before, after))
  return null
}

/** Checks the old password like a login: five wrong ones lock the account, so a stolen session guesses no more. */
const checkOld = async (person: typeof user.$inferSelect, old: string, { db, now }: Context) => {
  const { failures, lockedUntil } = await countAttempt(db, person.id, now)
  if (await checkPassword(old, person.passwordHash)) return clearAttempts(db, person.id)
  if (lockedUntil && lockedUntil > now) refuseLocked(lockedUntil, now)
  refuse('password.old', { left: 5 - failures }, { fields: { oldPassword: '旧密码不正确' } })
}

/** Ends the other sessions of the caller, and frees this one of having to change the password. */
const keepOnlyThis = async ({ db, me }: Context) => {
  const { userId, sessionId } = me
  const all = eq(session.userId, userId)
  const family = sql`coalesce(${session.replaces}, ${session.id}) = ${sessionId}`
  await db.update(session).set({ mustChange: null }).where(and(all, family))
  await db.delete(session).where(and(all, not(family)))
}

/** User/ChangePassword: the caller's own, old password first. */
export const changePassword = async (input: PasswordForm, c: Context): Promise<null> => {
  refuseOther(input.userName, c)
  const { old, password } = await openForm(c.services.passwords, input, c.me.userId)
  return inTurn(c.me.userId, async () => {
    const person = await ownRow(c)
    await checkOld(person, old, c)
    await setPassword(c.db, person, { password, chosen: true, now: c.now })
    await keepOnlyThis(c)
    return null
  })
}

/** User/ForceChangePassword: by name and old password instead of a session (/change). */
export const forceChangePassword = async (input: PasswordForm, c: Context): Promise<null> => {
  const { old, password } = await openForm(c.services.passwords, input, input.userName)
  const person = await identify(c, input.userName, old)
  await setPassword(c.db, person, { password, chosen: true, now: c.now })
  await c.services.access.close(person.id)
  return null
}
