import { fundPay } from '@yibao/shared/calls/fund-pay.ts'
import { fen, formatAmount } from '@yibao/shared/money.ts'
import { formatDay, monthOf } from '@yibao/shared/time.ts'
import { defineReport } from '../../kit/index.ts'
import { AskedAreaSelect } from '../../organisation/area-select.tsx'
import { CompanyFilter } from '../../organisation/company-filter.tsx'
import { OperatorFilter } from '../../organisation/operator-filter.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { ordersOf } from './fund-pay-report/orders.ts'

const menuCode = 'FundPayReport'

/** 基金支付报表: settlement money of a period by fund, as the books are compared (domain.md 8.12). */
export default defineReport({
  tableId: 'fund-pay-report',
  call: fundPay.query,
  exportAs: 'fundPay.query',
  printNeed: { menuCode, buttonCode: 'print' },
  empty: '这段时间没有医保结算。请放宽日期或条件',
  initial: () => ({ ...monthOf(formatDay(new Date())), groupBy: 'day' as const }),
  filters: [
    'from',
    'to',
    'insutype',
    'medicalType',
    'outFlag',
    { key: 'operatorId', more: true, input: OperatorFilter },
    { key: 'storeId', title: '门店', more: true, input: StoreFilter },
    { key: 'areaCode', title: '区划', more: true, input: AskedAreaSelect },
    { key: 'companyId', title: '公司', more: true, input: CompanyFilter },
  ],
  groupBy: 'groupBy',
  figures: ['settlements', 'reversals', 'total', 'fundTotal', 'account', 'cash'],
  columns: [
    { key: 'settlements', width: 92 },
    { key: 'reversals', width: 92 },
    'total',
    'fundTotal',
    'poolFund',
    'civilServant',
    'largeAmount',
    'seriousIllness',
    'enterprise',
    'medicalAid',
    'otherFund',
    'account',
    'familyAccount',
    'cash',
    { key: 'gap', width: 120 },
  ],
  chart: { bars: ['fundTotal', 'account', 'cash'], line: 'settlements' },
  sentence: ({ totals }) => {
    const share = fen(totals.total) ? Math.round((fen(totals.fundTotal) / fen(totals.total)) * 100) : 0
    return `费用总额 ${formatAmount(totals.total)} 元，基金支付 ${formatAmount(totals.fundTotal)} 元，占 ${share}%`
  },
  drillNeed: { menuCode: 'OrderManagement' },
  drill: ordersOf,
})
