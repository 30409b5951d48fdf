import { carryOutDue } from '../domains/approval/carry-out.ts'
import { expireWaiting } from '../domains/approval/expire.ts'
import { handBackLost } from '../domains/approval/hand-back.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

/**
 * Goes on with approved applications whose process was killed or whose result was unknown; ends what nobody judged; lets
 * others judge what waits for somebody who may no longer.
 */
export const approvals: Job = {
  name: 'approvals',
  start: (deps) => {
    const report = (fault: unknown) => reportFault('approvals', fault)
    return every(
      deps.config.recoveryEvery,
      deps.services.node.round('approvals', async () => {
        await carryOutDue(deps, report)
        await expireWaiting(deps)
        await handBackLost(deps)
      }),
      report,
    )
  },
}
