import { order } from '@yibao/shared/calls/order.ts'
import { standsSettled } from '@yibao/shared/entities/order-totals.ts'
import { lastDays } from '@yibao/shared/time.ts'
import { defineList, lateTotals, previewSlip } from '../../kit/index.ts'
import { orderTones, printable, reversible, slipKind } from '../../order-states/look.ts'
import { OrderDetail } from '../../orders/detail.tsx'
import { printMarked } from '../../orders/print-marked.ts'
import { placeFilters } from '../../organisation/place-filters.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { PersonFilter } from '../../persons/person-filter.tsx'
import { go } from '../../state/go.ts'

const Totals = lateTotals(() => import('../../orders/totals.tsx'), 7, true)

const menuCode = 'OrderManagement'
const days = 7
const sales = '/reconciliation/sale-info-detail'

/** 订单管理: every settlement of the store, its slip and its reversal (domain.md 8.7). */
export default defineList({
  tableId: 'order-management',
  call: order.paged,
  exportAs: 'order.paged',
  header: Totals,
  empty: '这段时间没有订单。请放宽日期，或到刷卡页开始结算',
  initial: () => lastDays(days),
  filters: [
    'from',
    'to',
    // The day of the books, beside the one an order was begun on.
    'settledFrom',
    'settledTo',
    { key: 'keyword', title: '查找', placeholder: '订单号、ERP 单号、结算号' },
    'name',
    { key: 'readId', title: '参保人', input: PersonFilter },
    'status',
    { key: 'insutype', more: true },
    { key: 'medicalType', more: true },
    { key: 'source', more: true },
    { key: 'outFlag', more: true },
    { key: 'insuredArea', more: true },
    { key: 'operatorName', more: true },
    { key: 'reversedFrom', more: true },
    { key: 'reversedTo', more: true },
    ...placeFilters,
    { key: 'storeId', more: true, input: StoreFilter },
    { key: 'minTotal', more: true },
    { key: 'maxTotal', more: true },
  ],
  columns: [
    { key: 'orderNo', width: 181 },
    { key: 'createdAt', width: 95, sort: true },
    { key: 'maskedName', width: 78 },
    { key: 'status', width: 92, tones: orderTones },
    { key: 'total', width: 88, sort: true },
    { key: 'fundTotal', width: 88, sort: true },
    { key: 'account', width: 88, sort: true },
    { key: 'cash', width: 88, sort: true },
    { key: 'insutype', width: 128 },
    { key: 'medicalType', width: 120, hidden: true },
    { key: 'operatorName', width: 90, hidden: true },
    { key: 'erpBill', width: 140, hidden: true },
    { key: 'setlId', width: 200, hidden: true },
    { key: 'familyAccount', width: 100, hidden: true },
    { key: 'hospitalPart', width: 100, hidden: true },
    { key: 'source', width: 90, hidden: true },
    { key: 'outFlag', width: 100, hidden: true },
    { key: 'insuredAreaName', width: 110, hidden: true },
    { key: 'balance', width: 100, hidden: true },
    { key: 'storeName', width: 180, hidden: true },
    { key: 'settledAt', width: 110, hidden: true, sort: true },
    { key: 'printed', width: 80, hidden: true },
  ],
  detail: ({ row, onClose }) => <OrderDetail input={{ id: row.id }} onClose={onClose} />,
  batch: [printMarked(menuCode)],
  counts: standsSettled,
  actions: [{ key: 'sale', text: '销售明细', run: () => go(`${sales}?f.from=${lastDays(days).from}`) }],
  rowActions: [
    {
      key: 'print',
      text: '打印',
      need: { menuCode, buttonCode: 'print' },
      shown: (row) => printable(row.status),
      run: (row, { dialogs }) =>
        previewSlip(dialogs, {
          orderId: row.id,
          kind: slipKind(row.status),
        }),
    },
    {
      key: 'reverse',
      text: '撤销结算',
      need: { menuCode, buttonCode: 'reverse' },
      danger: true,
      shown: (row) => reversible(row.status),
      run: async (row, { dialogs }) => {
        // What it asks for brings every call of the counter along.
        const { reverseOrder } = await import('../../orders/reverse-dialog.tsx')
        await reverseOrder(row, dialogs)
      },
    },
  ],
})
