import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

const tenSeconds = 10_000

/** Writes down how often this node's calls and their caches were hit. */
export const serviceHits: Job = {
  name: 'serviceHits',
  start: ({ services }) => {
    const flush = () => services.hits.flush()
    const round = services.node.round('serviceHits', flush)
    const stop = every(tenSeconds, round, (fault) => reportFault('serviceHits', fault))
    return async () => {
      await stop()
      // What a node counted while it was leaving, too.
      await flush().catch((fault) => reportFault('serviceHits', fault))
    }
  },
}
