import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { operationLog as operationCalls } from '@yibao/shared/calls/operation-log.ts'
import { operationModule } from '@yibao/shared/entities/operation.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { formatTime, parseTime, secondAfter } from '@yibao/shared/time.ts'
import {
  and,
  arrayContains,
  eq,
  getTableColumns,
  gte,
  ilike,
  inArray,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import { masked } from '../../call/audit.ts'
import { removals } from '../../call/audit-named.ts'
import type { Context } from '../../call/context.ts'
import { operationLog } from '../../call/tables.ts'
import { few, isMany } from '../../database/bounded.ts'
import { byCharacters } from '../../database/by-characters.ts'
import { like } from '../../database/like.ts'
import { rowsOf } from '../../database/rows.ts'
import { user } from '../auth/tables.ts'
import { holdsArea } from '../auth/whole-area.ts'
import { store } from '../organisation/tables.ts'
import { visibleUsers } from '../permission/reach.ts'
import { changesIn } from './changes.ts'

type Row = ResultOf<typeof operationCalls.paged>['items'][number]
type Filters = InputOf<typeof operationCalls.paged>
type Stored = typeof operationLog.$inferSelect

const modules = metaOf(operationModule)?.choices ?? {}
const domainOf = (call: string): string => call.split('.')[0] ?? ''
const moduleOf = (call: string): string => modules[domainOf(call)] ?? '其他'

/**
 * Which lines without a store, an administrator's, are the asker's to read: all of his area where he holds the whole of it.
 * Who has some stores of it reads his own and those of the accounts he sees: another chain's are nobody's but its own.
 */
const ofAdministrators = async (c: Context, areaCode: string): Promise<SQL | undefined> => {
  if (await holdsArea(c, areaCode)) return undefined
  const accounts = await c.db
    .select({ id: user.id })
    .from(user)
    .where(and(isNull(user.storeId), await visibleUsers(c)))
  return inArray(operationLog.userId, [c.me.userId, ...accounts.map(({ id }) => id)])
}

/** Lines of the asker's stores, and of his area those without a store that are his to read; a super administrator without an area sees all. */
const inScope = async (c: Context): Promise<SQL | undefined> => {
  const { me, scope } = c
  const his = scope.where(operationLog.storeId)
  const { areaCode } = me
  if (!areaCode) return his
  return or(
    his,
    and(isNull(operationLog.storeId), eq(operationLog.areaCode, areaCode), await ofAdministrators(c, areaCode)),
  )
}

/** Days of lines whose words are looked at at once, where the log has more than a few of them. */
const longest = 31

/** The first moment behind the days that are looked at from some moment on. */
const lastOf = (from: Date): Date => new Date(from.getTime() + longest * 86_400_000)

/** Whether more than a few lines stand in the asker's store or area since some moment. */
const isLarge = ({ db, me }: Context, from: Date | undefined): Promise<boolean> => {
  const place = me.storeId
    ? eq(operationLog.storeId, me.storeId)
    : me.areaCode
      ? eq(operationLog.areaCode, me.areaCode)
      : undefined
  return isMany(db, operationLog, and(place, from ? gte(operationLog.at, from) : undefined))
}

/**
 * What was done, by whom, to what and how long it took stands in no index: each line of the period is looked at, so in a
 * large log it is some days (DESIGN 10).
 */
const requireBounded = async (c: Context, f: Filters): Promise<void> => {
  const isSorted = f.sortField !== undefined && f.sortField !== 'at'
  if (!f.keyword && !f.userName && !f.module && !f.action && !f.ip && !isSorted) return
  const from = f.from ? parseTime(f.from) : undefined
  if (from && lastOf(from) >= (f.to ? secondAfter(f.to) : c.now)) return
  if (!(await isLarge(c, from))) return
  const what = isSorted ? '用时或操作员排序' : '操作员、模块、操作、IP 或内容'
  const text = `操作记录超过 ${few / 10_000} 万条，按${what}一次最多查 ${longest} 天，请缩短时间`
  refuse('input.invalid', { text }, { fields: { from: text } })
}

/** What a store's own people did, and what was done to it. */
const atStore = (id: string): SQL | undefined =>
  or(eq(operationLog.storeId, id), arrayContains(operationLog.stores, [id]))

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
  where: async (c, f: Filters) => {
    await requireBounded(c, f)
    return and(
      await inScope(c),
      f.from ? gte(operationLog.at, parseTime(f.from)) : undefined,
      f.to ? lt(operationLog.at, secondAfter(f.to)) : undefined,
      f.userName ? ilike(byCharacters(operationLog.userName), like(f.userName)) : undefined,
      f.storeId ? atStore(c.scope.check(f.storeId)) : undefined,
      f.module ? sql`${operationLog.call} like ${`${f.module}.%`}` : undefined,
      f.action ? ilike(byCharacters(operationLog.action), like(f.action)) : undefined,
      f.result ? eq(operationLog.ok, f.result === 'ok') : undefined,
      f.ip ? eq(operationLog.ip, f.ip) : undefined,
      f.keyword
        ? or(
            ilike(byCharacters(operationLog.target), like(f.keyword)),
            ilike(byCharacters(operationLog.message), like(f.keyword)),
            eq(operationLog.requestId, f.keyword),
          )
        : undefined,
    )
  },
  sortable: { at: operationLog.at, ms: operationLog.ms, userName: operationLog.userName },
  key: operationLog.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row, storeName }): Row => wire(row, storeName),
})

/**
 * What a line says was changed. Some lines of before kept nothing of after: what they were asked for is that then, and of the
 * rest nobody knows that it was changed.
 */
const changesOf = (call: string, request: Record<string, unknown>, before: unknown, after: unknown) => {
  const domain = domainOf(call)
  if (after !== undefined || removals.has(call) || !before || typeof before !== 'object')
    return changesIn(domain, before, after)
  const asked = Object.entries(before).filter(([name]) => (request[name] ?? null) !== null)
  const given = Object.fromEntries(asked.map(([name]) => [name, request[name]]))
  return changesIn(domain, Object.fromEntries(asked), given)
}

/** One line, whole: the recorded input and what the call changed. */
export const operationOf = async (c: Context, id: string): Promise<ResultOf<typeof operationCalls.get>> => {
  const [found] = await c.db
    .select({ row: operationLog, storeName: store.name })
    .from(operationLog)
    .leftJoin(store, eq(store.id, operationLog.storeId))
    .where(and(eq(operationLog.id, id), await inScope(c)))
  if (!found) return refuse('not.found', { what: '操作记录' })
  const { row, storeName } = found
  const { before, after, ...request } = masked(row.record)
  return {
    ...wire(row, storeName),
    requestId: row.requestId,
    request,
    // A refused call changed nothing, whatever it had said by then.
    changes: row.ok ? changesOf(row.call, request, before, after) : [],
  }
}
