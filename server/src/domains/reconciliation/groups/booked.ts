import { and, between, type SQL, sql } from 'drizzle-orm'
import type { Span } from '../../book/query.ts'
import { fundChange, fundDay } from '../../order/fund-tables.ts'
import { reconGroup } from '../tables.ts'

type Days = typeof fundDay | typeof fundChange

const lengths = { day: 10, month: 7 } as const

/**
 * The groups our book has business of, day by day or month by month: what `bookQuery` finds, from what its days come to
 * (fund_day) instead of from each order; but the account has what a family member's paid in it everywhere. Columns:
 * store_id, `by`, clr_optins, insutype, clr_type, settlements, reversals, and total, fund, account, family_account
 * (its part), cash in fen with reversals taken off.
 */
export const bookedGroups = (
  { from, until }: Span,
  by: keyof typeof lengths,
  where: (days: Days) => SQL | undefined,
): SQL => {
  const part = sql.identifier(by)
  const keys = sql`store_id, ${part}, clr_optins, insutype, clr_type`
  const rows = (days: Days) => sql`
    select ${days.storeId}, left(${days.day}, ${sql.raw(String(lengths[by]))}) as ${part}, ${days.clrOptins},
      ${days.insutype}, ${days.clrType}, ${days.settlements}, ${days.reversals}, ${days.total}, ${days.fundTotal},
      ${days.account}, ${days.familyAccount}, ${days.cash}
    from ${days} where ${and(between(days.day, from, until), where(days))}`
  // Two changes that cancel out leave noughts, which are no business.
  return sql`(
    select ${keys}, sum(settlements)::int as settlements, sum(reversals)::int as reversals, sum(total) as total,
      sum(fund_total) as fund, sum(account) as account,
      sum(family_account) as family_account, sum(cash) as cash
    from (${rows(fundDay)} union all ${rows(fundChange)}) as changes
    group by ${keys} having sum(settlements) <> 0 or sum(reversals) <> 0)`
}

/**
 * Business of some days that no run has looked at, group by group: what was booked after its day's last run under an
 * insurance that nobody was asked about has no group, where all others of its store may be equal. Columns: store_id, day,
 * clr_optins, insutype, clr_type.
 */
export const notCompared = (span: Span, where: (days: Days) => SQL | undefined): SQL => sql`(
  select store_id, day, clr_optins, insutype, clr_type from ${bookedGroups(span, 'day', where)} as book
  where not exists (select 1 from ${reconGroup} g where g.store_id = book.store_id and g.day = book.day
    and g.clr_optins = book.clr_optins and g.insutype = book.insutype and g.clr_type = book.clr_type))`
