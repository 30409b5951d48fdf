import { orderInfo } from '@yibao/shared/calls/settlement-report.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { defineList, hiddenColumns, lateTotals, moreFilters } from '../../kit/index.ts'
import { OperatorFilter } from '../../organisation/operator-filter.tsx'
import { placeFilters } from '../../organisation/place-filters.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'

const Totals = lateTotals(() => import('./order-info-report/totals.tsx'), 5)

/** 订单信息报表: what was sold to insured persons, line by line, by goods or by pharmacists (domain.md 8.12). */
export default defineList({
  tableId: 'order-info-report',
  call: orderInfo.query,
  exportAs: 'orderInfo.query',
  rowKey: 'key',
  header: Totals,
  views: 'groupBy',
  empty: '这段时间没有符合条件的医保销售。请放宽日期或条件',
  initial: () => {
    const today = formatDay(new Date())
    return { from: `${today.slice(0, 7)}-01`, to: today, groupBy: 'line' as const }
  },
  filters: [
    // What came back counts on the day of its reversal.
    'from',
    'to',
    { key: 'goods', placeholder: '商品编码、国家码或名称' },
    'itemClass',
    ...placeFilters,
    { key: 'storeId', more: true, input: StoreFilter },
    { key: 'operatorId', more: true, input: OperatorFilter },
    ...moreFilters('name', 'listType', 'feeClass', 'prescription', 'pharmacistName'),
  ],
  columns: [
    { key: 'name', width: 180 },
    { key: 'spec', width: 110 },
    { key: 'at', width: 95, sort: true },
    // A row of sums belongs to no single order.
    { key: 'orderNo', width: 181, text: ({ orderNo, orders }) => orderNo ?? `共 ${formatCount(orders)} 单` },
    { key: 'quantity', width: 90, sort: true },
    { key: 'price', width: 85 },
    { key: 'amount', width: 95, sort: true },
    { key: 'itemClass', width: 60 },
    { key: 'selfPayRatio', width: 90 },
    { key: 'inScope', width: 95 },
    ...hiddenColumns({
      ...{
        refunded: 80,
        ownCode: 110,
        nationalCode: 200,
        producer: 180,
        lot: 95,
        unit: 60,
        listType: 100,
        feeClass: 95,
        priceLimit: 85,
      },
      ...{ prescription: 75, traceCodes: 200, prescriptionNo: 140, doctor: 90, pharmacistName: 90, storeName: 140 },
      ...{ erpBill: 140, setlId: 190, maskedName: 78, operatorName: 90, orders: 70 },
    }),
  ],
})
