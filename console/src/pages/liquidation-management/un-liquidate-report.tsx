import { unLiquidated } from '@yibao/shared/calls/un-liquidated.ts'
import { formatAmount, formatCount } from '@yibao/shared/money.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { defineReport } from '../../kit/index.ts'
import { AskedAreaSelect } from '../../organisation/area-select.tsx'
import { CompanyFilter } from '../../organisation/company-filter.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { dealtWith, placesOf } from './un-liquidate-report/settlements.ts'

const menuCode = 'UnLiquidateReport'

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
  figures: ['settlements', 'reversals', 'total', 'fund', 'account', 'cash', 'due', 'days'],
  columns: [
    { key: 'reason', width: 110 },
    { key: 'days', width: 110 },
    { key: 'settlements', width: 92 },
    { key: 'reversals', width: 92 },
    ...['total', 'fund', 'account', 'cash', 'due'],
    { key: 'clrType', width: 100 },
  ],
  chart: { bars: ['fund', 'account', 'cash'], line: 'settlements' },
  sentence: ({ totals }) =>
    totals.settlements + totals.reversals
      ? `还有 ${formatCount(totals.settlements)} 笔结算没有清算，应申报 ${formatAmount(totals.due ?? totals.fund)} 元，最长 ${totals.days} 天`
      : '都已申请清算',
  // A clerk deals with his month and has no list of all settlements.
  drillNeed: (column, row) => ({ menuCode: column === 'days' ? dealtWith(row).menuCode : 'MedicalSettlementReport' }),
  drill: placesOf,
})
