import { eq } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { company } from '../organisation/tables.ts'
import { refuseLocked } from './lockout.ts'
import { fitsVerifyCode } from './verify-code.ts'

/** Refuses a company that is not there and a wrong code in the same words; guessing is slowed down, for each `purpose`. */
export const requireCompany = async (
  { db, services, now }: Context,
  { companyId, verifyCode }: { companyId: string; verifyCode: string },
  purpose: 'client' | 'stock' | 'otherPay',
): Promise<void> => {
  const { strangers } = services
  const name = `${purpose}/${companyId}`
  strangers.check(name, now, 'client.locked')
  const [row] = await db.select().from(company).where(eq(company.id, companyId))
  if (fitsVerifyCode(verifyCode, row, now)) {
    strangers.clear(name)
    if (row?.stopped) refuse('company.stopped')
    return
  }
  const counter = strangers.count(name, now)
  return counter.lockedUntil ? refuseLocked(counter.lockedUntil, now, 'client.locked') : refuse('client.code')
}
