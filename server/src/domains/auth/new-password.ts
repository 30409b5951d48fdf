import { randomInt } from 'node:crypto'
import { type MustChange, passwordFault, passwordsDiffer, rememberedPasswords } from '@yibao/shared/password.ts'
import { eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Database } from '../../database/open.ts'
import { checkPassword, hashPassword } from '../../secrets/secret.ts'
import { forgetAttempts } from './attempts.ts'
import type { Passwords } from './passwords.ts'
import { user } from './tables.ts'

type Person = typeof user.$inferSelect

/** No 0, O, 1, l, I: it is read aloud and typed once. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'
const pick = (from: string) => from[randomInt(from.length)]!

/** A random password that keeps the rule: 10 characters, letters and digits. */
export const randomPassword = (userName: string): string => {
  const text = Array.from({ length: 10 }, (_, i) => pick(i % 3 === 2 ? digits : letters)).join('')
  return passwordFault(text, userName) ? randomPassword(userName) : text
}

/**
 * Opens the new password and its confirmation after what came before them in the form; one set for all (DESIGN 5).
 * `account`: whose.
 */
export const openForm = async (
  passwords: Passwords,
  { oldPassword, password, confirmPassword }: { oldPassword?: string; password: string; confirmPassword: string },
  account: string,
): Promise<{ old: string; password: string }> => {
  const encoded = [...(oldPassword === undefined ? [] : [oldPassword]), password, confirmPassword]
  const plain = await passwords.open(encoded, account)
  const [first, second] = plain.slice(-2) as [string, string]
  if (first !== second) refuse('password.confirm', {}, { fields: { confirmPassword: passwordsDiffer } })
  return { old: oldPassword === undefined ? '' : plain[0]!, password: first }
}

/** Refuses a password against the rule (length, kinds of characters, user name). */
export const checkRule = (password: string, userName: string): void => {
  const text = passwordFault(password, userName)
  if (text) refuse('password.rule', { text }, { fields: { password: text } })
}

const refuseRepeated = async (person: Person, password: string) => {
  for (const hash of [person.passwordHash, ...person.passwordHistory].slice(0, rememberedPasswords))
    if (await checkPassword(password, hash))
      refuse('password.repeated', { n: rememberedPasswords }, { fields: { password: '与用过的密码相同' } })
}

/** Gives an account a new password. `chosen` = by its owner, who may not repeat one; else it must be changed at login. */
export const setPassword = async (
  db: Database,
  person: Person,
  { password, chosen, now }: { password: string; chosen: boolean; now: Date },
): Promise<void> => {
  checkRule(password, person.userName)
  if (chosen) await refuseRepeated(person, password)
  await db
    .update(user)
    .set({
      passwordHash: await hashPassword(password),
      passwordHistory: [person.passwordHash, ...person.passwordHistory].slice(0, rememberedPasswords - 1),
      passwordChangedAt: now,
      mustChange: !chosen,
    })
    .where(eq(user.id, person.id))
  await forgetAttempts(db, person.id)
}

/** Why this account must change its password before anything else; `days` = how long one is good, 0 = for ever. */
export const mustChangeOf = (
  { mustChange, passwordChangedAt }: Pick<Person, 'mustChange' | 'passwordChangedAt'>,
  days: number,
  now: Date,
): MustChange | undefined => {
  if (mustChange) return 'initial'
  return days && now.getTime() - passwordChangedAt.getTime() >= days * 86_400_000 ? 'expired' : undefined
}
