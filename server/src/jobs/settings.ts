import { calledBy } from '../caller.ts'
import { refreshCentres } from '../domains/plugin/centre.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

/** ms until a connection that another node saved is used by this one. */
const lookEvery = 5000

/** Takes up centre connections that were saved on another node. */
export const settings: Job = {
  name: 'settings',
  start: (deps) =>
    every(
      lookEvery,
      // Also while the node leaves: what it still serves goes where its area says.
      () => calledBy('job.settings', () => refreshCentres(deps)).then(() => undefined),
      (fault) => reportFault('settings', fault),
    ),
}
