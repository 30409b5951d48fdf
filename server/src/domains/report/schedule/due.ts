import { lastDue, nextDue, reportedPeriod } from '@yibao/shared/reporting/rhythm.ts'
import { and, asc, eq } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import type { Deps } from '../../../call/context.ts'
import { apart } from '../../../database/held.ts'
import { agreedTime } from '../../../database/sweeping.ts'
import { reportDefinition } from '../defined/tables.ts'
import { reportRun, reportSchedule } from './tables.ts'

type Plan = typeof reportSchedule.$inferSelect

/** Its next time is one that only a clock far ahead can have written. */
const isAhead = ({ rhythm, nextAt }: Plan, now: Date): boolean =>
  nextAt > nextDue(rhythm, new Date(now.getTime() + apart))

/**
 * Takes up one plan whose time has come, unless another node does: its next time is written together with the run. Of
 * several times that nobody was there for the last one counts; a report that is not in force lets its time pass. One whose
 * next time a clock ahead has written has it anew, and the last one that it missed.
 */
const begin = async (deps: Deps, plan: Plan, now: Date): Promise<void> => {
  const { definitionId, rhythm, nextAt, revision, savedAt } = plan
  const dueAt = lastDue(rhythm, now)
  const missed = nextAt <= now || dueAt > savedAt
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
    if (!mine || !missed) return
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

/** Begins a run of every plan whose time has come; none while this node's clock and the database's are far apart. */
export const beginDue = async (deps: Deps, report: (fault: unknown) => void): Promise<void> => {
  const now = await agreedTime(deps)
  if (!now) return
  // A report has one plan: all of them are few.
  const plans = await deps.db
    .select()
    .from(reportSchedule)
    .where(eq(reportSchedule.on, true))
    .orderBy(asc(reportSchedule.nextAt), asc(reportSchedule.definitionId))
  for (const plan of plans) if (plan.nextAt <= now || isAhead(plan, now)) await begin(deps, plan, now).catch(report)
}
