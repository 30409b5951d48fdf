/**
 * Many deadlines on one timer, which is set anew only for one that comes before all others: most requests are answered
 * long before theirs, and a timer made and taken back for each was a tenth of what a request cost. `late` is told each
 * key whose time is up, never before it is.
 */
export const createDeadlines = <Key>(late: (key: Key) => void) => {
  const ends = new Map<Key, number>()
  let timer: NodeJS.Timeout | undefined
  let wakes = Number.POSITIVE_INFINITY
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    wakes = Number.POSITIVE_INFINITY
  }
  const wakeAt = (end: number) => {
    stop()
    wakes = end
    timer = setTimeout(look, Math.max(1, Math.ceil(end - performance.now())))
  }
  const look = () => {
    stop()
    const now = performance.now()
    for (const [key, end] of ends) {
      if (end > now) continue
      ends.delete(key)
      late(key)
    }
    // Whoever was late may have asked again meanwhile.
    const next = Math.min(...ends.values())
    if (next < wakes) wakeAt(next)
  }
  return {
    /** `key` has this many ms from now. */
    add: (key: Key, ms: number): void => {
      const end = performance.now() + ms
      ends.set(key, end)
      if (end < wakes) wakeAt(end)
    },
    /** `key` was in time. */
    drop: (key: Key): void => void ends.delete(key),
    close: (): void => {
      ends.clear()
      stop()
    },
  }
}
