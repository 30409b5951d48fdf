import { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { defineList, hiddenColumns, moreFilters } from '../../kit/index.ts'
import { tones as claimTones } from '../../liquidation/tones.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { FigureState } from '../../reconciliation/figures/state.tsx'
import { groupColumn, sidesColumn, storeColumn, tripleColumns } from '../../reconciliation/figures/triple.tsx'
import { unavailableIn } from '../../reconciliation/figures/unavailable.tsx'
import { daysOfMonthQuery, markColumns, monthActions, monthRowActions } from '../../reconciliation/month.ts'
import { go } from '../../state/go.ts'

const calls = { total: figureBooks.pullMonth, check: figureBooks.checkMonth }

/** 江苏月对账: every day of a month first, then the whole, both sides beside each other as it is claimed (domain.md 8.7). */
export default defineList({
  tableId: 'js-month-reconciliation-v2',
  call: figureBooks.monthPaged,
  exportAs: 'figureBooks.monthPaged',
  printNeed: { menuCode: 'JsMonthReconciliationV2', buttonCode: 'print' },
  header: unavailableIn('月对账', '/reconciliation/month-reconciliation'),
  empty: '这几个月没有可以两边对账的结算。换个月份看看',
  initial: () => ({ from: lastMonth(), to: lastMonth() }),
  filters: [
    'from',
    'to',
    'state',
    'insutype',
    { key: 'storeId', title: '门店', more: true, input: StoreFilter },
    ...moreFilters('clrType', 'clrOptins'),
  ],
  columns: [
    { key: 'month', width: 76 },
    storeColumn(100),
    groupColumn(114),
    { key: 'state', width: 92, render: (row) => <FigureState row={row} /> },
    sidesColumn(3),
    ...tripleColumns({ count: 60, total: 106, pool: 106, account: 106 }),
    ...tripleColumns({ aid: 106 }, { hidden: true }),
    ...tripleColumns({ cash: 100 }),
    { key: 'claim', title: '清算申请', width: 100, tones: claimTones, hidden: true },
    ...hiddenColumns({ days: 95, openDays: 95, centreText: 240, at: 110, operatorName: 90, ...markColumns }),
  ],
  onOpen: (row) => go(`/reconciliation/js-month-reconciliation-detail-v2?${daysOfMonthQuery(row)}`),
  actions: monthActions(calls),
  // 对总账 and 标记处理, or 清算申请 and 重新对总账, at the most.
  actionsWidth: 174,
  rowActions: monthRowActions(calls),
})
