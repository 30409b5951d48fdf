import type { SessionUser } from '../../call/session-user.ts'
import type { Doctor } from './doctor-rows.ts'

type Giver = Pick<SessionUser, 'isAdminUser' | 'isSuperAdmin' | 'userId'>
type Named = Pick<Doctor, 'name' | 'code' | 'category'>

/**
 * Why an account is not this person's to give, if it is not: whoever has it reviews prescriptions in a pharmacist's name
 * (domain.md 7.7), so giving it is an administrator's, and nobody's of himself. `userId` is whose account, '' for nobody's.
 */
export const keepsFromGiving = ({ isAdminUser, isSuperAdmin, userId: mine }: Giver, userId: string) => {
  if (!isAdminUser && !isSuperAdmin) return 'doctor.accountAdmin'
  return userId === mine ? 'doctor.accountSelf' : undefined
}

/** By what a review names who made it. */
const naming = ['name', 'code', 'category'] as const

/**
 * By which of its fields a change makes somebody else of a person who has an account, made by one who could not give it to
 * that other: what the account reviews afterwards would leave in his name.
 */
export const renamedBy = (me: Giver, now: Named & Pick<Doctor, 'userId'>, next: Partial<Named>) =>
  now.userId && keepsFromGiving(me, now.userId)
    ? naming.find((key) => next[key] !== undefined && next[key] !== now[key])
    : undefined
