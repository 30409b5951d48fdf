/** ms that a clock may gain between two looks by being kept right, without having been set. */
const tolerance = 1000
/** Leaps that are remembered; more is a clock that nothing can be told by. */
const most = 100

/**
 * How far the clock of this PC was set while this process ran. What may happen only when a time has really passed asks
 * here: two hours that somebody sets a clock forward bring no message any further. Of an hour that a clock has shown
 * twice nobody can tell which one a moment belongs to: it is taken for the later one, and things last longer.
 */
export class Leaps {
  readonly #clock: () => Date
  readonly #steady: () => number
  #last: { wall: number; steady: number }
  /** What the clock would show at that moment, had nobody set it, and by how much it was set. */
  readonly #seen: { before: number; ms: number }[] = []

  /** `steady` = ms of a clock that nobody sets. */
  constructor(clock: () => Date, steady: () => number) {
    this.#clock = clock
    this.#steady = steady
    this.#last = { wall: clock().getTime(), steady: steady() }
  }

  /** Notices a leap since the last look; the oftener it is called, the better is known when that was. */
  look(): void {
    const now = { wall: this.#clock().getTime(), steady: this.#steady() }
    const ms = now.wall - this.#last.wall - (now.steady - this.#last.steady)
    this.#last = now
    if (Math.abs(ms) <= tolerance) return
    this.#seen.push({ before: now.wall - ms, ms })
    if (this.#seen.length > most) this.#seen.shift()
  }

  /** ms that have really passed since a moment of this clock, as far as this process can know. */
  since(moment: Date): number {
    this.look()
    const [at, now] = [moment.getTime(), this.#clock().getTime()]
    const wasBefore = ({ before, ms }: { before: number; ms: number }) => (ms > 0 ? at <= before : at < before + ms)
    return this.#seen.filter(wasBefore).reduce((left, { ms }) => left - ms, now - at)
  }
}
