import { type SQL, sql } from 'drizzle-orm'
import { order } from '../settlement/tables.ts'
import { boundsOf } from './keys.ts'

/** Days of Shanghai, both included. */
export interface Span {
  from: string
  until: string
}

const half = (refunded: boolean, { from, until }: Span, where: SQL): SQL => {
  const column = refunded ? order.reversedAt : order.settledAt
  const counts = refunded ? sql`${order.reversedBy} = '2103'` : sql`coalesce(${order.reversedBy}, '') <> '2601'`
  const sign = sql.raw(refunded ? '-' : '')
  const [start, end] = [boundsOf(from).start, new Date(boundsOf(until).start.getTime() + 86_400_000)]
  return sql`
    select ${order.storeId} as store_id, to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
      coalesce(${order.clrOptins}, ${order.areaCode}) as clr_optins, coalesce(${order.insutype}, '') as insutype,
      coalesce(${order.clrType}, '41') as clr_type, ${sql.raw(String(refunded))} as refunded,
      ${sign}${order.total} as total, ${sign}${order.fundTotal} as fund, ${sign}${order.account} as account,
      ${sign}${order.cash} as cash
    from ${order}
    where ${order.setlId} is not null and ${counts} and ${where}
      and ${column} >= ${start.toISOString()}::timestamptz and ${column} < ${end.toISOString()}::timestamptz`
}

/**
 * The rows of our book as SQL, by the rules of `bookRows`: settlements on their day, reversals by 2103 on theirs with
 * negative amounts (fen). Columns: store_id, day, clr_optins, insutype, clr_type, refunded, total, fund, account, cash.
 */
export const bookQuery = (span: Span, where: SQL): SQL =>
  sql`(${half(false, span, where)} union all ${half(true, span, where)})`

/** Rows of a statement that drizzle has no types for. */
export const rowsFrom = (answer: unknown): never[] => (answer as { rows: never[] }).rows
