import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { callServer } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { defineList, hiddenColumns } from '../../kit/index.ts'
import { daysOfMonth, isAgreed } from '../../reconciliation/month.ts'
import { ordersOfDay } from '../../reconciliation/orders-of-day.ts'
import { tones } from '../../reconciliation/tones.ts'
import { go } from '../../state/go.ts'

/** 月对账明细: the days of a store's month by group; a day leads to its bench, or to the settlements behind it. */
export default defineList({
  tableId: 'month-reconciliation-detail',
  call: monthBooks.monthDays,
  exportAs: 'monthBooks.monthDays',
  printNeed: { menuCode: 'MonthReconciliation', buttonCode: 'print' },
  ...daysOfMonth,
  columns: [
    { key: 'day', width: 105 },
    { key: 'storeName', width: 150 },
    { key: 'insutype', width: 160 },
    { key: 'state', width: 110, tones },
    { key: 'differences', width: 85 },
    { key: 'open', width: 80, render: ({ open }) => (open ? <b>{open}</b> : 0) },
    { key: 'count', width: 85 },
    { key: 'total', width: 110 },
    ...hiddenColumns({ fund: 110, account: 110, cash: 110, clrType: 95, clrOptins: 100 }),
  ],
  onOpen: ({ id, day, storeId }) =>
    go(`/reconciliation/day-reconciliation-detail?groupId=${id}&day=${day}&storeId=${storeId}`),
  rowActions: [
    {
      key: 'total',
      text: '对总账',
      need: { menuCode: 'DayReconciliation', buttonCode: 'handle' },
      shown: (row) => !isAgreed(row.state),
      run: async (row) => {
        const { groups, equal, unequal } = await callServer(reconciliation.total, {
          day: row.day,
          storeId: row.storeId,
        })
        ui().success(`${groups.length} 组 · ${equal} 平 · ${unequal} 不平`)
      },
    },
    ordersOfDay,
  ],
})
