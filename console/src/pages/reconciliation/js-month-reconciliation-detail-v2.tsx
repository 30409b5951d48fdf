import { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { act, defineList, hiddenColumns, type RowOf } from '../../kit/index.ts'
import { FigureState } from '../../reconciliation/figures/state.tsx'
import { groupColumn, sidesColumn, tripleColumns } from '../../reconciliation/figures/triple.tsx'
import { unavailableIn } from '../../reconciliation/figures/unavailable.tsx'
import { daysOfMonth, isAgreed } from '../../reconciliation/month.ts'
import { openOrdersOfDay, ordersOfDay } from '../../reconciliation/orders-of-day.ts'
import { go } from '../../state/go.ts'

type Row = RowOf<typeof figureBooks.monthDetail>

/** 江苏月对账明细: the days of a store's month with both sides; a day leads to its settlements (domain.md 8.7). */
export default defineList({
  tableId: 'js-month-reconciliation-detail-v2',
  call: figureBooks.monthDetail,
  exportAs: 'figureBooks.monthDetail',
  printNeed: { menuCode: 'JsMonthReconciliationV2', buttonCode: 'print' },
  header: unavailableIn('月对账明细', '/reconciliation/month-reconciliation-detail'),
  ...daysOfMonth,
  columns: [
    { key: 'day', width: 95 },
    groupColumn(130),
    { key: 'state', width: 102, render: (row) => <FigureState row={row} /> },
    sidesColumn(3),
    ...tripleColumns({ count: 60, total: 104, pool: 100, account: 100 }),
    ...tripleColumns({ aid: 90 }, { hidden: true }),
    ...tripleColumns({ cash: 96 }),
    ...hiddenColumns({ storeName: 140, centreText: 240, differences: 80, at: 110, operatorName: 90 }),
  ],
  onOpen: (row) =>
    row.state === '0' && !row.at
      ? openOrdersOfDay(row)
      : go(`/reconciliation/js-day-reconciliation-detail-v2?groupId=${row.id}`),
  rowActions: [
    act({
      key: 'total',
      text: '对总账',
      call: figureBooks.pullTotal,
      need: { menuCode: 'JsDayReconciliationV2', buttonCode: 'handle' },
      shown: (row: Row) => !isAgreed(row.state),
      input: ({ day, storeId }: Row) => ({ from: day, to: day, storeId }),
      progress: '对总账',
    }),
    ordersOfDay,
  ],
})
