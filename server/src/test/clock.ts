import { formatDay, parseTime } from '@yibao/shared/time.ts'
import type { Deps } from '../call/context.ts'
import type { LeaseEnd } from '../database/columns.ts'

export interface TestClock {
  (): Date
  /** Moves the clock; the milliseconds may be negative. */
  advance: (ms: number) => void
  set: (at: Date) => void
}

/** A clock that stands still until a test moves it. Default: a Saturday morning, 2026-11-21 09:00:00 in Shanghai. */
export const testClock = (start = new Date('2026-11-21T09:00:00+08:00')): TestClock => {
  let now = start.getTime()
  return Object.assign(() => new Date(now), {
    advance: (ms: number) => {
      now += ms
    },
    set: (at: Date) => {
      now = at.getTime()
    },
  })
}

/**
 * A clock that somebody sets beside one that nobody sets; both go on. They begin at noon of today: what is set forward or
 * passes stays within the day, whenever the tests run, for a settlement of yesterday is another thing.
 */
export const settableClock = () => {
  const toNoon = parseTime(`${formatDay(new Date())} 12:00:00`).getTime() - Date.now()
  let [passed, set] = [0, 0]
  return {
    clock: () => new Date(Date.now() + toNoon + passed + set),
    steady: () => performance.now() + passed,
    /** By how many ms the clock is wrong from now on. */
    set: (ms: number) => {
      set = ms
    },
    /** How many ms have really passed, since the beginning. */
    pass: (ms: number) => {
      passed = ms
    },
  }
}

/** A server when so many ms have passed for it and for its database. */
export const whenPast = <D extends Pick<Deps, 'clock' | 'moved'>>(deps: D, ms: number): D => {
  const at = deps.clock().getTime() + ms
  return { ...deps, clock: () => new Date(at), moved: () => at - Date.now() }
}

/** The end of a lease as a test wants it to stand in the database. */
export const leaseAt = (at: Date | number): LeaseEnd => new Date(at) as LeaseEnd
