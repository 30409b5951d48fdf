import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { liquidation as calls } from '@yibao/shared/calls/liquidation.ts'
import { yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { order } from '../order/tables.ts'
import { amountsOf, wireAmounts } from './amounts.ts'
import { applicationOf } from './claim.ts'
import { presentSums, wireRow } from './rows.ts'
import { noSums } from './sums.ts'
import { liquidation, liquidationFund, liquidationItem } from './tables.ts'

type Filters = InputOf<typeof calls.settlements>

/** Liquidation/Settlements, the oldest first: what the application was made of, with the amounts of then. */
export const claimedRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({
        item: liquidationItem,
        ...{ setlId: order.setlId, reversalSetlId: order.reversalSetlId, orderNo: order.orderNo },
        ...{ maskedName: order.maskedName, insutype: order.insutype },
        ...cursor,
      })
      .from(liquidationItem)
      .innerJoin(liquidation, eq(liquidation.id, liquidationItem.liquidationId))
      .innerJoin(order, eq(order.id, liquidationItem.orderId))
      .$dynamic(),
  where: (c, { id }) => and(eq(liquidationItem.liquidationId, id), c.scope.where(liquidation.storeId)),
  sortable: { at: liquidationItem.at },
  direction: 'ascend',
  key: sql`(${liquidationItem.orderId} || case when ${liquidationItem.refunded} then '-r' else '' end)`,
  keyOf: ({ item }) => `${item.orderId}${item.refunded ? '-r' : ''}`,
  wire: ({
    item,
    setlId,
    reversalSetlId,
    orderNo,
    maskedName,
    insutype,
  }): ResultOf<typeof calls.settlements>['items'][number] => ({
    key: `${item.orderId}${item.refunded ? '-r' : ''}`,
    ...{ at: formatTime(item.at), refunded: item.refunded ? '1' : '0', orderNo, maskedName, insutype: insutype ?? '-' },
    setlId: (item.refunded ? reversalSetlId : null) ?? setlId ?? '',
    ...{ total: yuan(item.total), recognised: yuan(item.recognised), fund: yuan(item.fund) },
    ...{ account: yuan(item.account), cash: yuan(item.cash) },
  }),
})

/** Liquidation/Detail: an application beside our books of then and now and what the centre holds. */
export const detailOf = async (c: Context, id: string): Promise<ResultOf<typeof calls.detail>> => {
  const found = await applicationOf(c, id)
  const { one, shop } = found
  const now = (await presentSums(c, [one])).get(id)
  const funds = await c.db
    .select()
    .from(liquidationFund)
    .where(eq(liquidationFund.liquidationId, id))
    .orderBy(asc(liquidationFund.fund))
  return {
    ...wireRow(c, found, now),
    ...{ fixmedinsCode: shop.fixmedinsCode, fixmedinsName: shop.fixmedinsName || shop.name },
    ...{ settled: one.settled, reversed: one.reversed },
    book: wireAmounts(amountsOf(one, one)),
    now: wireAmounts(amountsOf(now ?? noSums(), one)),
    centreTotal: one.centreTotal === null ? undefined : yuan(one.centreTotal),
    centreFund: one.centreFund === null ? undefined : yuan(one.centreFund),
    funds: funds.map(({ fund, clearingId, applied, deducted, reserved, paid }) => ({
      ...{ fund, clearingId, applied: yuan(applied), deducted: yuan(deducted) },
      ...{ reserved: yuan(reserved), paid: yuan(paid) },
    })),
  }
}
