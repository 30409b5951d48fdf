import { addDays, startOfDay } from '@yibao/shared/time.ts'
import { type AnyColumn, and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { acctPay } from '../order/acct-pay.ts'
import { counted, countsAt } from '../order/counts.ts'
import { groupColumns } from '../order/group.ts'
import { order } from '../order/tables.ts'
import { store } from '../organisation/tables.ts'

/** Days of Shanghai, both included. */
export interface Span {
  from: string
  until: string
}

/** A settlement as it was booked, or what a reversal takes back. */
export interface Half {
  refunded: boolean
  /** Minus before the amounts of what is taken back. */
  sign: SQL
  /** When it counts. */
  at: AnyColumn
  /** The first moment after the period. */
  end: SQL
}

/** First moment of a span, and the first after it. */
export const edgesOf = ({ from, until }: Span) => ({
  start: startOfDay(from),
  end: startOfDay(addDays(until, 1)),
})

/**
 * What our book counts in a period, by the rules of `bookRows`: settlements on their day, reversals by 2103 on theirs,
 * nothing that 2601 undid.
 */
const countedIn = (span: Span, refunded: boolean): SQL => {
  const { start, end } = edgesOf(span)
  return and(counted(refunded), gte(countsAt(refunded), start), lt(countsAt(refunded), end))!
}

/** What is asked of both halves, or of each. */
type Where = SQL | ((refunded: boolean) => SQL)

const half = (refunded: boolean, span: Span, where: Where, columns: (half: Half) => SQL): SQL => {
  const end = sql`${edgesOf(span).end.toISOString()}::timestamptz`
  return sql`
    select ${columns({ refunded, sign: sql.raw(refunded ? '-' : ''), at: countsAt(refunded), end })}
    from ${order} where ${countedIn(span, refunded)} and ${typeof where === 'function' ? where(refunded) : where}`
}

/** Columns of what our book counts in a period (`countedIn`), settlements and reversals. */
export const countedQuery = (span: Span, where: Where, columns: (half: Half) => SQL): SQL =>
  sql`(${half(false, span, where, columns)} union all ${half(true, span, where, columns)})`

const bookColumns = ({ refunded, sign, at }: Pick<Half, 'refunded' | 'sign' | 'at'>): SQL => sql`
  ${order.storeId} as store_id, to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
  ${groupColumns}, ${sql.raw(String(refunded))} as refunded,
  ${sign}${order.total} as total, ${sign}${order.fundTotal} as fund, ${sign}${acctPay} as account,
  ${sign}${order.cash} as cash`

/**
 * The rows of our book as SQL, reversals with negative amounts (fen). Columns: store_id, day, clr_optins, insutype,
 * clr_type, refunded, total, fund, account, cash.
 */
export const bookQuery = (span: Span, where: SQL): SQL => countedQuery(span, where, bookColumns)

/**
 * The same of some days of some stores, however far apart: each is read from the index of its store, and nothing in
 * between. A day is named once.
 */
export const bookOfDays = (days: readonly { storeId: string; day: string }[]): SQL => {
  const asked = sql`unnest(${sql.param(days.map(({ storeId }) => storeId))}::text[],
    ${sql.param(days.map(({ day }) => day))}::text[]) as asked (store_id, day)`
  const from = (days: number) =>
    sql`((asked.day::date + ${sql.raw(String(days))})::timestamp at time zone 'Asia/Shanghai')`
  const half = (refunded: boolean) => {
    const at = countsAt(refunded)
    return sql`select ${bookColumns({ refunded, sign: sql.raw(refunded ? '-' : ''), at })} from ${order}
      where ${order.storeId} = asked.store_id and ${counted(refunded)} and ${at} >= ${from(0)} and ${at} < ${from(1)}`
  }
  return sql`(select rows.* from ${asked} cross join lateral (${half(false)} union all ${half(true)}) as rows)`
}

/**
 * The stores in reach, of an area or a company where one is asked for, named one by one: an index begins with the store, and
 * a period of all of them is read through it instead of through every order there is. A store that has settled stays in its
 * area and company, so its orders are theirs.
 */
export const ofStores = (
  c: Context,
  column: AnyColumn,
  { areaCode, companyId }: { areaCode?: string; companyId?: string } = {},
): SQL => {
  const asked = and(
    c.scope.where(store.id),
    areaCode ? eq(store.areaCode, areaCode) : undefined,
    companyId ? eq(store.companyId, companyId) : undefined,
  )
  return sql`${column} = any(array(select ${store.id} from ${store} where ${asked}))`
}
