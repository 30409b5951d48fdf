import type { InputOf } from '@yibao/shared/call.ts'
import { medicalInsurance } from '@yibao/shared/calls/medical-insurance.ts'
import { formatAmount, formatCount } from '@yibao/shared/money.ts'
import { formatDay, monthOf } from '@yibao/shared/time.ts'
import { defineReport } from '../../kit/index.ts'
import { countedOrders } from '../../orders/counted.ts'
import { AskedAreaSelect } from '../../organisation/area-select.tsx'
import { CompanyFilter } from '../../organisation/company-filter.tsx'
import { OperatorFilter } from '../../organisation/operator-filter.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'

const menuCode = 'MedicalInsuranceReport'

/** The orders of a row; none where 订单管理 cannot be narrowed to exactly them. */
const ordersOf = ({ key }: { key: string }, question: Partial<InputOf<typeof medicalInsurance.query>>) => {
  const {
    groupBy = 'insutype',
    from,
    to,
    insutype,
    medicalType,
    outFlag,
    storeId,
    areaCode,
    companyId,
    personType,
    operatorId,
  } = question
  if (
    !key ||
    !from ||
    !to ||
    areaCode ||
    companyId ||
    personType ||
    operatorId ||
    groupBy === 'personType' ||
    groupBy === 'all'
  )
    return {}
  return countedOrders(from, to, { insutype, medicalType, outFlag, storeId, [groupBy]: key })
}

/** 医保报表: people, visits and money by insurance, kind of visit and kind of person (domain.md 8.12). */
export default defineReport({
  tableId: 'medical-insurance-report',
  call: medicalInsurance.query,
  exportAs: 'medicalInsurance.query',
  printNeed: { menuCode, buttonCode: 'print' },
  empty: '这段时间没有医保结算。请放宽日期或条件',
  initial: () => ({ ...monthOf(formatDay(new Date())), groupBy: 'insutype' as const }),
  filters: [
    'from',
    'to',
    'insutype',
    'medicalType',
    { key: 'personType', more: true },
    { key: 'outFlag', more: true },
    { key: 'operatorId', more: true, input: OperatorFilter },
    { key: 'storeId', title: '门店', more: true, input: StoreFilter },
    { key: 'areaCode', title: '区划', more: true, input: AskedAreaSelect },
    { key: 'companyId', title: '公司', more: true, input: CompanyFilter },
  ],
  groupBy: 'groupBy',
  nameWidth: 220,
  figures: ['persons', 'visits', 'total', 'inScope', 'fundTotal', 'fundShare', 'average'],
  columns: [
    { key: 'persons', width: 80 },
    { key: 'visits', width: 80 },
    { key: 'settlements', width: 92 },
    { key: 'reversals', width: 92 },
    ...['total', 'fullySelfPaid', 'firstSelfPay', 'overLimit', 'inScope', 'fundTotal', 'account', 'cash'],
    { key: 'fundShare', width: 92 },
    { key: 'average', width: 92 },
  ],
  chart: { bars: ['fundTotal', 'account', 'cash'], line: 'visits', units: { bars: '元', line: '人次' } },
  sentence: ({ totals }) =>
    `${formatCount(totals.persons)} 人 ${formatCount(totals.visits)} 人次，费用总额 ${formatAmount(totals.total)} 元，基金支付 ${formatAmount(totals.fundTotal)} 元`,
  drillNeed: { menuCode: 'OrderManagement' },
  drill: ordersOf,
})
