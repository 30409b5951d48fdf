import { liquidationReport } from '@yibao/shared/calls/liquidation-report.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { defineReport } from '../../kit/index.ts'
import { AskedAreaSelect } from '../../organisation/area-select.tsx'
import { CompanyFilter } from '../../organisation/company-filter.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { fundsOf } from './liquidation-report/funds.ts'

const menuCode = 'LiquidationReport'

/** 清算报表: applications, what was deducted, kept back and paid, for the finance department (domain.md 8.12). */
export default defineReport({
  tableId: 'liquidation-report',
  call: liquidationReport.query,
  exportAs: 'liquidationReport.query',
  printNeed: { menuCode, buttonCode: 'print' },
  signatures: ['制表', '审核', '财务负责人'],
  empty: '这几个月没有中心收到的清算申请。请放宽月份；未申请、已驳回、已撤销的，请按申请状态查询',
  initial: () => ({ from: addMonths(lastMonth(), -2), to: lastMonth(), groupBy: 'application' as const }),
  filters: [
    'from',
    'to',
    'state',
    { key: 'storeId', title: '门店', input: StoreFilter },
    { key: 'clrType', more: true },
    { key: 'clrOptins', more: true },
    { key: 'areaCode', title: '区划', more: true, input: AskedAreaSelect },
    { key: 'companyId', title: '公司', more: true, input: CompanyFilter },
  ],
  groupBy: 'groupBy',
  nameWidth: 220,
  figures: ['applications', 'total', 'fund', 'deducted', 'reserved', 'paid', 'unpaid'],
  columns: [
    { key: 'state', width: 110 },
    { key: 'applications', width: 92 },
    { key: 'persons', width: 92 },
    ...['total', 'fund', 'deducted', 'reserved', 'paid', 'unpaid'],
    { key: 'appliedOn', width: 105 },
    { key: 'paidMonth', width: 92 },
    { key: 'days', width: 80 },
    { key: 'clrOptins', width: 95 },
    { key: 'clrType', width: 100 },
  ],
  chart: { bars: ['paid', 'unpaid', 'deducted', 'reserved'], line: 'persons', units: { bars: '元', line: '人次' } },
  sentence: ({ totals }) =>
    `申报 ${formatAmount(totals.fund)} 元，已拨付 ${formatAmount(totals.paid)} 元，未拨付 ${formatAmount(totals.unpaid)} 元`,
  drillNeed: { menuCode: 'FundLiquidation' },
  drill: fundsOf,
})
