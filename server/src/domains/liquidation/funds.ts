import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { liquidation as calls } from '@yibao/shared/calls/liquidation.ts'
import { yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, between, eq } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { store } from '../organisation/tables.ts'
import { monthsOf } from './rows.ts'
import { liquidation, liquidationFund } from './tables.ts'

type Filters = InputOf<typeof calls.fundPaged>
type Row = ResultOf<typeof calls.fundPaged>['items'][number]

/** Liquidation/FundPaged, the newest month first. */
export const fundRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({ fund: liquidationFund, one: liquidation, storeName: store.name, ...cursor })
      .from(liquidationFund)
      .innerJoin(liquidation, eq(liquidation.id, liquidationFund.liquidationId))
      .innerJoin(store, eq(store.id, liquidation.storeId))
      .$dynamic(),
  where: (c, f) => {
    const { from, to } = monthsOf(f, c.now)
    return and(
      c.scope.where(liquidation.storeId, f.storeId),
      f.liquidationId ? eq(liquidation.id, f.liquidationId) : between(liquidation.month, from, to),
      f.fund ? eq(liquidationFund.fund, f.fund) : undefined,
      f.state ? eq(liquidation.state, f.state) : undefined,
    )
  },
  sortable: {
    month: liquidation.month,
    storeName: store.pinyin,
    fund: liquidationFund.fund,
    applied: liquidationFund.applied,
    paid: liquidationFund.paid,
  },
  key: liquidationFund.id,
  keyOf: ({ fund }) => fund.id,
  wire: ({ fund, one, storeName }): Row => ({
    ...{ id: fund.id, liquidationId: one.id, clearingId: fund.clearingId, fund: fund.fund, month: one.month },
    ...{ storeName, clrOptins: one.clrOptins, clrType: one.clrType || undefined, state: one.state },
    ...{ applied: yuan(fund.applied), deducted: yuan(fund.deducted), reserved: yuan(fund.reserved) },
    ...{ paid: yuan(fund.paid), paidMonth: one.paidMonth || undefined },
    queriedAt: one.queriedAt ? formatTime(one.queriedAt) : undefined,
  }),
})
