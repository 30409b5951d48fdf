import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { serviceCall } from '@yibao/shared/calls/service-call.ts'
import { addDays, startOfDay } from '@yibao/shared/time.ts'
import { type AnyColumn, and, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { transactionTitle } from '../../centre/catalogue.ts'
import { areaOf } from '../auth/area-of.ts'
import { area, store } from '../organisation/tables.ts'
import { answerOf, inOrder, sheetOf, storeNames } from '../statistics/grouped.ts'
import { inArea } from '../statistics/in-area.ts'
import { keptPeriod } from '../statistics/kept-period.ts'
import { percentileOf } from './duration.ts'
import { isUnanswered } from './fault-text.ts'
import { type CallEnd, centreCall, centreCallStore, centreFault, keptDays } from './tables.ts'

type Filters = InputOf<(typeof serviceCall)['statistics']>
type Result = ResultOf<(typeof serviceCall)['statistics']>
type GroupBy = NonNullable<Filters['groupBy']>

const ends = ['booked', 'refused', 'unanswered'] as const satisfies readonly CallEnd[]
const numbers = ['calls', ...ends, 'rate', 'p50', 'p95'] as const

interface Counted {
  key: string
  ended: CallEnd
  ms: number
  calls: number
}

const periodOf = (c: Context, f: Filters) => keptPeriod(c, f, { days: keptDays, what: '调用次数' })

const local = (format: string, at: AnyColumn): SQL<string> =>
  sql<string>`to_char(${at} at time zone 'Asia/Shanghai', ${sql.raw(`'${format}'`)})`

const keys: Record<Exclude<GroupBy, 'fault' | 'store'>, SQL<string>> = {
  infno: sql<string>`${centreCall.infno}`,
  day: local('YYYY-MM-DD', centreCall.at),
  hour: local('YYYY-MM-DD HH24', centreCall.at),
  area: sql<string>`${centreCall.areaCode}`,
}

const whose = async (
  c: Context,
  f: Filters,
  table: typeof centreCall | typeof centreCallStore | typeof centreFault,
): Promise<SQL | undefined> => {
  c.scope.take()
  return and(
    inArea(c, table.areaCode),
    f.areaCode ? eq(table.areaCode, await areaOf(c, f.areaCode)) : undefined,
    f.infno ? eq(table.infno, f.infno) : undefined,
  )
}

const asked = async (c: Context, f: Filters, table: typeof centreCall | typeof centreFault) => {
  const { from, to } = periodOf(c, f)
  return and(await whose(c, f, table), gte(table.at, startOfDay(from)), lt(table.at, startOfDay(addDays(to, 1))))
}

const storeKeys = {
  infno: sql<string>`${centreCallStore.infno}`,
  day: sql<string>`${centreCallStore.day}`,
  area: sql<string>`${centreCallStore.areaCode}`,
  store: sql<string>`${store.id}`,
} satisfies Partial<Record<GroupBy, SQL<string>>>

const noHours = '门店的调用次数按日保留，没有按小时和失败原因的明细，请换一种分组'

/** Calls made in the name of shops, within what this person may see of them. */
const storeCountsOf = async (c: Context, f: Filters, groupBy: GroupBy): Promise<Counted[]> => {
  if (!(groupBy in storeKeys)) refuse('input.invalid', { text: noHours }, { fields: { groupBy: noHours } })
  const { from, to } = periodOf(c, f)
  const { day, ended, fixmedinsCode } = centreCallStore
  const key = storeKeys[groupBy as keyof typeof storeKeys]
  const rows = await c.db
    .select({ key: sql<string>`${key}`.as('key'), ended, calls: calls(centreCallStore) })
    .from(centreCallStore)
    .innerJoin(store, eq(store.fixmedinsCode, fixmedinsCode))
    .where(
      and(
        await whose(c, f, centreCallStore),
        c.scope.where(store.id),
        f.storeId ? eq(store.id, f.storeId) : undefined,
        f.ended ? eq(ended, f.ended) : undefined,
        gte(day, from),
        lte(day, to),
      ),
    )
    .groupBy(sql`1`, ended)
  return rows.map((row) => ({ ...row, ms: 0 }))
}

const countsOf = async (c: Context, f: Filters, groupBy: Exclude<GroupBy, 'fault' | 'store'>): Promise<Counted[]> => {
  const key = keys[groupBy]
  return c.db
    .select({
      key: sql<string>`${key}`.as('key'),
      ended: centreCall.ended,
      ms: centreCall.ms,
      calls: calls(centreCall),
    })
    .from(centreCall)
    .where(and(await asked(c, f, centreCall), f.ended ? eq(centreCall.ended, f.ended) : undefined))
    .groupBy(sql`1`, centreCall.ended, centreCall.ms)
}

/** Reasons of calls that were not booked; how long those took is not kept by reason. */
const faultsOf = async (c: Context, f: Filters): Promise<Counted[]> => {
  const rows = await c.db
    .select({ key: centreFault.text, calls: calls(centreFault) })
    .from(centreFault)
    .where(await asked(c, f, centreFault))
    .groupBy(centreFault.text)
  return rows
    .map(({ key, calls: times }): Counted => {
      return { key, ended: isUnanswered(key) ? 'unanswered' : 'refused', ms: 0, calls: times }
    })
    .filter(({ ended }) => !f.ended || ended === f.ended)
}

const calls = ({ calls: column }: { calls: AnyColumn }) => sql<number>`sum(${column})::int`

const sumOf = (rows: readonly Counted[], unrated: boolean): Result['totals'] => {
  const of = (end: CallEnd) => rows.reduce((sum, row) => sum + (row.ended === end ? row.calls : 0), 0)
  const [booked, refused, unanswered] = [of('booked'), of('refused'), of('unanswered')]
  const all = booked + refused + unanswered
  // A call that never left waited for nobody.
  const waited = rows.filter(({ ms }) => ms > 0)
  return {
    ...{ calls: all, booked, refused, unanswered },
    ...(all > 0 && !unrated && { rate: (booked / all).toFixed(4) }),
    ...{ p50: percentileOf(waited, 0.5), p95: percentileOf(waited, 0.95) },
  }
}

const namesOf = async (c: Context, groupBy: GroupBy, ids: string[]): Promise<(key: string) => string> => {
  if (groupBy === 'infno') return (key) => `${key} ${transactionTitle(key)}`
  if (groupBy === 'hour') return (key) => `${key.slice(5)}:00`
  if (groupBy === 'store') return storeNames(c, ids)
  if (groupBy !== 'area') return (key) => key
  const rows = await c.db.select({ code: area.code, name: area.name }).from(area)
  const names = new Map(rows.map(({ code, name }) => [code, name]))
  return (key) => `${names.get(key) ?? ''} ${key}`.trim()
}

const rowsOf = (c: Context, f: Filters, groupBy: GroupBy): Promise<Counted[]> => {
  if (f.storeId || groupBy === 'store') return storeCountsOf(c, f, groupBy)
  return groupBy === 'fault' ? faultsOf(c, f) : countsOf(c, f, groupBy)
}

/** ServiceCall/Statistics and Chart: calls to the centres by transaction, day, hour, area, shop or reason of failure. */
const statistics = async (c: Context, f: Filters): Promise<Result> => {
  const { groupBy = 'infno' } = f
  const byReason = groupBy === 'fault'
  const rows = await rowsOf(c, f, groupBy)
  const unrated = byReason || f.ended !== undefined
  const byKey = new Map<string, Counted[]>()
  for (const row of rows) {
    const some = byKey.get(row.key)
    if (some) some.push(row)
    else byKey.set(row.key, [row])
  }
  const groups = [...byKey].map(([key, some]) => ({ key, ...sumOf(some, unrated) }))
  const usual = groupBy === 'day' || groupBy === 'hour' ? 'key' : 'calls'
  const nameOf = await namesOf(
    c,
    groupBy,
    groups.map(({ key }) => key),
  )
  const items = inOrder(groups, f, numbers, { field: usual }).map((one) => ({ ...one, name: nameOf(one.key) }))
  return answerOf(c, items, sumOf(rows, unrated))
}

export const serviceCallHandlers: Handlers<typeof serviceCall> = {
  statistics: (f, c) => statistics(c, f),
  chart: (f, c) => statistics(c, f),
}

/** The same rows for the export of sheets. */
export const serviceCallSource = sheetOf(statistics)
