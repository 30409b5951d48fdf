import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { yuan } from '@yibao/shared/money.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { summing, withinBound } from '../../database/bounded-sums.ts'
import { runKept } from '../../database/kept.ts'
import { overBound } from '../../database/over-bound.ts'
import { countBound } from '../../database/page.ts'
import { wantedOf } from './list.ts'
import { asksCountedDays, requireBounded } from './list-bounds.ts'
import { withPerson } from './list-filters.ts'
import { order } from './tables.ts'

type Totals = NonNullable<ResultOf<typeof orderCalls.totals>['totals']>

/** What the book counts of an order and nothing took back since: so also while a reversal of it is under way. */
const stands = sql.raw(`setl_id is not null and reversed_by is null`)
const sumOf = (column: string): SQL => sql`sum(${sql.raw(column)}) filter (where ${stands})`

const sums = {
  orders: sql`count(*)`,
  standing: sql`count(*) filter (where ${stands})`,
  total: sumOf('total'),
  fundTotal: sumOf('fund_total'),
  account: sumOf('account'),
  familyAccount: sumOf('family_account'),
  cash: sumOf('cash'),
}

/** Order/Totals: what the orders of a list come to; nothing where there are more than a list counts (DESIGN 10). */
export const orderTotals = async (
  c: Context,
  asked: InputOf<typeof orderCalls.totals>,
): Promise<{ totals?: Totals }> => {
  await requireBounded(c, asked)
  const f = await withPerson(c, asked)
  const days = asksCountedDays(c, f)
  const { shape, values, where } = wantedOf(c, f, 'paged', days)
  // The list beside it is counted by the same question, and may know already.
  const long = overBound(c.db, shape, values, c.now)
  if (long.known) return {}
  const found = await runKept(c.db, `${shape} totals`, values, () => {
    const { setlId, reversedBy, total, fundTotal, account, familyAccount, cash } = order
    const some = c.db
      .select({ setlId, reversedBy, total, fundTotal, account, familyAccount, cash })
      .from(order)
      .where(where())
      .limit(countBound + 1)
      .as('some')
    return summing(c.db, some, sums)
  })
  const all = withinBound(found)
  if (!all) {
    long.remember()
    return {}
  }
  const { orders, standing, ...amounts } = all
  const texts = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, yuan(amount)]))
  return { totals: { orders, standing, ...texts } as Totals }
}
