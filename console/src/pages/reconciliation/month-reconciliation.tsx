import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { addMonths, formatDay } from '@yibao/shared/time.ts'
import { act, defineList, hiddenColumns, type RowOf } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { tones } from '../../reconciliation/tones.ts'
import { go } from '../../state/go.ts'

type Row = RowOf<typeof monthBooks.monthPaged>
const lastMonth = () => addMonths(formatDay(new Date()).slice(0, 7), -1)
/** 平 or 已处理: it can be claimed. */
const isAgreed = (state: Row['state']) => state === '2' || state === '4'
const toLiquidation = ({ month, storeId }: { month: string; storeId?: string }) => {
  const asked = { 'f.from': month, 'f.to': month, ...(storeId && { 'f.storeId': storeId }) }
  go(`/liquidation-management/liquidation?${new URLSearchParams(asked)}`)
}
const place = { title: '门店', input: StoreFilter }
const inputs = { storeId: StoreFilter }

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
  onOpen: ({ month, storeId, insutype, openDays }) => {
    const narrowed = { month, storeId, insutype, ...(openDays > 0 && { unfinished: 'true' }) }
    const search = new URLSearchParams(Object.entries(narrowed).map(([name, value]) => [`f.${name}`, value]))
    go(`/reconciliation/month-reconciliation-detail?${search}`)
  },
  actions: [
    act({
      key: 'total',
      text: '月对总账',
      primary: true,
      call: monthBooks.monthTotal,
      form: {
        fields: ['month', 'storeId'],
        initial: () => ({ month: lastMonth() }),
        intro: '把整月的本地合计逐组与医保中心核对。每天都对平的门店才会核对；不选门店就是数据权限内的全部门店。',
        okText: '开始对账',
        cancelText: '不对账',
        inputs,
      },
      progress: '月对总账',
    }),
    act({
      key: 'check',
      text: '逐日核对',
      call: monthBooks.monthCheck,
      form: {
        fields: ['month', 'force'],
        initial: () => ({ month: lastMonth() }),
        intro:
          '把这个月还没有对平的日子逐天对总账、对明细。每天都平而整月不平时，选「已对平的日子也重新核对」找出是哪一天。',
        okText: '开始核对',
        cancelText: '不核对',
      },
      progress: '逐日核对',
    }),
    {
      key: 'liquidation',
      text: '清算申请',
      need: { menuCode: 'Liquidation' },
      run: () => toLiquidation({ month: lastMonth() }),
    },
  ],
  // One of the two at a time.
  actionsWidth: 100,
  rowActions: [
    act({
      key: 'totalOne',
      text: '对总账',
      call: monthBooks.monthTotal,
      // A month under way has no whole to compare.
      shown: ({ openDays, month, state }: Row) => openDays === 0 && month <= lastMonth() && !isAgreed(state),
      input: ({ month, storeId }: Row) => ({ month, storeId }),
      progress: '月对总账',
    }),
    act({
      key: 'checkOne',
      text: '逐日核对',
      call: monthBooks.monthCheck,
      shown: ({ openDays }: Row) => openDays > 0,
      input: ({ month, storeId }: Row) => ({ month, storeIds: [storeId] }),
      progress: '逐日核对',
    }),
    {
      key: 'liquidationOne',
      text: '清算申请',
      need: { menuCode: 'Liquidation' },
      shown: ({ state }: Row) => isAgreed(state),
      run: (row: Row) => toLiquidation(row),
    },
    act({
      key: 'totalAgain',
      text: '重新对总账',
      call: monthBooks.monthTotal,
      shown: ({ openDays, state }: Row) => openDays === 0 && isAgreed(state),
      input: ({ month, storeId }: Row) => ({ month, storeId }),
      progress: '月对总账',
    }),
  ],
})
