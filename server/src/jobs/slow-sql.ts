import { calledBy } from '../caller.ts'
import { flushSlow, readThreshold, trimSlow } from '../domains/slow-sql/flush.ts'
import { hearThreshold } from '../domains/slow-sql/threshold.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

const tenSeconds = 10_000
const hour = 3_600_000

/** Writes down which statements took long. */
export const slowSql: Job = {
  name: 'slowSql',
  start: (deps) => {
    const report = (fault: unknown) => reportFault('slowSql', fault)
    const named = (work: () => Promise<void>) => () => calledBy('job.slowSql', work)
    hearThreshold(deps, report)
    const first = named(() => readThreshold(deps))().catch(report)
    const flush = named(async () => {
      await readThreshold(deps)
      await flushSlow(deps)
    })
    const stops = [
      every(tenSeconds, flush, report),
      every(
        hour,
        named(() => trimSlow(deps)),
        report,
      ),
    ]
    return async () => {
      await first
      for (const stop of stops) await stop()
      // The last seconds of a node are often those somebody asks about.
      await flush().catch(report)
    }
  },
}
