import { eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { checkPassword, hashPassword } from '../../secrets/secret.ts'
import { company, store } from '../organisation/tables.ts'
import { addressPlace, clearAttempt, countLogin } from './attempts.ts'
import { refuseWrong } from './lockout.ts'
import { user } from './tables.ts'
import { inTurn } from './turns.ts'

// A name without an account costs the same time as one with it.
let decoy: Promise<string> | undefined

/** Whether an operator's store was stopped (Organ/CloseOrgan): he has nowhere to work. */
const isClosed = async (db: Database, storeId: string | null): Promise<boolean> => {
  if (!storeId) return false
  const [row] = await db.select({ closed: store.closed }).from(store).where(eq(store.id, storeId))
  return row?.closed === true
}

const isCompanyStopped = async (db: Database, companyId: string | null): Promise<boolean> => {
  if (!companyId) return false
  const [row] = await db.select({ stopped: company.stopped }).from(company).where(eq(company.id, companyId))
  return row?.stopped === true
}

/** Refuses a stopped account, one of a stopped company, an operator of a closed store. */
export const refuseUnfit = async (db: Database, row: typeof user.$inferSelect): Promise<void> => {
  if (row.stopped) refuse('auth.stopped')
  if (await isCompanyStopped(db, row.companyId)) refuse('company.stopped')
  if (await isClosed(db, row.storeId)) refuse('auth.storeClosed')
}

/**
 * The account behind a name and a plain password. Refuses a wrong pair, an account that is locked where the caller is, a
 * stopped one, one of a stopped company, an operator of a closed store.
 */
export const identify = async (
  { db, now, ip, services }: Context,
  userName: string,
  password: string,
): Promise<typeof user.$inferSelect> => {
  const name = userName.trim()
  const place = addressPlace(ip)
  const [row] = await db.select().from(user).where(eq(user.userName, name))
  if (!row) {
    const counter = services.strangers.countName(name, place, now)
    decoy ??= hashPassword('nobody')
    await checkPassword(password, await decoy)
    return refuseWrong(counter, now, 'auth.wrong')
  }
  const attempt = { userId: row.id, place }
  // One at a time: several counters of a store that log in together with the right password never lock each other out.
  return inTurn(`${place} ${row.id}`, async () => {
    const counter = await countLogin(db, attempt, now)
    if (!(await checkPassword(password, row.passwordHash))) return refuseWrong(counter, now, 'auth.wrong')
    await clearAttempt(db, attempt, now, now)
    await refuseUnfit(db, row)
    return row
  })
}
