import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import type { Half } from '../book/query.ts'
import { order } from '../order/tables.ts'
import { type Filters, type GroupBy, type Sums, sumNames } from './fund-sums.ts'
import { numbersOf, ordersOf, partOf, sumColumns } from './order-sums.ts'

const dayOf = ({ at }: Half): SQL => sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

const keys: Record<Exclude<GroupBy, 'storeMonth'>, (half: Half) => SQL> = {
  day: dayOf,
  month: (half) => sql`left(${dayOf(half)}, 7)`,
  store: () => sql`${order.storeId}`,
  insutype: () => sql`coalesce(${order.insutype}, '')`,
  medicalType: () => sql`${order.medicalType}`,
  outFlag: () => sql`${order.outFlag}`,
}

const columns = { total: order.total, fundTotal: order.fundTotal, account: order.account, cash: order.cash }
const amountOf = (name: (typeof sumNames)[number]): SQL => {
  if (name === 'familyAccount') return sql`${order.familyAccount}`
  return name in columns ? sql`${columns[name as keyof typeof columns]}` : partOf(name as Parameters<typeof partOf>[0])
}

/**
 * What `sumsByGroup` answers, of one operator's orders: the days' sums do not tell operators apart, so his orders are read,
 * over three months of all stores or a year of one. A reversal is
 * his who made it at his counter, for he gave the cash back (`operatorOf`).
 */
export const operatorSums = async (
  c: Context,
  f: Filters,
  groupBy: Exclude<GroupBy, 'storeMonth'>,
): Promise<(Sums & { key: string })[]> => {
  const counted = ordersOf(c, f, undefined, (half) => {
    const { refunded, sign } = half
    const values = sumNames.map((name) => {
      if (name === 'settlements') return sql.raw(refunded ? '0 as settlements' : '1 as settlements')
      if (name === 'reversals') return sql.raw(refunded ? '1 as reversals' : '0 as reversals')
      return sql`${sign}${amountOf(name)} as ${sql.identifier(name)}`
    })
    return sql`${keys[groupBy](half)} as key, ${sql.join(values, sql`, `)}`
  })
  const answer = await c.db.execute(
    sql`select key, ${sumColumns(sumNames)} from ${counted} as counted group by key order by key`,
  )
  const rows = rowsFrom(answer) as (Sums & { key: string })[]
  return rows.map((row) => ({ key: row.key, ...numbersOf(sumNames, row) }))
}
