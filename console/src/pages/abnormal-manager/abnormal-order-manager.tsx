import { order } from '@yibao/shared/calls/order.ts'
import { defineList, hiddenColumns, moreFilters, type RowOf } from '../../kit/index.ts'
import { adviceOf } from '../../order-states/abnormal.ts'
import { orderTones, reversible } from '../../order-states/look.ts'
import { abnormalActions } from '../../orders/abnormal-actions.ts'
import { OrderDetail } from '../../orders/detail.tsx'
import { recheckMarked } from '../../orders/recheck-marked.ts'
import { voidOf } from '../../orders/row-actions.ts'
import { placeFilters } from '../../organisation/place-filters.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { PersonFilter } from '../../persons/person-filter.tsx'
import { useMe } from '../../state/me.ts'

const menuCode = 'AbnormalOrderManager'
const OPEN = new Set(['0', '1'])
// A guest of /forwarding, whose rows are masked, is refused what asks of a person.
const isSignedIn = () => useMe.getState().me?.user.guest === false
type Row = RowOf<typeof order.abnormalPaged>

/** 异常订单: settlements that need a person or are being asked for at the centre (domain.md 8.10, DESIGN 7). */
export default defineList({
  tableId: 'abnormal-order-manager',
  call: order.abnormalPaged,
  exportAs: 'order.abnormalPaged',
  empty: '没有异常订单',
  refreshEvery: 30_000,
  filters: [
    'kind',
    'from',
    'to',
    { key: 'keyword', title: '查找', placeholder: '订单号、ERP 单号、结算号' },
    { key: 'name', more: true, shown: isSignedIn },
    { key: 'readId', title: '参保人', more: true, input: PersonFilter, shown: isSignedIn },
    ...placeFilters,
    { key: 'storeId', title: '门店', more: true, input: StoreFilter },
    ...moreFilters('status', 'insutype', 'medicalType', 'source', 'outFlag', 'insuredArea', 'minTotal', 'maxTotal'),
    ...moreFilters('minAttempts', 'operatorName'),
  ],
  columns: [
    { key: 'orderNo', width: 181 },
    { key: 'createdAt', width: 95, sort: true },
    { key: 'maskedName', width: 78 },
    {
      key: 'abnormal.kind',
      width: 122,
      tones: {
        unknown: 'warn',
        reversalUnknown: 'warn',
        amount: 'harm',
        erpMissing: 'warn',
        duplicate: 'harm',
        reversedHere: 'harm',
      },
    },
    { key: 'status', width: 92, tones: orderTones },
    { key: 'total', width: 88, sort: true },
    { key: 'fundTotal', width: 100, hidden: true, sort: true },
    { key: 'account', width: 100, hidden: true, sort: true },
    { key: 'cash', width: 100, hidden: true, sort: true },
    { key: 'abnormal.attempts', width: 90, hidden: true },
    { key: 'abnormal.nextAttemptAt', width: 98, hidden: true },
    { key: 'abnormal.needsPerson', width: 74, tones: { true: 'harm' } },
    { key: 'abnormal.lastError', width: 82, hidden: true },
    {
      key: 'abnormal',
      title: '下一步',
      width: 130,
      text: (row) => adviceOf(row)?.[1] ?? '--',
      exports: ['abnormal.needsPerson', 'abnormal.lastError'],
    },
    ...hiddenColumns({ 'abnormal.msgidTail': 86, insutype: 128, medicalType: 120, source: 90, outFlag: 100 }),
    ...hiddenColumns({ insuredAreaName: 110, hospitalPart: 100 }),
    { key: 'settledAt', width: 110, hidden: true, sort: true },
    { key: 'erpBill', width: 140, hidden: true },
    { key: 'setlId', width: 200, hidden: true },
    { key: 'operatorName', width: 90, hidden: true },
    { key: 'storeName', width: 180, hidden: true },
  ],
  detail: ({ row, onClose }) => <OrderDetail input={{ id: row.id }} onClose={onClose} />,
  batch: [recheckMarked],
  // 绑定 ERP 单, the longest, has Latin letters in it.
  actionsWidth: 172,
  rowActions: [
    ...abnormalActions,
    {
      key: 'reverse',
      text: '撤销',
      danger: true,
      need: { menuCode, buttonCode: 'reverse' },
      shown: (row) => reversible(row.status),
      run: async (row, { dialogs }) => {
        // What it asks for brings every call of the counter along.
        const { reverseOrder } = await import('../../orders/reverse-dialog.tsx')
        await reverseOrder(row, dialogs)
      },
    },
    voidOf<Row>(({ status }) => OPEN.has(status), '没有结算，没有扣款'),
  ],
})
