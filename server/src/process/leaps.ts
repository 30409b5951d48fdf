/** ms that a clock may gain between two looks by being kept right, without having been set. */
const tolerance = 1000
/** Leaps that are remembered; more is a clock that nothing can be told by. */
const most = 100

/**
 * How far the database's clock, which is every node's, was set while this process ran. What may happen only when a time
 * has really passed asks here: neither two hours that somebody sets a clock forward bring a message any further, nor a
 * minute that another node's is behind. Of an hour that a clock has shown twice nobody can tell which one a moment belongs
 * to: it is taken for the later one, and things last longer. So does what happened while the database took its time.
 */
export class Leaps {
  readonly #clock: () => Promise<Date>
  readonly #steady: () => number
  /** ms that the database's clock is ahead of the steady one, and when a look began that says so, by the steady one. */
  #ahead: { least: number; most: number; from: number } | undefined
  /** By how much the clock was set, for whatever was written when it showed `until` or less. */
  readonly #seen: { until: number; ms: number }[] = []

  /** `clock` = what the database's shows, `steady` = ms of one that nobody sets. */
  constructor(clock: () => Promise<Date>, steady: () => number) {
    this.#clock = clock
    this.#steady = steady
  }

  /** Notices a leap since the last look; the oftener it is called, the better is known when that was. */
  async look(): Promise<void> {
    const from = this.#steady()
    const wall = (await this.#clock()).getTime()
    const to = this.#steady()
    // It was read somewhere in between, however long the database took.
    const seen = { least: wall - to, most: wall - from, from }
    const last = this.#ahead
    if (!last) {
      this.#ahead = seen
      return
    }
    // One that began later has told more.
    if (from < last.from) return
    const asBefore = seen.least <= last.most && seen.most >= last.least
    const least = asBefore ? Math.max(seen.least, last.least) : seen.least
    this.#ahead = { least, most: asBefore ? Math.min(seen.most, last.most) : seen.most, from }
    // What a slow look left open may have been a leap that it hid.
    const ms = least - last.least
    if (Math.abs(ms) <= tolerance) return
    this.#seen.push({ until: ms > 0 ? to + last.most : last.from + least - 1, ms })
    if (this.#seen.length > most) this.#seen.shift()
  }

  /** ms that have really passed, at the least, since a moment that the database wrote, as far as this process has looked. */
  since(moment: Date): number {
    if (!this.#ahead) return 0
    const at = moment.getTime()
    const passed = this.#steady() + this.#ahead.least - at
    return this.#seen.filter(({ until }) => at <= until).reduce((left, { ms }) => left - ms, passed)
  }
}
