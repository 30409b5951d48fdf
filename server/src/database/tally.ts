import type { Database } from './open.ts'

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

  /**
   * Hands on all that was counted, in one transaction, each list for a statement and in the order of every node; it begins
   * at nothing again. What could not be written counts with what comes after it.
   */
  async writeTo(db: Database, write: (tx: Database, rows: [Key, number][]) => Promise<unknown>): Promise<void> {
    if (!this.#counts.size) return
    const taken = ordered([...this.#counts], ([text]) => text)
    this.#counts = new Map()
    const rows = taken.map(([text, times]): [Key, number] => [JSON.parse(text) as Key, times])
    try {
      await db.transaction(async (tx) => {
        for (const piece of pieces(rows)) await write(tx, piece)
      })
    } catch (fault) {
      for (const [key, times] of rows) this.add(key, times)
      throw fault
    }
  }
}
