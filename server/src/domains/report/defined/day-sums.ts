import type { FieldOf } from '@yibao/shared/reporting/sources.ts'
import { and, between, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import type { Span } from '../../book/query.ts'
import { fundChange, fundDay } from '../../order/fund-tables.ts'
import { store } from '../../organisation/tables.ts'
import { type Sources, sumNames } from '../fund-sums.ts'
import type { Condition, Plan } from './plan.ts'
import { columnsSql, filled, type SourceRows } from './source.ts'

const told = [
  'day',
  'month',
  'storeName',
  'storeId',
  'insutype',
  'medicalType',
  'outFlag',
] as const satisfies FieldOf<'settlements'>[]
const known = new Set<string>([...told, ...sumNames])

/** Whether a report asks only what the days' sums tell apart: then a year of a million orders is read from them. */
export const isOfDays = ({ source, grouped, columns }: Plan, conditions: readonly Condition[]): boolean =>
  source === 'settlements' && grouped && [...columns, ...conditions].every(({ name }) => known.has(name))

/** Two changes that cancel out are no row of the books (fund_day keeps them as noughts). */
export const anyOfDays: SQL = sql`(sum(src.settlements) <> 0 or sum(src.reversals) <> 0)`

const half = (c: Context, table: Sources, { from, until }: Span, storeId: string | undefined): SQL => sql`
  select ${columnsSql({
    day: sql`${table.day}`,
    month: sql`left(${table.day}, 7)`,
    storeId: sql`${table.storeId}`,
    insutype: filled(sql`${table.insutype}`),
    medicalType: sql`${table.medicalType}`,
    outFlag: sql`${table.outFlag}`,
    ...Object.fromEntries(sumNames.map((name) => [name, sql`${table[name]}`])),
  })} from ${table}
  where ${and(c.scope.where(table.storeId, storeId), between(table.day, from, until))}`

/** The settlements' rows by day and store, as far as `isOfDays`: exact at any moment, folded in or not. */
export const dayRows: SourceRows = (c, span, storeId) => sql`(
  select days.*, ${store.name} as "storeName", ${store.pinyin} as "storePinyin"
  from (${half(c, fundDay, span, storeId)} union all ${half(c, fundChange, span, storeId)}) as days
  join ${store} on ${store.id} = days."storeId")`
