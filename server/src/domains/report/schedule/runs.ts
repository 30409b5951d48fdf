import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { reportSchedule as calls } from '@yibao/shared/calls/report-schedule.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { type Cursor, rowsOf } from '../../../database/rows.ts'
import { keptDefinition } from '../defined/place.ts'
import { reportDelivery, reportRun } from './tables.ts'

type Runs = ResultOf<typeof calls.runs>
type Stored = typeof reportRun.$inferSelect

const runRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: { id: string }) =>
    c.db
      .select({ run: reportRun, ...cursor })
      .from(reportRun)
      .$dynamic(),
  where: (_, { id }) => eq(reportRun.definitionId, id),
  sortable: { dueAt: reportRun.dueAt },
  key: reportRun.id,
  keyOf: ({ run }) => run.id,
  wire: ({ run }): Stored => run,
})

/** Report/ScheduleRuns: for who keeps the report; whoever receives it sees his own in the message centre. */
export const scheduleRuns = async (input: InputOf<typeof calls.runs>, c: Context): Promise<Runs> => {
  await keptDefinition(c, input.id)
  const { items, ...counts } = await runRows.page(c, input)
  const deliveries = await c.db
    .select()
    .from(reportDelivery)
    .where(inArray(reportDelivery.runId, [...items.map(({ id }) => id), '']))
    .orderBy(asc(reportDelivery.name), asc(reportDelivery.userId))
  const ofRun = (runId: string): Runs['items'][number]['deliveries'] =>
    deliveries
      .filter((one) => one.runId === runId)
      .map(({ name, outcome, rows, reason, at }) => ({
        ...{ name, outcome, rows: rows ?? undefined, reason, at: at ? formatTime(at) : undefined },
      }))
  const runs = items.map(({ id, dueAt, from, to, state, note }) => ({
    ...{ id, dueAt: formatTime(dueAt), from, to, state, note, deliveries: ofRun(id) },
  }))
  return { ...counts, items: runs }
}
