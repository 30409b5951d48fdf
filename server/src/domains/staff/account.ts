import type { InputOf } from '@yibao/shared/call.ts'
import type { doctor as calls } from '@yibao/shared/calls/staff.ts'
import { and, eq, ne } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { grantsOf } from '../auth/grants.ts'
import { user } from '../auth/tables.ts'
import { keepsFromGiving } from './account-holder.ts'
import type { DoctorRow } from './doctor-rows.ts'
import { changeDoctor, doctorOf } from './doctors.ts'
import { doctor } from './tables.ts'

/** An account that works in the store; one that does not, or does not exist, is the same to the asker. */
const accountIn = async (c: Context, storeId: string, userName: string) => {
  const [person] = await c.db.select().from(user).where(eq(user.userName, userName))
  if (!person || person.stopped) return refuse('doctor.account', { userName })
  const { stores } = await grantsOf(c.db, person, { storeId: person.storeId ?? undefined })
  return stores === 'all' || stores.includes(storeId) ? person : refuse('doctor.account', { userName })
}

/** Doctor/Account: says whose account a pharmacist's is, where it is the caller's to say (account-holder.ts). */
export const giveAccount = async (
  { id, userName = '' }: InputOf<typeof calls.account>,
  c: Context,
): Promise<DoctorRow> => {
  const { one } = await doctorOf(c, id)
  c.keep({ before: { account: one.account }, after: { account: userName } })
  // First whether it is his at all: who may not give one learns nothing of which there are.
  const stranger = keepsFromGiving(c.me, '')
  if (stranger) return refuse(stranger)
  const person = userName.trim() ? await accountIn(c, one.storeId, userName.trim()) : undefined
  const kept = keepsFromGiving(c.me, person?.id ?? '')
  if (kept) return refuse(kept)
  return changeDoctor(c, one, async (now, tx) => {
    if (!person) return { userId: '', account: '' }
    const same = and(eq(doctor.storeId, now.storeId), eq(doctor.userId, person.id), ne(doctor.id, id))
    const [other] = await tx.select({ name: doctor.name }).from(doctor).where(same)
    if (other) return refuse('doctor.accountTaken', { userName: person.userName, name: other.name })
    return { userId: person.id, account: person.userName }
  })
}
