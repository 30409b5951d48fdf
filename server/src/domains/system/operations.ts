import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { operationLog as operationCalls } from '@yibao/shared/calls/system.ts'
import { operationModule } from '@yibao/shared/entities/operation.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { formatTime, parseTime, secondAfter } from '@yibao/shared/time.ts'
import { and, eq, getTableColumns, gte, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { like } from '../../database/like.ts'
import { rowsOf } from '../../database/rows.ts'
import { refuse } from '../../refuse.ts'
import { store } from '../organisation/tables.ts'
import { masked } from './audit.ts'
import { changesIn } from './changes.ts'
import { operationLog } from './tables.ts'

type Row = ResultOf<typeof operationCalls.paged>['items'][number]
type Filters = InputOf<typeof operationCalls.paged>
type Stored = typeof operationLog.$inferSelect

const modules = metaOf(operationModule)?.choices ?? {}
const domainOf = (call: string): string => call.split('.')[0] ?? ''
const moduleOf = (call: string): string => modules[domainOf(call)] ?? '其他'

/** Lines of the asker's stores, and those without a store of his area; a super administrator without an area sees all. */
const inScope = ({ me, scope }: Context): SQL | undefined =>
  or(
    scope.where(operationLog.storeId),
    and(isNull(operationLog.storeId), me.areaCode ? eq(operationLog.areaCode, me.areaCode) : sql`false`),
  )

const wire = (row: Omit<Stored, 'record'>, storeName: string | null): Row => ({
  id: row.id,
  at: formatTime(row.at),
  userName: row.userName,
  storeName: storeName ?? '',
  areaCode: row.areaCode ?? '',
  module: moduleOf(row.call),
  action: row.action,
  target: row.target,
  ok: row.ok,
  message: row.message,
  ms: row.ms,
  ip: row.ip,
  client: row.client,
})

// A list does not show what was recorded: it stays where it is.
const { record: _, ...listed } = getTableColumns(operationLog)

/** OperationLog/Paged, newest first; errors of pages stand there too. */
export const operationRows = rowsOf({
  select: (c, cursor) =>
    c.db
      .select({ row: listed, storeName: store.name, ...cursor })
      .from(operationLog)
      .leftJoin(store, eq(store.id, operationLog.storeId))
      .$dynamic(),
  where: (c, f: Filters) =>
    and(
      inScope(c),
      f.from ? gte(operationLog.at, parseTime(f.from)) : undefined,
      f.to ? lt(operationLog.at, secondAfter(f.to)) : undefined,
      f.userName ? ilike(operationLog.userName, like(f.userName)) : undefined,
      f.storeId ? eq(operationLog.storeId, c.scope.check(f.storeId)) : undefined,
      f.module ? sql`${operationLog.call} like ${`${f.module}.%`}` : undefined,
      f.action ? ilike(operationLog.action, like(f.action)) : undefined,
      f.result ? eq(operationLog.ok, f.result === 'ok') : undefined,
      f.ip ? eq(operationLog.ip, f.ip) : undefined,
      f.keyword
        ? or(
            ilike(operationLog.target, like(f.keyword)),
            ilike(operationLog.message, like(f.keyword)),
            eq(operationLog.requestId, f.keyword),
          )
        : undefined,
    ),
  sortable: { at: operationLog.at, ms: operationLog.ms, userName: operationLog.userName },
  key: operationLog.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row, storeName }): Row => wire(row, storeName),
})

/** One line, whole: the recorded input and what the call changed. */
export const operationOf = async (c: Context, id: string): Promise<ResultOf<typeof operationCalls.get>> => {
  const [found] = await c.db
    .select({ row: operationLog, storeName: store.name })
    .from(operationLog)
    .leftJoin(store, eq(store.id, operationLog.storeId))
    .where(and(eq(operationLog.id, id), inScope(c)))
  if (!found) return refuse('not.found', { what: '操作记录' })
  const { row, storeName } = found
  const { before, after, ...request } = masked(row.record)
  return {
    ...wire(row, storeName),
    requestId: row.requestId,
    request,
    changes: changesIn(domainOf(row.call), before, after),
  }
}
