/**
 * Runs `work` at its first call, and then at most once in `ms`, however often it is called: the last run always begins
 * after the last call.
 */
export const paced = (ms: number, work: () => void): (() => void) => {
  let resting = false
  let again = false
  const run = () => {
    resting = true
    again = false
    work()
    setTimeout(() => {
      resting = false
      if (again) run()
    }, ms)
  }
  return () => {
    if (resting) again = true
    else run()
  }
}
