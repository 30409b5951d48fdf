import { resumeDownloads } from '../domains/catalogue/load/run.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

/** Goes on with downloads of catalogues whose process was killed. */
export const catalogue: Job = {
  name: 'catalogue',
  start: (deps) =>
    every(
      deps.config.recoveryEvery,
      deps.services.node.round('catalogue', () => resumeDownloads(deps)),
      (fault) => reportFault('catalogue', fault),
    ),
}
