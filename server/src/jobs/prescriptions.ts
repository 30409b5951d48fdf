import { takePushed } from '../domains/prescription/circulation/pushed.ts'
import { tellDue } from '../domains/prescription/circulation/round.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

const pause = 20_000

/**
 * Verdicts and dispensings of downloaded prescriptions are told to the centres of signed-in stores (domain.md 7.5, 7.6),
 * and what hospitals sent to such a store is fetched.
 */
export const prescriptions: Job = {
  name: 'prescriptions',
  start: (deps) => {
    // What a process forgets when it ends: which centres did not answer just now.
    const resting = new Map<string, number>()
    const report = (fault: unknown) => reportFault('prescriptions', fault)
    return every(
      pause,
      deps.services.node.round('prescriptions', async () => {
        await tellDue(deps, report, resting)
        await takePushed(deps, report)
      }),
      report,
    )
  },
}
