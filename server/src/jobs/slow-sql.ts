import { flushSlow, readThreshold, trimSlow } from '../domains/slow-sql/flush.ts'
import { hearThreshold } from '../domains/slow-sql/threshold.ts'
import { job } from './job.ts'

const tenSeconds = 10_000
const hour = 3_600_000

/** Writes down which statements took long. */
export const slowSql = job('slowSql', (deps, report) => {
  hearThreshold(deps, report)
  const flush = async () => {
    await readThreshold(deps)
    await flushSlow(deps)
  }
  return {
    begin: () => readThreshold(deps),
    rounds: [
      // The last seconds of a node are often those somebody asks about.
      { every: tenSeconds, leaving: true, last: true, work: flush },
      { every: hour, leaving: true, work: () => trimSlow(deps) },
    ],
  }
})
