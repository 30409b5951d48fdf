import { unLiquidated } from '@yibao/shared/calls/un-liquidated.ts'
import { formatAmount, formatCount } from '@yibao/shared/money.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { addMonths, daysOfMonth } from '@yibao/shared/time.ts'
import { defineReport } from '../../kit/index.ts'
import { countedOrders } from '../../orders/counted.ts'
import { AskedAreaSelect } from '../../organisation/area-select.tsx'
import { CompanyFilter } from '../../organisation/company-filter.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'

const menuCode = 'UnLiquidateReport'

/** Where a row is dealt with: 月对账 of its month and store; its settlements in 订单管理. Other groups lead nowhere. */
const placesOf = ({ key }: { key: string }, { groupBy = 'group' }: { groupBy?: string }) => {
  if (groupBy !== 'group') return {}
  const [month = '', storeId, , , insutype, reason] = key.split('/')
  const { first, last } = daysOfMonth(month)
  const asked = { 'f.from': month, 'f.to': month, 'f.storeId': storeId ?? '' }
  const toReconcile = reason === 'unchecked' || reason === 'unequal'
  const page = toReconcile ? '/reconciliation/month-reconciliation' : '/liquidation-management/liquidation'
  return { ...countedOrders(first, last, { storeId, insutype }), days: `${page}?${new URLSearchParams(asked)}` }
}

/** 未清算报表: money of closed months that is in no accepted application, why, and since when (domain.md 5.6, 8.9). */
export default defineReport({
  tableId: 'un-liquidate-report',
  call: unLiquidated.query,
  exportAs: 'unLiquidated.query',
  printNeed: { menuCode, buttonCode: 'print' },
  signatures: ['制表', '审核', '负责人'],
  empty: '没有等着清算的结算：已结束的月份都已申请，这个月结束后才会列出',
  initial: () => ({ from: addMonths(lastMonth(), -2), to: lastMonth(), groupBy: 'group' as const }),
  filters: [
    'from',
    'to',
    'reason',
    'insutype',
    { key: 'storeId', title: '门店', input: StoreFilter },
    { key: 'clrType', more: true },
    { key: 'areaCode', title: '区划', more: true, input: AskedAreaSelect },
    { key: 'companyId', title: '公司', more: true, input: CompanyFilter },
  ],
  groupBy: 'groupBy',
  nameWidth: 300,
  figures: ['settlements', 'reversals', 'total', 'fund', 'account', 'cash', 'days'],
  columns: [
    { key: 'reason', width: 110 },
    { key: 'days', width: 110 },
    { key: 'settlements', width: 92 },
    { key: 'reversals', width: 92 },
    ...['total', 'fund', 'account', 'cash'],
    { key: 'clrType', width: 100 },
  ],
  chart: { bars: ['fund', 'account', 'cash'], line: 'settlements' },
  sentence: ({ totals }) =>
    totals.settlements + totals.reversals
      ? `还有 ${formatCount(totals.settlements)} 笔结算没有清算，基金 ${formatAmount(totals.fund)} 元，最长 ${totals.days} 天`
      : '都已申请清算',
  drillNeed: { menuCode: 'OrderManagement' },
  drill: placesOf,
})
