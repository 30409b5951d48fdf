import type { InputOf } from '@yibao/shared/call.ts'
import type { fundPay } from '@yibao/shared/calls/fund-pay.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { fundChange, fundDay } from '../order/fund-tables.ts'
import { ofCompany } from '../organisation/of-company.ts'

/** What is asked of the sums; other reports ask it for their months, too. */
export type Filters = InputOf<typeof fundPay.query>
export type GroupBy = NonNullable<Filters['groupBy']> | 'storeMonth'
export type Sources = typeof fundDay | typeof fundChange

const counts = ['settlements', 'reversals'] as const
const amounts = [
  ...(['total', 'poolFund', 'civilServant', 'largeAmount', 'seriousIllness', 'enterprise', 'medicalAid'] as const),
  ...(['otherFund', 'fundTotal', 'account', 'familyAccount', 'cash'] as const),
]
export const sumNames = [...counts, ...amounts]
export type Sums = Record<(typeof sumNames)[number], number>

/** A year and the day that closes it; longer periods are compared year by year. */
const longest = 366

/** The asked period; this month unless said. Refuses an inverted one and more than a year. */
export const periodOf = (c: Context, { from, to }: Filters): { from: string; to: string } => {
  const today = formatDay(c.now)
  const period = { from: from ?? `${(to ?? today).slice(0, 7)}-01`, to: to ?? today }
  if (period.from > period.to)
    refuse('input.invalid', { text: '结束日期早于开始日期' }, { fields: { to: '结束日期早于开始日期' } })
  if (addDays(period.from, longest) <= period.to)
    refuse('input.invalid', { text: '统计期间不能超过一年' }, { fields: { to: '统计期间不能超过一年' } })
  return period
}

const keyOf = (table: Sources): Record<GroupBy, SQL<string>> => ({
  day: sql`${table.day}`,
  month: sql`substr(${table.day}, 1, 7)`,
  store: sql`${table.storeId}`,
  storeMonth: sql`substr(${table.day}, 1, 7) || '/' || ${table.storeId}`,
  insutype: sql`${table.insutype}`,
  medicalType: sql`${table.medicalType}`,
  outFlag: sql`${table.outFlag}`,
})

/** Sums of some of the columns. */
export const sumsIn = <Name extends keyof Sums>(table: Sources, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql<string>`coalesce(sum(${table[name]}), 0)`.as(name)])) as Record<
    Name,
    SQL.Aliased<string>
  >

const part = (c: Context, table: Sources, f: Filters, groupBy: GroupBy) => {
  const { from, to } = periodOf(c, f)
  const key = keyOf(table)[groupBy]
  return c.db
    .select({ key: key.as('key'), ...sumsIn(table, sumNames) })
    .from(table)
    .where(
      and(
        c.scope.where(table.storeId, f.storeId),
        gte(table.day, from),
        lte(table.day, to),
        f.areaCode ? eq(table.areaCode, f.areaCode) : undefined,
        ofCompany(c, table.storeId, f.companyId),
        f.insutype ? eq(table.insutype, f.insutype) : undefined,
        f.medicalType ? eq(table.medicalType, f.medicalType) : undefined,
        f.outFlag ? eq(table.outFlag, f.outFlag) : undefined,
      ),
    )
    .groupBy(key)
}

/** Sums by group in fen, in the order of their keys; one statement, so that nothing is counted twice while it is folded. */
export const sumsByGroup = async (c: Context, f: Filters, groupBy: GroupBy): Promise<(Sums & { key: string })[]> => {
  const rows = await unionAll(part(c, fundDay, f, groupBy), part(c, fundChange, f, groupBy))
  const groups = new Map<string, Sums>()
  for (const { key, ...values } of rows) {
    const sum = groups.get(key) ?? (Object.fromEntries(sumNames.map((name) => [name, 0])) as Sums)
    for (const name of sumNames) sum[name] += Number(values[name])
    groups.set(key, sum)
  }
  return [...groups]
    .filter(([, sum]) => sumNames.some((name) => sum[name] !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, sum]) => ({ key, ...sum }))
}
