import { calledBy } from '../caller.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

const tenSeconds = 10_000

/** Writes down how the centres answered. */
export const centreCalls: Job = {
  name: 'centreCalls',
  start: ({ services }) => {
    const flush = () => calledBy('job.centreCalls', () => services.meter.flush())
    const round = services.node.round('centreCalls', () => services.meter.flush())
    const stop = every(tenSeconds, round, (fault) => reportFault('centreCalls', fault))
    return async () => {
      await stop()
      // The last seconds of a node belong to the statistics as well.
      await flush().catch((fault) => reportFault('centreCalls', fault))
    }
  },
}
