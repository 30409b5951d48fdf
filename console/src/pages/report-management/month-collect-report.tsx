import { monthCollect } from '@yibao/shared/calls/month-collect.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { defineReport } from '../../kit/index.ts'
import { AskedAreaSelect } from '../../organisation/area-select.tsx'
import { CompanySelect } from '../../organisation/company-select.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { monthsOf } from './month-collect-report/months.ts'

const menuCode = 'MonthCollectReport'

/** 月汇总表: a row for each store and month, its money and how far its days are reconciled (domain.md 8.12). */
export default defineReport({
  tableId: 'month-collect-report',
  call: monthCollect.query,
  exportAs: 'monthCollect.query',
  printNeed: { menuCode, buttonCode: 'print' },
  signatures: ['制表', '审核', '负责人'],
  empty: '这几个月没有医保结算。请放宽月份或条件',
  initial: () => ({ from: lastMonth(), to: lastMonth(), groupBy: 'storeMonth' as const }),
  filters: [
    'from',
    'to',
    { key: 'storeId', title: '门店', input: StoreFilter },
    { key: 'areaCode', title: '区划', more: true, input: AskedAreaSelect },
    { key: 'companyId', title: '公司', more: true, input: CompanySelect },
  ],
  groupBy: 'groupBy',
  nameWidth: 220,
  figures: ['settlements', 'reversals', 'total', 'fundTotal', 'account', 'cash', 'openDays'],
  columns: [
    { key: 'businessDays', width: 118 },
    { key: 'closedDays', width: 118 },
    { key: 'openDays', width: 118 },
    { key: 'settlements', width: 92 },
    { key: 'reversals', width: 92 },
    ...['total', 'fundTotal', 'poolFund', 'civilServant', 'largeAmount', 'seriousIllness', 'enterprise'],
    ...['medicalAid', 'otherFund', 'account', 'familyAccount', 'cash', 'due', 'applied', 'paid'],
  ],
  chart: { bars: ['fundTotal', 'account', 'cash'], line: 'settlements' },
  sentence: ({ totals }) =>
    `费用总额 ${formatAmount(totals.total)} 元，基金支付 ${formatAmount(totals.fundTotal)} 元；${totals.openDays ? `还有 ${totals.openDays} 天未对平` : '每天都已对平'}`,
  drillNeed: { menuCode: 'MonthReconciliation' },
  drill: monthsOf,
})
