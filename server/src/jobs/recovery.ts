import { voidForgotten } from '../domains/settlement/left-over.ts'
import { Recovery } from '../domains/settlement/recover/recover.ts'
import { announceUnknown } from '../domains/settlement/unknown-orders.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

/**
 * Looks for unknown settlements every `recoveryEvery` ms and makes them definite (DESIGN 7), without a round waiting for
 * the centres; voids forgotten baskets; tells people about results that stay unknown.
 */
export const recovery: Job = {
  name: 'recovery',
  start: (deps) => {
    const recovering = new Recovery(deps)
    const stop = every(
      deps.config.recoveryEvery,
      deps.services.node.round('recovery', async () => {
        deps.services.leaps.look()
        await recovering.round()
        await voidForgotten(deps)
        await announceUnknown(deps)
      }),
      (fault) => reportFault('recovery', fault),
    )
    return async () => {
      await stop()
      await recovering.stop()
    }
  },
}
