import { beginDue } from '../domains/report/schedule/due.ts'
import { carryOutDue } from '../domains/report-delivery/carry-out.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

const halfMinute = 30_000

/** Reports whose time has come are made for their recipients, one after another (domain.md 8.12). */
export const reportSchedules: Job = {
  name: 'reportSchedules',
  start: (deps) => {
    const report = (fault: unknown) => reportFault('report schedules', fault)
    return every(
      halfMinute,
      deps.services.node.round('reportSchedules', async () => {
        await beginDue(deps, report)
        await carryOutDue(deps, report)
      }),
      report,
    )
  },
}
