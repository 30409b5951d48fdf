import { and, eq, notExists, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { visit } from '../order/visit-tables.ts'
import { progress } from '../system/tables.ts'
import type { Resting } from '../telling/turns.ts'
import { endLeft } from '../visit/close.ts'
import { acceptanceRun } from './tables.ts'

/**
 * Of a query over visits: no run has it under way. A run ends its own ones, which is part of what it looks at; what it
 * leaves behind, or its server with it, is the rounds' again.
 */
const ofNoRun = ({ db }: Pick<Deps, 'db'>) =>
  notExists(
    db
      .select({ id: acceptanceRun.id })
      .from(acceptanceRun)
      .innerJoin(progress, and(eq(progress.id, acceptanceRun.progressId), eq(progress.finished, false)))
      .where(and(eq(acceptanceRun.state, 'running'), sql`${visit.orderId} = any(${acceptanceRun.orderIds})`)),
  )

/** A round of the job `visits`: everything that is left but what a run is about to end. Answers how many were tried. */
export const endLeftVisits = (deps: Deps, report: (fault: unknown) => void, resting?: Resting): Promise<number> =>
  endLeft(deps, report, resting, ofNoRun(deps))
