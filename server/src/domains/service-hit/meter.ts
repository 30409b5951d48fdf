import { addDays, formatDay, startOfDay } from '@yibao/shared/time.ts'
import type { SessionUser } from '../../call/session-user.ts'
import { addedTo } from '../../database/incoming.ts'
import type { Database } from '../../database/open.ts'
import { ordered, pieces } from '../../database/tally.ts'
import type { CacheUse } from '../../process/cache.ts'
import { serviceHit, serviceUser } from './tables.ts'

interface Ended {
  /** ms, whole. */
  ms: number
  /** Answered 5xx. */
  failed: boolean
  caches: CacheUse
}

/** Counts one call that ended; `user` is nobody before a login and for agents. */
export type CountCall = (user: Pick<SessionUser, 'userId' | 'companyId'> | undefined, ended: Ended) => void

type Row = Omit<typeof serviceHit.$inferInsert, 'users'>
type User = typeof serviceUser.$inferInsert

/** What was counted of one call on one day and is not written down yet. */
interface Counted {
  day: string
  companies: Map<string, Row>
  /** Accounts this node has seen with it today, written down or not. */
  seen: Set<string>
}

const sums = ['calls', 'cached', 'hits', 'errors', 'ms'] as const

const keyOf = ({ day, call, companyId }: Pick<Row, 'day' | 'call' | 'companyId'>) => `${day} ${call} ${companyId}`

/**
 * Counts how often this node's calls and their caches are hit, and adds it to the tables now and then. While a call is
 * answered a few numbers are counted up and nothing else. Seconds of a node that is killed are not counted.
 */
export class HitMeter {
  readonly #db: Database
  readonly #clock: () => Date
  readonly #calls = new Map<string, Counted>()
  /** Of days that are over, and what could not be written. */
  #left: Row[] = []
  #users: User[] = []
  #today = { from: 0, until: 0, day: '' }

  constructor(db: Database, clock: () => Date) {
    this.#db = db
    this.#clock = clock
  }

  /** What counts one call of the contract, by its name. */
  of(call: string): CountCall {
    const counted: Counted = this.#calls.get(call) ?? { day: '', companies: new Map(), seen: new Set() }
    this.#calls.set(call, counted)
    return (user, { ms, failed, caches: { asked, found } }) => {
      const day = this.#day()
      if (counted.day !== day) {
        this.#left.push(...counted.companies.values())
        counted.companies = new Map()
        counted.seen = new Set()
        counted.day = day
      }
      const companyId = user?.companyId ?? ''
      let row = counted.companies.get(companyId)
      if (!row) {
        row = { day, call, companyId, calls: 0, cached: 0, hits: 0, errors: 0, ms: 0 }
        counted.companies.set(companyId, row)
      }
      row.calls++
      row.ms += ms
      if (failed) row.errors++
      if (asked) {
        row.cached++
        if (asked === found) row.hits++
      }
      if (user && !counted.seen.has(user.userId)) {
        counted.seen.add(user.userId)
        this.#users.push({ day, call, userId: user.userId, companyId })
      }
    }
  }

  /** Writes down what was counted since the last time. What could not be written comes with the next. */
  async flush(): Promise<void> {
    const counted = this.#left
    const users = this.#users
    this.#left = []
    this.#users = []
    for (const one of this.#calls.values()) {
      counted.push(...one.companies.values())
      one.companies = new Map()
    }
    if (!counted.length) return
    const rows = together(counted)
    try {
      await this.#db.transaction((tx) => write(tx, rows, users))
    } catch (fault) {
      this.#left.push(...rows)
      this.#users.push(...users)
      throw fault
    }
  }

  #day(): string {
    const now = this.#clock().getTime()
    const { from, until } = this.#today
    if (now < from || now >= until) {
      const day = formatDay(new Date(now))
      const at = (one: string) => startOfDay(one).getTime()
      this.#today = { day, from: at(day), until: at(addDays(day, 1)) }
    }
    return this.#today.day
  }
}

/** One row of each day, call and company: a database that is gone for an hour leaves no more of them. */
const together = (given: readonly Row[]): Row[] => {
  const rows = new Map<string, Row>()
  for (const row of given) {
    const known = rows.get(keyOf(row))
    if (!known) rows.set(keyOf(row), row)
    else for (const name of sums) known[name] += row[name]
  }
  return [...rows.values()]
}

const write = async (tx: Database, rows: Row[], users: User[]): Promise<void> => {
  // An account that another node has written already is nobody new.
  const fresh = new Map<string, number>()
  for (const piece of pieces(ordered(users, ({ day, call, userId }) => `${day} ${call} ${userId}`))) {
    const { day, call, companyId } = serviceUser
    const added = await tx.insert(serviceUser).values(piece).onConflictDoNothing().returning({ day, call, companyId })
    for (const one of added) fresh.set(keyOf(one), (fresh.get(keyOf(one)) ?? 0) + 1)
  }
  const { day, call, companyId } = serviceHit
  const set = addedTo(serviceHit, [...sums, 'users'])
  for (const piece of pieces(ordered(rows, keyOf)))
    await tx
      .insert(serviceHit)
      .values(piece.map((row) => ({ ...row, users: fresh.get(keyOf(row)) ?? 0 })))
      .onConflictDoUpdate({ target: [day, call, companyId], set })
}
