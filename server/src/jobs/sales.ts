import { uploadDue } from '../domains/sale/round.ts'
import { writeSales } from '../domains/sale/write.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

const pause = 20_000

/** What was sold is written from the orders, and told to the centres of signed-in stores (domain.md 2.11). */
export const sales: Job = {
  name: 'sales',
  start: (deps) => {
    // What a process forgets when it ends: which centres did not answer just now.
    const resting = new Map<string, number>()
    const report = (fault: unknown) => reportFault('sales', fault)
    return every(
      pause,
      deps.services.node.round('sales', async () => {
        await writeSales(deps)
        await uploadDue(deps, report, resting)
      }),
      report,
    )
  },
}
