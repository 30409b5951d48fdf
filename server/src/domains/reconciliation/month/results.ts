import { and, between, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import type { GroupKey } from '../../order/group.ts'
import { reconDifference, reconGroup, reconMonth } from '../tables.ts'

// The month as a range of days, not as the beginning of a text: the index of the groups goes on with the day, and a list
// of all stores asks this of each row.
const days = sql`${reconGroup} g where g.store_id = keys.store_id
  and g.day between keys.month || '-01' and keys.month || '-31'
  and g.clr_optins = keys.clr_optins and g.insutype = keys.insutype and g.clr_type = keys.clr_type`

/**
 * SQL over `keys` (a store-month's group) and `m` (its row of recon_month): a month's result speaks of its days as they
 * were; one that is open, has other sums or was dealt with since takes it back.
 */
export const stale = sql`exists (
  select 1 from ${days}
    and (g.state not in ('2', '4') or g.changed_at > m.at
      or exists (select 1 from ${reconDifference} d where d.group_id = g.id and d.handled_at > m.at)))`

/**
 * The month's result over the same: 不平 by nothing but what was marked as handled on its days is 已处理, as such a day is. A
 * day that nobody asked about may be the one by which it is unequal, so every day of the month must have been. So is one
 * that was marked itself (mark.ts).
 */
export const resultOf = sql`case when m.state = '3' and m.handled_at > m.at then '4' when m.state = '3' and exists (select 1 from ${days} and g.state = '4')
  and (select count(*) from ${days}) = extract(day from (m.month || '-01')::date + interval '1 month' - interval '1 day')
  then '4' else m.state end`

/** How the whole of a group's month came out and still stands: 0 未对账 where its days moved since. */
export interface MonthResult extends GroupKey {
  storeId: string
  month: string
  state: '0' | '2' | '3' | '4' | '5'
  /** 3201's sums of that moment, fen. */
  count: number
  total: number
  fund: number
  account: number
  cash: number
}

/** The results on record of some stores' months (yyyy-MM, both included); a group without one was never asked about. */
export const monthResults = async (
  db: Database,
  { from, to, stores }: { from: string; to: string; stores: SQL | undefined },
): Promise<MonthResult[]> => {
  const answer = await db.execute(sql`
    select m.store_id as "storeId", m.month, m.clr_optins as "clrOptins", m.insutype, m.clr_type as "clrType",
      case when ${stale} then '0' else ${resultOf} end as state,
      m.count, m.total::text, m.fund::text, m.account::text, m.cash::text
    from (select * from ${reconMonth} where ${and(between(reconMonth.month, from, to), stores)}) m
    cross join lateral (select m.store_id, m.month, m.clr_optins, m.insutype, m.clr_type) keys`)
  return (rowsFrom(answer) as MonthResult[]).map((row) => ({
    ...row,
    ...{ total: Number(row.total), fund: Number(row.fund), account: Number(row.account), cash: Number(row.cash) },
  }))
}
