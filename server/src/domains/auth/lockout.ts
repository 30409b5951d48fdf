import { refuse } from '../../base/refuse.ts'

/** How many wrong ones in a row pass before there is a wait, and the waits, ms: each further wrong one doubles the last. */
export interface Rule {
  allowed: number
  first: number
  longest: number
}

/** Of one account, or one company's code, from one place. */
export const here: Rule = { allowed: 5, first: 60_000, longest: 3_600_000 }

/**
 * Of one account from all places together where it never came in: whoever guesses from thousands of addresses gets a guess a
 * minute, and it never grows, because whoever does so keeps its owner from the places that are new to him.
 */
export const anywhere: Rule = { allowed: 100, first: 60_000, longest: 60_000 }

/** ms by which a lock may seem longer than it is: to a request that has waited for its turn, to another node's clock. */
export const apart = 60_000

/** ms that the n-th wrong one in a row locks. */
export const lockOf = (failures: number, { allowed, first, longest } = here): number =>
  failures < allowed ? 0 : Math.min(longest, first * 2 ** (failures - allowed))

export interface Counter {
  failures: number
  lockedUntil: Date | null
}

type Locked = 'auth.locked' | 'client.locked'

/** Of a pair, or of the password alone where nothing else was asked. */
type Wrong = 'auth.wrong' | 'auth.wrongPassword'

/**
 * Whether a lock holds. One that would last longer than it was made for is of a clock that was ahead: whoever set that
 * right must not keep a clerk from the counter for as long.
 */
export const holds = ({ failures, lockedUntil }: Counter, now: Date, rule = here): boolean => {
  const left = lockedUntil ? lockedUntil.getTime() - now.getTime() : 0
  return left > 0 && left <= lockOf(failures, rule) + apart
}

/** The refusal of a locked account, or of a company's code, with the seconds left. */
export const refuseLocked = (lockedUntil: Date, now: Date, why: Locked = 'auth.locked'): never => {
  const seconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)
  return refuse(why, { seconds }, { extend: { seconds } })
}

/** How often it may still be tried. */
export const leftOf = ({ failures }: Counter): number => here.allowed - failures

/** The refusal of a wrong password that was the n-th in a row. */
export const refuseWrong = (counter: Counter, now: Date, why: Wrong): never =>
  counter.lockedUntil && counter.lockedUntil > now
    ? refuseLocked(counter.lockedUntil, now)
    : refuse(why, { left: leftOf(counter) })

/** The same rules for what has no account: names of nobody, companies' codes. One per process. */
export class Strangers {
  readonly #counters = new Map<string, Counter>()
  readonly #most = 10_000

  /** Refuses while the key is locked. */
  check(key: string, now: Date, why?: Locked, rule = here): void {
    const counter = this.#counters.get(key)
    if (counter?.lockedUntil && holds(counter, now, rule)) refuseLocked(counter.lockedUntil, now, why)
  }

  /** Counts a wrong attempt; refuses while the key is locked. */
  count(key: string, now: Date, why?: Locked, rule = here): Counter {
    this.check(key, now, why, rule)
    const failures = (this.#counters.get(key)?.failures ?? 0) + 1
    const wait = lockOf(failures, rule)
    const counter = { failures, lockedUntil: wait ? new Date(now.getTime() + wait) : null }
    this.#counters.delete(key)
    this.#counters.set(key, counter)
    const [oldest] = this.#counters.keys()
    if (this.#counters.size > this.#most && oldest !== undefined) this.#counters.delete(oldest)
    return counter
  }

  clear(key: string): void {
    this.#counters.delete(key)
  }

  /** A wrong password under a name of nobody: counted as an account's, so that an answer does not tell which names exist. */
  countName(name: string, place: string, now: Date): Counter {
    const [all, one] = [`name\n${name}`, `name\n${place}\n${name}`]
    this.check(all, now, 'auth.locked', anywhere)
    const counter = this.count(one, now)
    this.count(all, now, 'auth.locked', anywhere)
    return counter
  }
}
