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
