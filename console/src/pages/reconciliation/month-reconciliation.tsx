import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { defineList, hiddenColumns } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { daysOfMonthQuery, lastMonth, monthActions, monthRowActions } from '../../reconciliation/month.ts'
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
  empty: '这几个月没有医保结算，也没有对过账。换个月份看看',
  initial: () => ({ from: lastMonth(), to: lastMonth() }),
  filters: [
    'from',
    'to',
    'state',
    'insutype',
    { key: 'storeId', ...place, more: true },
    { key: 'clrType', more: true },
  ],
  columns: [
    { key: 'month', width: 80 },
    { key: 'storeName', width: 140 },
    { key: 'state', width: 100, tones },
    { key: 'days', width: 95 },
    { key: 'openDays', width: 95, render: ({ openDays }) => (openDays ? <b>{openDays}</b> : 0) },
    { key: 'insutype', width: 140 },
    { key: 'count', width: 85 },
    { key: 'total', width: 110 },
    { key: 'centreText', width: 140 },
    ...hiddenColumns({ fund: 110, account: 110, cash: 110, clrType: 95, clrOptins: 100, at: 110, operatorName: 90 }),
  ],
  onOpen: (row) => go(`/reconciliation/month-reconciliation-detail?${daysOfMonthQuery(row)}`),
  actions: monthActions(calls),
  // One of the two at a time.
  actionsWidth: 100,
  rowActions: monthRowActions(calls),
})
