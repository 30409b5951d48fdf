import type { ResultOf } from '@yibao/shared/call.ts'
import type { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { yuan } from '@yibao/shared/money.ts'
import { sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import { bookedGroups } from '../groups/booked.ts'
import { reconDifference } from '../tables.ts'
import { type DayFilters, keysQuery, periodOf } from './day-list.ts'
import { isListed } from './span.ts'

type Totals = NonNullable<ResultOf<typeof reconciliation.dayTotals>['totals']>

/**
 * Reconciliation/DayTotals: what the groups of DayPaged come to, our book as it is now, from the sums of its days, and how
 * far the centre agrees. Undefined where the days are more than are listed at once: a state alone is found in longer periods.
 */
export const totalsOfDays = async (c: Context, f: DayFilters): Promise<Totals | undefined> => {
  const span = periodOf(f, c.now)
  const booked = bookedGroups(span, 'day', ({ storeId }) =>
    f.storeId ? sql`${storeId} = ${f.storeId}` : c.scope.where(storeId),
  )
  if (!isListed(span, f.storeId ?? c.me.storeId)) return undefined
  const answer = await c.db.execute(sql`
    with asked as (${keysQuery(c, f)}),
    groups as (
      select asked."storeId" as store_id, asked.day, b.settlements, b.reversals, b.total, b.fund, b.account, b.cash,
        asked.closed, d.differences, d.open
      from asked
      left join ${booked} b on b.store_id = asked."storeId" and b.day = asked.day and b.clr_optins = asked."clrOptins"
        and b.insutype = asked.insutype and b.clr_type = asked."clrType"
      left join lateral (select count(*) as differences, count(*) filter (where handled_at is null) as open
        from ${reconDifference} where group_id = asked."groupId" and not voided) d on true)
    select count(distinct (store_id, day)) as days, count(distinct (store_id, day)) filter (where not closed) as "openDays",
      sum(differences) as differences, sum(open) as open, sum(settlements) as settlements, sum(reversals) as reversals,
      sum(total) as total, sum(fund) as fund, sum(account) as account, sum(cash) as cash,
      sum(total) filter (where closed) as agreed
    from groups`)
  const [row] = rowsFrom(answer) as Record<keyof Totals, string | null>[]
  const of = (name: keyof Totals) => Number(row?.[name] ?? 0)
  const money = (name: keyof Totals) => yuan(of(name))
  return {
    ...{ days: of('days'), openDays: of('openDays'), differences: of('differences'), open: of('open') },
    ...{ settlements: of('settlements'), reversals: of('reversals'), total: money('total'), fund: money('fund') },
    ...{ account: money('account'), cash: money('cash'), agreed: money('agreed') },
  }
}
