import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { eq } from 'drizzle-orm'
import { rowsOf } from '../../database/rows.ts'
import { store } from '../organisation/tables.ts'
import { sortable } from './list.ts'
import { orderCondition } from './list-filters.ts'
import { order } from './tables.ts'
import { listColumns, rowOf } from './view.ts'

type Row = ResultOf<typeof orderCalls.paged>['items'][number]

/** Order/Paged as a stream: the same rows in the same order. */
export const orderRows = rowsOf({
  select: (c, cursor) =>
    c.db
      .select({ row: listColumns, storeName: store.name, ...cursor })
      .from(order)
      .innerJoin(store, eq(store.id, order.storeId))
      .$dynamic(),
  where: (c, filters: InputOf<typeof orderCalls.paged>) => orderCondition(c, filters),
  sortable,
  key: order.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row, storeName }): Row => rowOf(row, storeName),
})
