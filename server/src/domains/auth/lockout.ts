import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { refuse } from '../../refuse.ts'
import { user } from './tables.ts'

/** Wrong passwords before the account locks; from then on every further one doubles the wait. */
const allowed = 5
const firstLock = 60_000
const longestLock = 3_600_000

/** ms an account is locked by its n-th wrong password in a row. */
export const lockOf = (failures: number): number =>
  failures < allowed ? 0 : Math.min(longestLock, firstLock * 2 ** (failures - allowed))

interface Counter {
  failures: number
  lockedUntil: Date | null
}

type Locked = 'auth.locked' | 'client.locked'

/** The refusal of a locked account, or of a company's code, with the seconds left. */
export const refuseLocked = (lockedUntil: Date, now: Date, why: Locked = 'auth.locked'): never => {
  const seconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)
  return refuse(why, { seconds }, { extend: { seconds } })
}

/** The refusal of a wrong password that was the n-th in a row. */
export const refuseWrong = ({ failures, lockedUntil }: Counter, now: Date): never =>
  lockedUntil && lockedUntil > now ? refuseLocked(lockedUntil, now) : refuse('auth.wrong', { left: allowed - failures })

/**
 * Counts an attempt as wrong before the password is looked at: attempts sent together then cannot be more than five.
 * Refuses while the account is locked. The caller clears the counter when the password was right.
 */
export const countAttempt = async (db: Database, userId: string, now: Date): Promise<Counter> => {
  const doubled = sql`least(${longestLock}::int, ${firstLock}::int * power(2, least(${user.failures} + 1 - ${allowed}::int, 20)))`
  const [counted] = await db
    .update(user)
    .set({
      failures: sql`${user.failures} + 1`,
      lockedUntil: sql`case when ${user.failures} + 1 < ${allowed}::int then null
        else ${now.toISOString()}::timestamptz + (${doubled}) * interval '1 millisecond' end`,
    })
    .where(and(eq(user.id, userId), or(isNull(user.lockedUntil), lte(user.lockedUntil, now))))
    .returning({ failures: user.failures, lockedUntil: user.lockedUntil })
  if (counted) return counted
  const [locked] = await db.select({ until: user.lockedUntil }).from(user).where(eq(user.id, userId))
  return refuseLocked(locked?.until ?? now, now)
}

export const clearAttempts = async (db: Database, userId: string, now: Date): Promise<void> => {
  await db.update(user).set({ failures: 0, lockedUntil: null, lastLoginAt: now }).where(eq(user.id, userId))
}

/** The same rule for names that have no account, so that an answer does not tell which names exist. One per process. */
export class Strangers {
  readonly #counters = new Map<string, Counter>()
  readonly #most = 10_000

  /** Refuses while the name is locked. */
  check(name: string, now: Date, why?: Locked): void {
    const until = this.#counters.get(name)?.lockedUntil
    if (until && until > now) refuseLocked(until, now, why)
  }

  /** Counts a wrong attempt; refuses while the name is locked. */
  count(name: string, now: Date): Counter {
    this.check(name, now)
    const failures = (this.#counters.get(name)?.failures ?? 0) + 1
    const wait = lockOf(failures)
    const counter = { failures, lockedUntil: wait ? new Date(now.getTime() + wait) : null }
    this.#counters.delete(name)
    this.#counters.set(name, counter)
    const [oldest] = this.#counters.keys()
    if (this.#counters.size > this.#most && oldest !== undefined) this.#counters.delete(oldest)
    return counter
  }

  clear(name: string): void {
    this.#counters.delete(name)
  }
}
