import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

const tenSeconds = 10_000

/** Tells what the plugins of this node did, and that it lives. */
export const plugins: Job = {
  name: 'plugins',
  start: ({ services }) => {
    const flush = () => services.plugins.flush()
    const stop = every(tenSeconds, flush, (fault) => reportFault('plugins', fault))
    return async () => {
      await stop()
      await flush().catch((fault) => reportFault('plugins', fault))
    }
  },
}
