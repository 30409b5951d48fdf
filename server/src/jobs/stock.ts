import { stockDue } from '../domains/stock/round.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

const pause = 20_000

/** What is told of a store's stock besides its sales goes to the centres of signed-in stores (domain.md 2.11). */
export const stock: Job = {
  name: 'stock',
  start: (deps) => {
    // What a process forgets when it ends: which centres did not answer just now.
    const resting = new Map<string, number>()
    const report = (fault: unknown) => reportFault('stock', fault)
    // Apart from the sales: the many rows of a first stock take hold none of them up.
    return every(
      pause,
      deps.services.node.round('stock', () => stockDue(deps, report, resting)),
      report,
    )
  },
}
