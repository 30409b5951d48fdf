import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { defineList, hiddenColumns, moreFilters } from '../../kit/index.ts'
import { tones as claimTones } from '../../liquidation/tones.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { groupColumn, storeColumn } from '../../reconciliation/figures/triple.tsx'
import { daysOfMonthQuery, markColumns, monthActions, monthRowActions } from '../../reconciliation/month.ts'
import { MonthReady } from '../../reconciliation/month-ready.tsx'
import { tones } from '../../reconciliation/tones.ts'
import { go } from '../../state/go.ts'

const place = { title: '门店', input: StoreFilter }
const calls = { total: monthBooks.monthTotal, check: monthBooks.monthCheck }

/** 月对账: every day of a month first, then the whole (3201 over the month), as it is claimed (domain.md 5.5). */
export default defineList({
  tableId: 'month-reconciliation',
  call: monthBooks.monthPaged,
  exportAs: 'monthBooks.monthPaged',
  printNeed: { menuCode: 'MonthReconciliation', buttonCode: 'print' },
  header: MonthReady,
  empty: '这几个月没有医保结算，也没有对过账。换个月份看看',
  initial: () => ({ from: lastMonth(), to: lastMonth() }),
  filters: [
    'from',
    'to',
    'state',
    'insutype',
    { key: 'storeId', ...place, more: true },
    ...moreFilters('clrType', 'clrOptins'),
  ],
  columns: [
    { key: 'month', width: 76 },
    storeColumn(100),
    { key: 'state', width: 100, tones },
    { key: 'days', width: 86 },
    { key: 'openDays', width: 86, render: ({ openDays }) => (openDays ? <b>{openDays}</b> : 0) },
    groupColumn(130),
    { key: 'count', width: 70 },
    { key: 'total', width: 105 },
    { key: 'claim', title: '清算申请', width: 90, tones: claimTones },
    { key: 'centreText', width: 70 },
    ...hiddenColumns({ fund: 110, account: 110, cash: 110, at: 110, operatorName: 90, ...markColumns }),
  ],
  onOpen: (row) => go(`/reconciliation/month-reconciliation-detail?${daysOfMonthQuery(row)}`),
  actions: monthActions(calls),
  // 对总账 and 标记处理, or 清算申请 and 重新对总账, at the most.
  actionsWidth: 174,
  rowActions: monthRowActions(calls),
})
