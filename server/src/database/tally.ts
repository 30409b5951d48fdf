type Parts = readonly (string | number)[]

/** Rows of one statement: PostgreSQL takes 65 535 parameters. */
const most = 2000

/** Rows in as many lists as they need statements. */
export const pieces = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / most) }, (_, i) => rows.slice(i * most, (i + 1) * most))

/** In one order on every node: two that write at once wait for each other and never crosswise. */
export const ordered = <T>(rows: readonly T[], key: (row: T) => string): T[] =>
  rows
    .map((row) => [key(row), row] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)

/** How often each key was counted since it was taken last: what goes to a table now and then. */
export class Tally<Key extends Parts> {
  #counts = new Map<string, number>()

  /** Different keys that are counted now. */
  get size(): number {
    return this.#counts.size
  }

  add(key: Key, times = 1): void {
    const text = JSON.stringify(key)
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + times)
  }

  /** All that was counted, in the order of every node; it begins at nothing again. */
  take(): [Key, number][] {
    const taken = ordered([...this.#counts], ([text]) => text)
    this.#counts = new Map()
    return taken.map(([text, times]) => [JSON.parse(text) as Key, times])
  }

  /** What was taken and could not be written counts with what comes after it. */
  giveBack(taken: readonly [Key, number][]): void {
    for (const [key, times] of taken) this.add(key, times)
  }
}
