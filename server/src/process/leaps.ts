/** ms that a clock may gain between two looks by being kept right, without having been set. */
const tolerance = 1000
/** Leaps that are remembered; more is a clock that nothing can be told by. */
const most = 100

/**
 * The database's clock, which is every node's, and how far it was set while this process ran. What may happen only when a
 * time has really passed asks here: neither two hours that somebody sets a clock forward bring a message any further, nor
 * a minute that another node's is behind. Of an hour that a clock has shown twice nobody can tell which one a moment
 * belongs to: it is taken for the later one, and things last longer.
 */
export class Leaps {
  readonly #clock: () => Promise<Date>
  readonly #steady: () => number
  /** When the database was asked, by the steady clock, and what it said; before that, this process's own. */
  #last: { wall: number; from: number; to: number }
  #looked = false
  /** What the clock would show at that moment, had nobody set it, and by how much it was set. */
  readonly #seen: { before: number; ms: number }[] = []

  /** `clock` = what the database's shows, `steady` = ms of one that nobody sets, `own` = this process's until it is asked. */
  constructor(clock: () => Promise<Date>, steady: () => number, own: Date) {
    this.#clock = clock
    this.#steady = steady
    this.#last = { wall: own.getTime(), from: steady(), to: steady() }
  }

  /** Notices a leap since the last look; the oftener it is called, the better is known when that was. */
  async look(): Promise<void> {
    const from = this.#steady()
    const wall = (await this.#clock()).getTime()
    const to = this.#steady()
    const { wall: before, ...last } = this.#last
    const gained = wall - before
    // It was read somewhere in between, however long the database took.
    const ms = gained - Math.min(Math.max(gained, from - last.to), to - last.from)
    const first = !this.#looked
    this.#last = { wall, from, to }
    this.#looked = true
    if (first || Math.abs(ms) <= tolerance) return
    this.#seen.push({ before: wall - ms, ms })
    if (this.#seen.length > most) this.#seen.shift()
  }

  /** The database's clock, without asking it: what `since` counts from is written by this. */
  now(): Date {
    return new Date(this.#last.wall + this.#steady() - this.#last.to)
  }

  /** ms that have really passed since a moment of this clock, as far as this process has looked. */
  since(moment: Date): number {
    const [at, now] = [moment.getTime(), this.now().getTime()]
    const wasBefore = ({ before, ms }: { before: number; ms: number }) => (ms > 0 ? at <= before : at < before + ms)
    return this.#seen.filter(wasBefore).reduce((left, { ms }) => left - ms, now - at)
  }
}
