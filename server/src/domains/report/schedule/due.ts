import { lastDue, nextDue, reportedPeriod } from '@yibao/shared/reporting/rhythm.ts'
import { and, asc, eq, lte } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import type { Deps } from '../../../call/context.ts'
import { reportDefinition } from '../defined/tables.ts'
import { reportRun, reportSchedule } from './tables.ts'

type Plan = typeof reportSchedule.$inferSelect

/**
 * Takes up one plan whose time has come, unless another node does: its next time is written together with the run. Of
 * several times that nobody was there for the last one counts; a report that is not in force lets its time pass.
 */
const begin = async (deps: Deps, { definitionId, rhythm, nextAt, revision }: Plan): Promise<void> => {
  const now = deps.clock()
  const dueAt = lastDue(rhythm, now)
  await deps.db.transaction(async (tx) => {
    const [mine] = await tx
      .update(reportSchedule)
      .set({ nextAt: nextDue(rhythm, now) })
      .where(
        and(
          eq(reportSchedule.definitionId, definitionId),
          // Neither saved nor stopped since.
          eq(reportSchedule.revision, revision),
          eq(reportSchedule.nextAt, nextAt),
        ),
      )
      .returning({ id: reportSchedule.definitionId })
    if (!mine) return
    const [report] = await tx
      .select({ state: reportDefinition.state })
      .from(reportDefinition)
      .where(eq(reportDefinition.id, definitionId))
    if (report?.state !== 'published') return
    await tx
      .insert(reportRun)
      .values({ id: newId(now), definitionId, dueAt, ...reportedPeriod(rhythm, dueAt), nextAttemptAt: now })
      .onConflictDoNothing()
  })
}

/** Begins a run of every plan whose time has come. */
export const beginDue = async (deps: Deps, report: (fault: unknown) => void): Promise<void> => {
  const due = await deps.db
    .select()
    .from(reportSchedule)
    .where(and(eq(reportSchedule.on, true), lte(reportSchedule.nextAt, deps.clock())))
    .orderBy(asc(reportSchedule.nextAt), asc(reportSchedule.definitionId))
    .limit(100)
  for (const plan of due) await begin(deps, plan).catch(report)
}
