import { abandoned } from './abandoned.ts'
import { approvals } from './approvals.ts'
import { catalogue } from './catalogue.ts'
import { centreCalls } from './centre-calls.ts'
import { fold } from './fold.ts'
import type { Job } from './job.ts'
import { nodes } from './nodes.ts'
import { plugins } from './plugins.ts'
import { prescriptions } from './prescriptions.ts'
import { reconcile } from './reconcile.ts'
import { recovery } from './recovery.ts'
import { reportSchedules } from './report-schedules.ts'
import { sales } from './sales.ts'
import { serviceHits } from './service-hits.ts'
import { settings } from './settings.ts'
import { slowSql } from './slow-sql.ts'
import { stock } from './stock.ts'
import { sweep } from './sweep.ts'

/** Every job of a server node. */
export const jobs: readonly Job[] = [
  abandoned,
  approvals,
  catalogue,
  centreCalls,
  fold,
  plugins,
  nodes,
  prescriptions,
  reconcile,
  recovery,
  reportSchedules,
  sales,
  serviceHits,
  settings,
  slowSql,
  stock,
  sweep,
]
