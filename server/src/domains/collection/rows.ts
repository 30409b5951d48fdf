import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { otherPay as calls } from '@yibao/shared/calls/other-pay.ts'
import { familyKind } from '@yibao/shared/entities/other-pay.ts'
import { yuan } from '@yibao/shared/money.ts'
import { addDays, startOfDay } from '@yibao/shared/time.ts'
import { and, arrayContains, eq, gt, gte, ilike, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { inReach } from '../../call/reach.ts'
import { requireDays } from '../../database/bounded.ts'
import { summing, withinBound } from '../../database/bounded-sums.ts'
import { like } from '../../database/like.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { numbered } from '../order/list-filters.ts'
import { order } from '../order/tables.ts'
import { store } from '../organisation/tables.ts'
import { wireBook } from './read.ts'
import { type CollectState, orderCollection, orderPayment, orderRefund, toReturn } from './tables.ts'

type Filters = InputOf<typeof calls.paged>
type Sums = NonNullable<ResultOf<typeof calls.paged>['totals']>

/** Written out, so that the planner sees whether the small index of what is unusual holds it. */
const stateIs = (state: CollectState): SQL => sql`${orderCollection.state} = ${sql.raw(`'${state}'`)}`

/** By the number of a payment or of a refund, one that was taken off again too: somebody has it on a paper. */
const paidUnder = (c: Context, no: string): SQL => {
  const paid = c.db.select({ id: orderPayment.orderId }).from(orderPayment).where(eq(orderPayment.payNo, no))
  const back = c.db.select({ id: orderRefund.orderId }).from(orderRefund).where(eq(orderRefund.refundNo, no))
  return inArray(orderCollection.orderId, paid.unionAll(back))
}

/** Orders by a slip or a bill, looked up where they stand: a second set of indexes here would cost every settlement. */
const ordersOf = (c: Context, no: string) => c.db.select({ id: order.id }).from(order).where(numbered(no))

/** The orders in reach from the first day that is asked for. */
const placeOf = (c: Context, { storeId, from }: Filters): SQL | undefined =>
  and(inReach(c, orderCollection, storeId), from ? gte(orderCollection.at, startOfDay(from)) : undefined)

/** What OtherPay/Paged asks, scope included. */
const conditionOf = (c: Context, f: Filters): SQL | undefined =>
  and(
    placeOf(c, f),
    f.to ? lt(orderCollection.at, startOfDay(addDays(f.to, 1))) : undefined,
    f.state ? stateIs(f.state) : undefined,
    f.left ? (f.left === 'giveBack' ? toReturn : gt(orderCollection.open, 0)) : undefined,
    f.kind === familyKind ? ne(orderCollection.familyAccount, 0) : undefined,
    f.kind && f.kind !== familyKind ? arrayContains(orderCollection.kinds, [f.kind]) : undefined,
    f.payNo ? paidUnder(c, f.payNo) : undefined,
    f.operator ? ilike(orderCollection.operators, like(f.operator)) : undefined,
    f.keyword ? inArray(orderCollection.orderId, ordersOf(c, f.keyword)) : undefined,
  )

/** OtherPay/Paged, the newest settlement first. */
export const collectRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({ one: orderCollection, storeName: store.name, ...cursor })
      .from(orderCollection)
      .innerJoin(store, eq(store.id, orderCollection.storeId))
      .$dynamic(),
  where: async (c, f) => {
    const what = [
      f.sortField !== undefined && f.sortField !== 'at' && '金额排序',
      f.operator && '收款员',
      f.kind && '支付方式',
    ].find(Boolean)
    if (what && !f.keyword && !f.payNo)
      await requireDays(c, f, { table: orderCollection, place: placeOf(c, f), rows: '订单', what })
    return conditionOf(c, f)
  },
  sortable: { at: orderCollection.at, due: orderCollection.due, paid: orderCollection.paid },
  key: orderCollection.orderId,
  keyOf: ({ one }) => one.orderId,
  wire: ({ one, storeName }) => wireBook(one, storeName),
})

/** Orders that are summed at most: a chain's month is, a year of everything is not. */
const summed = 200_000

/** Sums of all that matches, one narrow row for each order; undefined where there are too many. */
const totalsOf = async (c: Context, f: Filters): Promise<Sums | undefined> => {
  const { due, paid, refunded, open } = orderCollection
  const some = c.db
    .select({ due, paid, refunded, open })
    .from(orderCollection)
    .where(conditionOf(c, f))
    .limit(summed + 1)
    .as('some')
  const query = summing(c.db, some, {
    ...{ due: sql`sum(${some.due})`, paid: sql`sum(${some.paid})`, refunded: sql`sum(${some.refunded})` },
    ...{ toCollect: sql`sum(greatest(${some.open}, 0))`, toReturn: sql`sum(greatest(-${some.open}, 0))` },
  })
  const sums = withinBound(await query, summed)
  return sums && (Object.fromEntries(Object.entries(sums).map(([name, amount]) => [name, yuan(amount)])) as Sums)
}

/** A page of the orders with the sums of all that match. */
export const pagedCollections = async (c: Context, f: Filters) => {
  const [rows, totals] = await Promise.all([collectRows.page(c, f), totalsOf(c, f)])
  return { ...rows, totals }
}
