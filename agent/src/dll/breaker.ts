/** Three failures within five minutes keep a driver out for one minute (agent.md 4.2). Times in ms. */
const failures = 3
const windowMs = 5 * 60_000
const openMs = 60_000

interface Breaker {
  /** Ms until the next try is allowed, 0 = now. After the pause one call may probe; its failure opens again at once. */
  waitMs: () => number
  failed: () => void
  worked: () => void
}

/** Counts crashes and timeouts, not refusals of a card: those are answers of a healthy driver. */
export const createBreaker = (now: () => number): Breaker => {
  let recent: number[] = []
  let openUntil: number | undefined
  return {
    waitMs: () => (openUntil === undefined ? 0 : Math.max(0, openUntil - now())),
    failed: () => {
      const time = now()
      recent = [...recent.filter((at) => time - at < windowMs), time]
      if (openUntil !== undefined || recent.length >= failures) openUntil = time + openMs
    },
    worked: () => {
      // A probe that worked closes the breaker; an ordinary success does not forget earlier failures.
      if (openUntil !== undefined) recent = []
      openUntil = undefined
    },
  }
}
