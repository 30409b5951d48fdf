import { rhythmText } from '@yibao/shared/reporting/rhythm.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import type { Definition } from '../defined/place.ts'
import { reportDefinition } from '../defined/tables.ts'
import { reportRun, reportSchedule } from './tables.ts'

/**
 * SQL: what the last run of a report left to be seen by its keeper; null where all was well. Of a plan that is off what a
 * run left behind the last saving: why it ended by itself, and nothing of before a person stopped it.
 */
export const lastNote = sql<string | null>`(select nullif(${reportRun.note}, '') from ${reportRun}
  where ${reportRun.definitionId} = ${reportDefinition.id}
    and (${reportSchedule.on} or ${reportRun.endedAt} > ${reportSchedule.savedAt}) order by ${reportRun.dueAt} desc, ${reportRun.id} desc limit 1)`

/** A plan in words, as the list of reports shows it: when, when next, and what was wrong at last. */
export const scheduleText = (
  { state }: Pick<Definition, 'state'>,
  plan: typeof reportSchedule.$inferSelect | null,
  note: string | null,
): string => {
  if (!plan?.on) return plan && note ? `不定时（${note}）` : '不定时'
  const text = rhythmText(plan.rhythm)
  if (state !== 'published') return `${text}（报表停用，不发送）`
  const next = `${text}，下次 ${formatTime(plan.nextAt).slice(5, 16)}`
  return note ? `上次：${note}；${next}` : next
}
