import { foldFunds } from '../domains/report/fold.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

const minute = 60_000

/** Keeps the list of changes that reports have to read beside the days short. */
export const fold: Job = {
  name: 'fold',
  start: (deps) =>
    every(
      minute,
      deps.services.node.round('fold', () => foldFunds(deps)),
      (fault) => reportFault('fold', fault),
    ),
}
