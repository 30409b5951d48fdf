import type { InputOf } from '@yibao/shared/call.ts'
import type { account } from '@yibao/shared/calls/user.ts'
import { and, eq, not, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { changesOf } from '../system/changed-fields.ts'
import { identify } from './identify.ts'
import { type Counter, leftOf, refuseLocked } from './lockout.ts'
import { openForm, setPassword } from './new-password.ts'
import { askOwn, ownRow } from './own-password.ts'
import { session, user } from './tables.ts'
import { inTurn } from './turns.ts'

type PasswordForm = InputOf<typeof account.changePassword>

const refuseOther = (userName: string, { me }: Context) => {
  if (userName.trim() !== me.userName) refuse('permission.denied', { title: '修改他人账号' })
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

const refuseOld = (counter: Counter, now: Date): never => {
  const { lockedUntil } = counter
  if (lockedUntil && lockedUntil > now) refuseLocked(lockedUntil, now)
  return refuse('password.old', { left: leftOf(counter) }, { fields: { oldPassword: '旧密码不正确' } })
}

/**
 * Ends the other sessions of the caller, and all tokens that this one had: a copy of one ends with the password it was stolen
 * under. Its browser gets another, which no longer has to change the password.
 */
const keepOnlyThis = ({ db, me, token, services }: Context): Promise<string> =>
  db.transaction(async (tx) => {
    const next = await services.access.restart(tx, token)
    if (!next) return refuse('session.missing')
    const family = sql`coalesce(${session.replaces}, ${session.id}) = ${me.sessionId}`
    await tx.delete(session).where(and(eq(session.userId, me.userId), not(family)))
    return next
  })

/** User/ChangePassword: the caller's own, old password first. */
export const changePassword = async (input: PasswordForm, c: Context): Promise<null> => {
  refuseOther(input.userName, c)
  const { old, password } = await openForm(c.services.passwords, input, c.me.userId)
  return inTurn(c.me.userId, async () => {
    const person = await ownRow(c)
    await askOwn(c, person, old, (counter) => refuseOld(counter, c.now))
    await setPassword(c.db, person, { password, chosen: true, now: c.now })
    c.renew(await keepOnlyThis(c))
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
