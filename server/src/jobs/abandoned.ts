import { endAbandoned } from '../domains/system/progress.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

/** Tells whoever watches a long piece of work that its process has ended. */
export const abandoned: Job = {
  name: 'abandoned',
  start: (deps) =>
    every(
      deps.config.recoveryEvery,
      deps.services.node.round('abandoned', () => endAbandoned(deps)),
      (fault) => reportFault('abandoned', fault),
    ),
}
