/**
 * Runs `work` whenever it is called, but never twice at a time: calls meanwhile become one more run afterwards, so that
 * the last run always began after the last call. A run that fails is over like any other.
 */
export const coalesce = (work: () => Promise<unknown>): (() => void) => {
  let running = false
  let again = false
  const run = async () => {
    running = true
    do {
      again = false
      await work().catch(() => undefined)
    } while (again)
    running = false
  }
  return () => {
    if (running) again = true
    else void run()
  }
}
