import { inArray, sql } from 'drizzle-orm'
import type { Figures } from '../../../centre/operations/figures.ts'
import type { Database } from '../../../database/open.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import { countedQuery, type Span } from '../../book/query.ts'
import { acctPay } from '../../order/acct-pay.ts'
import { type GroupKey, groupColumns, keyText } from '../../order/group.ts'
import { order } from '../../order/tables.ts'
import type { AreaSettings } from '../../organisation/settings.ts'

type Convention = Pick<AreaSettings, 'cntMode' | 'refundInTotals'>

export const noFigures: Figures = { count: 0, total: 0, pool: 0, aid: 0, account: 0, cash: 0 }

interface Half extends GroupKey {
  storeId: string
  /** A day, or a month. */
  part: string
  refunded: boolean
  count: number
  total: string
  fund: string
  pool: string
  account: string
  cash: string
}

/** Where a group's figures are found in the answer of `ownFigures`. */
export const placeOf = (storeId: string, part: string, key: GroupKey): string => `${storeId}/${part}/${keyText(key)}`

const lengths = { day: 10, month: 7 } as const

/**
 * What our book holds now of some stores' groups, day by day or month by month, as their areas count (domain.md 5.2), by
 * `placeOf`. A group without business is not among them.
 */
export const ownFigures = async (
  db: Database,
  { storeIds, span, by }: { storeIds: readonly string[]; span: Span; by: keyof typeof lengths },
  conventionOf: (storeId: string) => Convention,
): Promise<Map<string, Figures>> => {
  const found = new Map<string, Figures>()
  if (!storeIds.length) return found
  const rows = countedQuery(
    span,
    inArray(order.storeId, [...storeIds]),
    ({ refunded, sign, at }) => sql`
      ${order.storeId} as store_id,
      left(to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), ${sql.raw(String(lengths[by]))}) as part,
      ${groupColumns}, ${sql.raw(String(refunded))} as refunded,
      ${sign}${order.total} as total, ${sign}${order.fundTotal} as fund, ${sign}${acctPay} as account,
      ${sign}${order.cash} as cash,
      ${sign}coalesce((${order.split}->>'poolFund')::bigint, ${order.fundTotal}) as pool`,
  )
  const answer = await db.execute(sql`
    select store_id as "storeId", part, clr_optins as "clrOptins", insutype, clr_type as "clrType", refunded,
      count(*)::int as count, sum(total)::text as total, sum(fund)::text as fund, sum(pool)::text as pool,
      sum(account)::text as account, sum(cash)::text as cash
    from ${rows} as rows group by 1, 2, 3, 4, 5, 6`)
  for (const half of rowsFrom(answer) as Half[]) {
    const { cntMode, refundInTotals } = conventionOf(half.storeId)
    if (half.refunded && !refundInTotals) continue
    const place = placeOf(half.storeId, half.part, half)
    const before = found.get(place) ?? noFigures
    found.set(place, {
      count: before.count + (half.refunded && cntMode === 'NET' ? -half.count : half.count),
      total: before.total + Number(half.total),
      pool: before.pool + Number(half.pool),
      aid: before.aid + Number(half.fund) - Number(half.pool),
      account: before.account + Number(half.account),
      cash: before.cash + Number(half.cash),
    })
  }
  return found
}
