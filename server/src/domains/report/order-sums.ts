import { addMonths, daysBetween, daysOfMonth, formatDay } from '@yibao/shared/time.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { countedQuery, type Half, ofStores, type Span } from '../book/query.ts'
import { ofOperator } from '../order/counts.ts'
import { order } from '../order/tables.ts'
import type { StoredSplit } from '../order/types.ts'
import { ofCompany } from '../organisation/of-company.ts'
import { periodOf } from './fund-sums.ts'

/** What every report over orders may be narrowed by. */
interface Asked {
  from?: string
  to?: string
  areaCode?: string
  storeId?: string
  companyId?: string
  insutype?: string
  medicalType?: string
  outFlag?: string
  operatorId?: string
}

/** Days that all stores are summed over at once: their orders are read one by one, which fund_day spares the others. */
const longestOfAll = 92

/** The asked period, a year of one store and three months of all; refuses a longer one. */
const orderPeriod = (c: Context, f: Asked): Span => {
  const { from, to } = periodOf(c, { from: f.from, to: f.to })
  if (!f.storeId && !c.me.storeId && daysBetween(from, to) >= longestOfAll)
    refuse(
      'input.invalid',
      { text: '不选门店时一次最多统计 3 个月，请缩短期间，或先选一个门店' },
      { fields: { to: '不选门店时最多 3 个月' } },
    )
  return { from, until: to }
}

/** Days of the asked months, the last two unless said. */
export const daysOfMonths = ({ from, to }: Pick<Asked, 'from' | 'to'>, now: Date): { from: string; to: string } => {
  const last = to ?? formatDay(now).slice(0, 7)
  return { from: daysOfMonth(from ?? addMonths(last, -1)).first, to: daysOfMonth(last).last }
}

/** What a settlement is split into, besides the amounts that an order has as columns. */
export const splitParts = [
  ...(['fullySelfPaid', 'overLimit', 'firstSelfPay', 'inScope', 'deductible', 'poolFund', 'civilServant'] as const),
  ...(['enterprise', 'seriousIllness', 'largeAmount', 'medicalAid', 'otherFund', 'personPart'] as const),
] satisfies (keyof StoredSplit)[]
export type SplitPart = (typeof splitParts)[number]

/** An amount of the split, fen. */
export const partOf = (name: keyof StoredSplit): SQL =>
  sql`coalesce((${order.split}->>${sql.raw(`'${name}'`)})::bigint, 0)`

/** A person's psn_type as it was kept; empty where it was not. */
export const personType = sql`coalesce(${order.person}->>'personType', '')`

/** What our book counts of a period in the stores in reach (`countedQuery`), and of what is asked beside it. */
export const ordersOf = (c: Context, f: Asked, also: SQL | undefined, columns: (half: Half) => SQL): SQL =>
  countedQuery(
    orderPeriod(c, f),
    (refunded) =>
      and(
        f.storeId ? eq(order.storeId, c.scope.check(f.storeId)) : ofStores(c, order.storeId),
        ofCompany(c, order.storeId, f.companyId),
        f.areaCode ? eq(order.areaCode, f.areaCode) : undefined,
        f.insutype ? eq(order.insutype, f.insutype) : undefined,
        f.medicalType ? eq(order.medicalType, f.medicalType) : undefined,
        f.outFlag ? eq(order.outFlag, f.outFlag) : undefined,
        ofOperator(refunded, f.operatorId),
        also,
      )!,
    columns,
  )

/** Sums of some columns over all rows, as text for `numbersOf`. */
export const sumColumns = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql`coalesce(sum(${sql.identifier(name)}), 0)::text as ${sql.identifier(name)}`),
    sql`, `,
  )

/** Their values: fen and counts. */
export const numbersOf = <Name extends string>(
  names: readonly Name[],
  row: Record<Name, unknown>,
): Record<Name, number> => Object.fromEntries(names.map((name) => [name, Number(row[name])])) as Record<Name, number>

/** The sum of groups, name by name. */
export const summed = <Name extends string>(
  names: readonly Name[],
  groups: readonly Record<Name, number>[],
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, groups.reduce((sum, group) => sum + group[name], 0)])) as Record<
    Name,
    number
  >
