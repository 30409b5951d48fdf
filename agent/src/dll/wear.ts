/** A process is replaced once it is as old (ms), or holds as much more than after its first turn (bytes): agent.md 4.2. */
const oldMs = 8 * 3600_000
const grownBytes = 150 * 1024 ** 2

/** How far the one process of a driver is used up. `now`: ms; `most`: calls of one process (agent.md 4.2). */
export const createWear = (now: () => number, most = 500) => {
  let calls = 0
  let begunAt = 0
  /** What it held after its first turn: so much the library needs. */
  let needs = 0
  return {
    /** Another process takes its place. */
    begin: (): void => {
      calls = 0
      begunAt = now()
      needs = 0
    },
    called: (): void => {
      calls += 1
    },
    /**
     * Asked between two turns, with the bytes that the process holds. A library that leaks ends here and not at its
     * limit, in the middle of a call that may be money.
     */
    isOver: (held: number): boolean => {
      needs ||= held
      return calls >= most || now() - begunAt >= oldMs || held - needs > grownBytes
    },
  }
}
