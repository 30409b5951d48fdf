import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { eq } from 'drizzle-orm'
import { rowsOf } from '../../database/rows.ts'
import { store } from '../organisation/tables.ts'
import { sortable } from './list.ts'
import { ofLastSent, orderCondition } from './list-filters.ts'
import { intent, order } from './tables.ts'
import { abnormalRowOf, listColumns, rowOf, sentColumns } from './view.ts'

type Row = ResultOf<typeof orderCalls.paged>['items'][number]

/** Order/Paged as a stream: the same rows in the same order. */
export const orderRows = rowsOf({
  select: (c, cursor) =>
    c.db
      .select({ row: listColumns, storeName: store.name, ...cursor })
      .from(order)
      .innerJoin(store, eq(store.id, order.storeId))
      .$dynamic(),
  where: (c, filters: InputOf<typeof orderCalls.paged>) => orderCondition(c, filters, 'paged'),
  sortable,
  key: order.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row, storeName }): Row => rowOf(row, storeName),
})

/** Order/AbnormalPaged as a stream: the same rows, each with the newest of what was sent for it. */
export const abnormalOrderRows = rowsOf({
  select: (c, cursor) =>
    c.db
      .select({ row: listColumns, storeName: store.name, last: sentColumns, ...cursor })
      .from(order)
      .innerJoin(store, eq(store.id, order.storeId))
      .leftJoin(intent, eq(intent.id, ofLastSent<string>(intent.id)))
      .$dynamic(),
  where: (c, filters: InputOf<typeof orderCalls.abnormalPaged>) => orderCondition(c, filters, 'abnormal'),
  sortable,
  key: order.id,
  keyOf: ({ row }) => row.id,
  // What the list's condition found is abnormal.
  wire: ({ row, storeName, last }) => abnormalRowOf(row, storeName, last ?? undefined)!,
})
