import { addDays, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { order } from '../order/tables.ts'
import { notCompared } from '../reconciliation/groups/booked.ts'
import { reconGroup } from '../reconciliation/tables.ts'

interface Period {
  from: string
  to: string
}

/** Written out, as the index is that holds them. */
const inAir = sql.raw(`state in ('settling','reversing','unknown')`)

const openOrders = (c: Context, { from, to }: Period): Promise<number> => {
  const within = and(gte(order.createdAt, startOfDay(from)), lt(order.createdAt, startOfDay(addDays(to, 1))))
  return c.db.$count(order, and(c.scope.where(order.storeId), inAir, within))
}

/** Stores with business of a day that no run has compared since it was over. */
const openStores = async (c: Context, day: string): Promise<number> => {
  const { storeId, state, at } = reconGroup
  const open = or(inArray(state, ['0', '1', '5']), lt(at, startOfDay(addDays(day, 1))))
  const missing = notCompared({ from: day, until: day }, (days) => c.scope.where(days.storeId))
  const found = await c.db.execute(sql`
    select count(*)::int as stores from (
      select store_id from ${missing} as book
      union select ${storeId} from ${reconGroup} where ${and(c.scope.where(storeId), eq(reconGroup.day, day), open)}
    ) as open`)
  return rowsFrom<{ stores: number }>(found)[0]!.stores
}

/**
 * What of a period may still change in the recipient's stores, in words; '' where all of it is known. A report that is made
 * before the night has compared its last day (jobs/reconcile.ts) has numbers that another one has not an hour later.
 */
export const unfinishedText = async (c: Context, period: Period): Promise<string> => {
  const orders = await openOrders(c, period)
  const stores = await openStores(c, period.to)
  const open = [
    orders && `${orders} 笔结算或撤销还没有结果`,
    stores && `${stores} 家门店 ${period.to} 还没有对账`,
  ].filter(Boolean)
  return open.length ? `注意：${open.join('，')}，数字之后可能变化，办完后请再打开报表核对。` : ''
}
