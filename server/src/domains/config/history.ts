import type { ResultOf } from '@yibao/shared/call.ts'
import type { ybOptions } from '@yibao/shared/calls/config.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { operationLog } from '../../call/tables.ts'
import { type Paging, rowsOf } from '../../database/rows.ts'
import type { Place } from './place.ts'

type Change = ResultOf<typeof ybOptions.pullConfigHistory>['items'][number]

const rows = rowsOf({
  select: (c, cursor) =>
    c.db
      .select({ row: operationLog, ...cursor })
      .from(operationLog)
      .$dynamic(),
  // The caller has checked that the asker may see this place.
  where: (_, { place }: { place: string }) =>
    and(eq(sql`${operationLog.record}->>'place'`, place), eq(operationLog.ok, true)),
  sortable: { at: operationLog.at },
  key: operationLog.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row: { id, at, userName, record } }): Change => {
    const before = (record.before ?? {}) as Record<string, unknown>
    const after = (record.after ?? {}) as Record<string, unknown>
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return {
      id,
      at: formatTime(at),
      userName,
      changes: keys.map((key) => ({ key, from: before[key], to: after[key] })),
    }
  },
})

/** Who changed which options of a place, newest first, out of the operation log. */
export const historyOf = (c: Context, place: Place, paging: Paging) => rows.page(c, { ...paging, place: place.key })
