const last = new Map<string, Promise<unknown>>()

/** Runs `work` after everything that was asked before under the same key in this process; faults do not stop the line. */
export const inTurn = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
  const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
  last.set(key, mine)
  try {
    return await mine
  } finally {
    if (last.get(key) === mine) last.delete(key)
  }
}
