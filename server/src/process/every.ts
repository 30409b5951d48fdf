/**
 * Runs `work` every `ms`, one run at a time, the first after `ms`; a fault is reported and the next run comes all the
 * same. The answer stops it and waits for a run under way.
 */
export const every = (
  ms: number,
  work: () => Promise<void>,
  report: (fault: unknown) => void,
): (() => Promise<void>) => {
  let running = Promise.resolve()
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    timer = setTimeout(() => {
      running = work()
        .catch(report)
        .then(() => {
          if (!stopped) next()
        })
    }, ms)
    timer.unref()
  }
  next()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
