import type { InputOf } from '@yibao/shared/call.ts'
import type { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { addDays, formatDay, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { few, isMany } from '../../database/bounded.ts'
import { store } from '../organisation/tables.ts'
import { order } from './tables.ts'

type Filters = InputOf<typeof orderCalls.paged>

/** Days of orders that are gone through at once, of all stores and of one, where there are more of them than `few`. */
const longest = { all: 31, one: 92 }

const isShort = (c: Context, [from, to]: readonly [string?, string?], days: number): boolean =>
  from !== undefined && addDays(from, days) > (to ?? formatDay(c.now))

const counted = (f: Filters) =>
  [
    [f.settledFrom, f.settledTo],
    [f.reversedFrom, f.reversedTo],
  ] as const

/** Whether some days are asked for as reports count them, few enough to be read through the index of those days. */
export const asksCountedDays = (c: Context, f: Filters): boolean =>
  counted(f).some((period) => isShort(c, period, longest.all))

/**
 * The stores in reach (`inScope`, over the store table), named one by one: the index of the counted days begins with the
 * store.
 */
export const storesNamed = (inScope: SQL | undefined): SQL =>
  sql`${order.storeId} = any(array(select ${store.id} from ${store} where ${inScope}))`

/** By the order's own time and not by its index: from there one would walk from today down to the days that are asked. */
export const byOwnTime = sql`(${order.createdAt} + interval '0')`

/** Whether more than a few orders are asked for, as far as the store, or the scope, and the beginning tell. */
const isLarge = ({ db, me, scope }: Context, { storeId, areaCode = me.areaCode, companyId, from }: Filters) =>
  isMany(
    db,
    order,
    and(
      scope.where(order.storeId, storeId),
      storeId || me.storeId || !areaCode ? undefined : eq(order.areaCode, areaCode),
      companyId ? storesNamed(eq(store.companyId, companyId)) : undefined,
      from ? gte(order.createdAt, startOfDay(from)) : undefined,
    ),
  )

/**
 * No index has names or persons, nor amounts in their order: each order of the period is looked at. So over many stores,
 * and where there are many orders, it is some days, while those of an ordinary store are few enough to go through
 * (DESIGN 10). A number finds its order by itself.
 */
export const requireBounded = async (c: Context, f: Filters): Promise<void> => {
  const isNamed = Boolean(f.name || f.operatorName || f.readId)
  const isSorted = f.sortField !== undefined && f.sortField !== 'createdAt'
  if ((!isNamed && !isSorted) || f.keyword) return
  const ofStore = f.storeId ?? c.me.storeId
  const days = ofStore ? longest.one : longest.all
  if ([[f.from, f.to] as const, ...counted(f)].some((period) => isShort(c, period, days))) return
  if ((ofStore || !isNamed) && !(await isLarge(c, f))) return
  const what = isNamed ? '按姓名、参保人或操作员一次最多查' : '按金额或结算时间排序一次最多查'
  const text = ofStore
    ? `这家门店的订单超过 ${few / 10_000} 万笔，${what} ${days} 天，请缩短日期`
    : `没有选门店时，${what} ${days} 天，请缩短日期，或选一家门店`
  refuse('input.invalid', { text }, { fields: { from: text } })
}
