const firstWaitMs = 500
const longestWaitMs = 30_000

/** When something is tried again: one time at most is set, each replaces the one before. */
export const createRetry = (again: () => void) => {
  let waitMs = firstWaitMs
  let timer: ReturnType<typeof setTimeout> | undefined
  const at = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(again, ms)
  }
  return {
    at,
    /** After 0.5 s, then ever later up to 30 s, with jitter. */
    later: (): void => {
      at(waitMs * (0.75 + Math.random() / 2))
      waitMs = Math.min(longestWaitMs, waitMs * 2)
    },
    /** It went well, or a person asks: the next wait is the shortest again. */
    fresh: (): void => {
      waitMs = firstWaitMs
    },
    stop: (): void => clearTimeout(timer),
  }
}
