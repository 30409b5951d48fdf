/** ms between two looks at the clock. */
const tickMs = 10_000

/**
 * Calls `listener` whenever this PC may be another one than a moment ago: the page is looked at again, the network is
 * back, or it slept: a tick that comes far too late says so where no other event does (agent.md 3.5).
 */
export const onAwake = (listener: () => void): void => {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && listener())
  addEventListener('online', listener)
  let last = Date.now()
  setInterval(() => {
    const now = Date.now()
    if (now - last > 2 * tickMs) listener()
    last = now
  }, tickMs)
}
