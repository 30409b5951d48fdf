import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../call/refuse.ts'
import type { Database } from '../../database/open.ts'
import { user } from './tables.ts'

/** Wrong passwords before the account locks; from then on every further one doubles the wait. */
const allowed = 5
const firstLock = 60_000
const longestLock = 3_600_000
/** ms by which a lock may seem longer than it is: to a request that has waited for its turn, to another node's clock. */
const apart = 60_000

/** ms an account is locked by its n-th wrong password in a row. */
export const lockOf = (failures: number): number =>
  failures < allowed ? 0 : Math.min(longestLock, firstLock * 2 ** (failures - allowed))

interface Counter {
  failures: number
  lockedUntil: Date | null
}

type Locked = 'auth.locked' | 'client.locked'

/** Of a pair, or of the password alone where nothing else was asked. */
export type Wrong = 'auth.wrong' | 'auth.wrongPassword'

/**
 * Whether a lock holds. One that would last longer than it was made for is of a clock that was ahead: whoever set that
 * right must not keep a clerk from the counter for as long.
 */
const holds = ({ failures, lockedUntil }: Counter, now: Date): boolean => {
  const left = lockedUntil ? lockedUntil.getTime() - now.getTime() : 0
  return left > 0 && left <= lockOf(failures) + apart
}

/** The refusal of a locked account, or of a company's code, with the seconds left. */
export const refuseLocked = (lockedUntil: Date, now: Date, why: Locked = 'auth.locked'): never => {
  const seconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)
  return refuse(why, { seconds }, { extend: { seconds } })
}

/** The refusal of a wrong password that was the n-th in a row. */
export const refuseWrong = ({ failures, lockedUntil }: Counter, now: Date, why: Wrong): never =>
  lockedUntil && lockedUntil > now ? refuseLocked(lockedUntil, now) : refuse(why, { left: allowed - failures })

/**
 * Counts an attempt as wrong before the password is looked at: attempts sent together then cannot be more than five.
 * Refuses while the account is locked. The caller clears the counter when the password was right.
 */
export const countAttempt = async (db: Database, userId: string, now: Date): Promise<Counter> => {
  const lockBy = (failures: SQL, from: number) => {
    const ms = sql`least(${longestLock}::int, ${firstLock}::int * power(2, least(${failures} - ${allowed}::int, 20)))`
    return sql`${new Date(from).toISOString()}::timestamptz + (${ms}) * interval '1 millisecond'`
  }
  // As `holds` says it.
  const ahead = sql`${user.lockedUntil} > ${lockBy(sql`${user.failures}`, now.getTime() + apart)}`
  const [counted] = await db
    .update(user)
    .set({
      failures: sql`${user.failures} + 1`,
      lockedUntil: sql`case when ${user.failures} + 1 < ${allowed}::int then null
        else ${lockBy(sql`${user.failures} + 1`, now.getTime())} end`,
    })
    .where(and(eq(user.id, userId), or(isNull(user.lockedUntil), lte(user.lockedUntil, now), ahead)))
    .returning({ failures: user.failures, lockedUntil: user.lockedUntil })
  if (counted) return counted
  const [locked] = await db.select({ until: user.lockedUntil }).from(user).where(eq(user.id, userId))
  return refuseLocked(locked?.until ?? now, now)
}

/** The password was right; `lastLoginAt` where it was said to come in. */
export const clearAttempts = async (db: Database, userId: string, lastLoginAt?: Date): Promise<void> => {
  await db.update(user).set({ failures: 0, lockedUntil: null, lastLoginAt }).where(eq(user.id, userId))
}

/** The same rule for names that have no account, so that an answer does not tell which names exist. One per process. */
export class Strangers {
  readonly #counters = new Map<string, Counter>()
  readonly #most = 10_000

  /** Refuses while the name is locked. */
  check(name: string, now: Date, why?: Locked): void {
    const counter = this.#counters.get(name)
    if (counter?.lockedUntil && holds(counter, now)) refuseLocked(counter.lockedUntil, now, why)
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
