import { eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { company } from '../organisation/tables.ts'
import { refuseLocked } from './lockout.ts'
import { fitsVerifyCode } from './verify-code.ts'

/** What a company's code is said for, by whom, and the refusal of a wrong one. */
interface Said {
  purpose: 'client' | 'stock' | 'otherPay' | 'bill' | 'silent'
  name: string
  wrong: 'client.code' | 'silent.refused'
}

type Asker = Pick<Context, 'services' | 'now'>

const keyOf = ({ purpose, name }: Said) => `code/${purpose}/${name}`

/**
 * Refuses a wrong code: the fifth in a row and those after it with the seconds in which none is counted. A right one is
 * never refused for wrong ones: nobody guesses a code (`company/keys.ts`), and anybody could say wrong ones for an ERP.
 */
export const refuseCode = ({ services: { strangers }, now }: Asker, said: Said): never => {
  const { lockedUntil } = strangers.count(keyOf(said), now, 'client.locked')
  return lockedUntil ? refuseLocked(lockedUntil, now, 'client.locked') : refuse(said.wrong)
}

/** A right code: the next wrong one is the first again. */
export const rightCode = ({ services: { strangers } }: Asker, said: Said): void => strangers.clear(keyOf(said))

/** Refuses a company that is not there and a wrong code in the same words; wrong ones are counted for each `purpose`. */
export const requireCompany = async (
  c: Context,
  { companyId, verifyCode }: { companyId: string; verifyCode: string },
  purpose: 'client' | 'stock' | 'otherPay' | 'bill',
): Promise<void> => {
  const said = { purpose, name: companyId, wrong: 'client.code' } as const
  const [row] = await c.db.select().from(company).where(eq(company.id, companyId))
  if (!fitsVerifyCode(verifyCode, row, c.now)) refuseCode(c, said)
  rightCode(c, said)
  if (row?.stopped) refuse('company.stopped')
}
