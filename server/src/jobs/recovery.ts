import { announceUnknown } from '../domains/message/unknown-orders.ts'
import { voidForgotten } from '../domains/settlement/left-over.ts'
import { recoverDue } from '../domains/settlement/recover/recover.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './index.ts'

/** Looks for unknown settlements every `recoveryEvery` ms and makes them definite (DESIGN 7); voids
 * forgotten baskets; tells people about results that stay unknown. */
export const recovery: Job = {
  name: 'recovery',
  start: (deps) =>
    every(
      deps.config.recoveryEvery,
      deps.services.node.round('recovery', async () => {
        await recoverDue(deps)
        await voidForgotten(deps)
        await announceUnknown(deps)
      }),
      (fault) => reportFault('recovery', fault),
    ),
}
