import { and, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { signIn } from './tables.ts'

/**
 * Ends the sign-ins of stores whose centre, or whose place at it, is another one from now on: the numbers that it gave (9001)
 * are of before, and the next message of each asks for one of its own. `of`: over `sign_in`.
 */
export const endSignIns = async (tx: Database, of: SQL, now: Date): Promise<void> => {
  await tx
    .update(signIn)
    .set({ signedOutAt: now, ended: 'again' })
    .where(and(of, isNull(signIn.signedOutAt)))
}
