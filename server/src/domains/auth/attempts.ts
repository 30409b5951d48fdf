import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../database/open.ts'
import { anywhere, apart, type Counter, here, holds, type Rule, refuseLocked } from './lockout.ts'
import { passwordAttempt, user } from './tables.ts'

/** Whose password was typed and where: wrong ones of one place lock no other. */
interface Attempt {
  userId: string
  place: string
}

/** ms for which a place counts as one that the person comes in from. */
const knownFor = 30 * 24 * 3_600_000

/** The 64 bits of an IPv6 address that name its network, as four groups. */
const networkOf = (address: string): string => {
  const [head = '', tail] = address.split('::')
  const groups = head ? head.split(':') : []
  const rest = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - groups.length - rest.length
  return [...groups, ...Array<string>(Math.max(0, gap)).fill('0'), ...rest].slice(0, 4).join(':')
}

/** A caller's address as a place. Of IPv6 its network: whoever has one address of it has them all. */
export const addressPlace = (ip: string): string => {
  const [plain = ''] = ip.split('%')
  const four = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  return `address/${four ?? (plain.includes(':') ? networkOf(plain.toLowerCase()) : plain)}`
}

/** A session as a place: what strangers try under its person's name does not touch whoever holds its token. */
export const sessionPlace = (sessionId: string): string => `session/${sessionId}`

/**
 * All sessions of a person together: a company's code opens as many of its operator's as somebody asks for, each with its own
 * five. Counted as all addresses are (`anywhere`), so that one of them keeps no other from its basket for long.
 */
export const sessionsPlace = 'sessions'

/** SQL: until when so many wrong ones lock, counted from `from`, ms; null for none. */
const lockBy = ({ allowed, first, longest }: Rule, failures: SQL, from: number): SQL => {
  const ms = sql`least(${longest}::int, ${first}::int * power(2, least(${failures} - ${allowed}::int, 20)))`
  const until = sql`${new Date(from).toISOString()}::timestamptz + (${ms}) * interval '1 millisecond'`
  return sql`case when ${failures} < ${allowed}::int then null else ${until} end`
}

/** SQL: the same rows counted once more. */
const oneMore = (rule: Rule, failures: AnyPgColumn, now: Date) => {
  const more = sql`${failures} + 1`
  return { failures: more, lockedUntil: lockBy(rule, more, now.getTime()) }
}

/** Counts one more wrong attempt of a place; undefined while it is locked, when nothing is counted. */
export const tally = async (db: Database, attempt: Attempt, now: Date, rule = here): Promise<Counter | undefined> => {
  const { failures, lockedUntil } = passwordAttempt
  // As `holds` says it.
  const ahead = gt(lockedUntil, lockBy(rule, sql`${failures}`, now.getTime() + apart))
  const [counted] = await db
    .insert(passwordAttempt)
    .values({ ...attempt, failures: 1, at: now })
    .onConflictDoUpdate({
      target: [passwordAttempt.userId, passwordAttempt.place],
      set: { ...oneMore(rule, failures, now), at: now },
      setWhere: or(isNull(lockedUntil), lte(lockedUntil, now), ahead),
    })
    .returning({ failures, lockedUntil })
  return counted
}

const rowOf = ({ userId, place }: Attempt) => and(eq(passwordAttempt.userId, userId), eq(passwordAttempt.place, place))

/**
 * Counts an attempt as wrong before the password is looked at: attempts sent together then cannot be more than five.
 * Refuses while its place is locked. The caller clears the counter when the password was right.
 */
export const countAttempt = async (db: Database, attempt: Attempt, now: Date, rule = here): Promise<Counter> => {
  const counted = await tally(db, attempt, now, rule)
  if (counted) return counted
  const [locked] = await db.select({ until: passwordAttempt.lockedUntil }).from(passwordAttempt).where(rowOf(attempt))
  return refuseLocked(locked?.until ?? now, now)
}

/**
 * The same where somebody says who he is by a name and a password. Where this person came in from in the last month only
 * what was tried there counts; anywhere else what was tried from all such places does too.
 */
export const countLogin = async (db: Database, attempt: Attempt, now: Date): Promise<Counter> => {
  const [known] = await db
    .select({ failures: user.failures, lockedUntil: user.lockedUntil, rightAt: passwordAttempt.rightAt })
    .from(user)
    .leftJoin(passwordAttempt, rowOf(attempt))
    .where(eq(user.id, attempt.userId))
  const isKnown = Boolean(known?.rightAt && now.getTime() - known.rightAt.getTime() < knownFor)
  if (known?.lockedUntil && !isKnown && holds(known, now, anywhere)) refuseLocked(known.lockedUntil, now)
  const counted = await countAttempt(db, attempt, now)
  if (!isKnown)
    await db
      .update(user)
      .set(oneMore(anywhere, user.failures, now))
      .where(eq(user.id, attempt.userId))
  return counted
}

/** The password was right there, which is a place of this person's from now on; `lastLoginAt` where he came in by it. */
export const clearAttempt = async (db: Database, attempt: Attempt, now: Date, lastLoginAt?: Date): Promise<void> => {
  const right = { failures: 0, lockedUntil: null, rightAt: now, at: now }
  await db
    .insert(passwordAttempt)
    .values({ ...attempt, ...right })
    .onConflictDoUpdate({ target: [passwordAttempt.userId, passwordAttempt.place], set: right })
  await db.update(user).set({ failures: 0, lockedUntil: null, lastLoginAt }).where(eq(user.id, attempt.userId))
}

/** Forgets what was counted for one place. */
export const dropAttempt = async (db: Database, attempt: Attempt): Promise<void> => {
  await db.delete(passwordAttempt).where(rowOf(attempt))
}

/** Whatever was tried under an account is forgotten, everywhere: it has a new password, or somebody unlocks it. */
export const forgetAttempts = async (db: Database, userId: string): Promise<void> => {
  const none = { failures: 0, lockedUntil: null }
  await db.update(passwordAttempt).set(none).where(eq(passwordAttempt.userId, userId))
  await db.update(user).set(none).where(eq(user.id, userId))
}

/** Until when these accounts are locked, wherever that is; only those that are. */
export const locksOf = async (db: Database, userIds: readonly string[], now: Date): Promise<Map<string, Date>> => {
  const until = sql`max(greatest(${user.lockedUntil}, ${passwordAttempt.lockedUntil}))`.mapWith(user.lockedUntil)
  const rows = await db
    .select({ userId: user.id, until })
    .from(user)
    .leftJoin(passwordAttempt, eq(passwordAttempt.userId, user.id))
    .where(inArray(user.id, [...userIds, '']))
    .groupBy(user.id)
  return new Map(rows.flatMap(({ userId, until }): [string, Date][] => (until && until > now ? [[userId, until]] : [])))
}

/** SQL condition: the account is locked somewhere. */
export const isLocked = (db: Database, now: Date): SQL => {
  const { userId, lockedUntil } = passwordAttempt
  const somewhere = db.select({ userId }).from(passwordAttempt).where(gt(lockedUntil, now))
  return or(gt(user.lockedUntil, now), inArray(user.id, somewhere))!
}
