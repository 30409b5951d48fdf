import type { InputOf } from '@yibao/shared/call.ts'
import { outProvince } from '@yibao/shared/calls/out-province.ts'
import { formatAmount, formatCount } from '@yibao/shared/money.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { daysOfMonth } from '@yibao/shared/time.ts'
import { defineReport } from '../../kit/index.ts'
import { countedOrders } from '../../orders/counted.ts'
import { AskedAreaSelect } from '../../organisation/area-select.tsx'
import { CompanyFilter } from '../../organisation/company-filter.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'

const menuCode = 'MedicalOutprovinceapplyReport'

const amounts = ['settlements', 'reversals', 'total', 'inScope', 'fundTotal', 'account', 'cash'] as const

// px: all twelve stand on a counter's screen, and only longer sums than usual make the table scroll.
const counts = ['settlements', 'reversals', 'claimed', 'confirmed', 'unconfirmed']
const columns = [...amounts, 'claimed', 'claimedFund', 'confirmed', 'confirmedPaid', 'unconfirmed'].map((key) => ({
  key,
  width: counts.includes(key) ? 72 : 85,
}))

interface Row {
  key: string
  insuredArea?: string
  outFlag?: string
}

/** The orders of a row; none where 订单管理 cannot be narrowed to exactly them. */
const ordersOf = ({ key, insuredArea, outFlag }: Row, question: Partial<InputOf<typeof outProvince.query>>) => {
  const { groupBy = 'area', from = lastMonth(), to = from, storeId, insuredArea: prefix } = question
  if (!outFlag || question.areaCode || question.companyId || (groupBy === 'area' ? !insuredArea : prefix)) return {}
  const byStore = groupBy === 'store' ? key : storeId
  return countedOrders(daysOfMonth(from).first, daysOfMonth(to).last, { storeId: byStore, outFlag, insuredArea })
}

/** Whether what is shown has been applied for. */
const claimedOf = ({ claimed, settlements }: { claimed: number; settlements: number }) => {
  if (!claimed) return '还没有申请清算'
  return claimed < settlements
    ? `已申请清算 ${formatCount(claimed)} 笔，还有 ${formatCount(settlements - claimed)} 笔没有申请`
    : '都已申请清算'
}

/** 异地申报表: a month's money of persons insured elsewhere, by their area (domain.md 5.7, 8.12). */
export default defineReport({
  tableId: 'medical-outprovinceapply-report',
  call: outProvince.query,
  exportAs: 'outProvince.query',
  printNeed: { menuCode, buttonCode: 'print' },
  signatures: ['制表', '审核', '负责人'],
  empty: '这几个月没有异地参保人的医保结算。请放宽月份或条件',
  initial: () => ({ from: lastMonth(), to: lastMonth(), groupBy: 'area' as const }),
  filters: [
    'from',
    'to',
    'outFlag',
    { key: 'insuredArea', placeholder: '如 32、3205' },
    { key: 'storeId', title: '门店', more: true, input: StoreFilter },
    { key: 'areaCode', title: '区划', more: true, input: AskedAreaSelect },
    { key: 'companyId', title: '公司', more: true, input: CompanyFilter },
  ],
  groupBy: 'groupBy',
  nameWidth: 132,
  figures: [...amounts, 'claimedFund', 'confirmed', 'confirmedPaid'],
  columns,
  chart: { bars: ['fundTotal', 'account', 'cash'], line: 'settlements' },
  sentence: ({ totals }) =>
    `异地结算 ${formatCount(totals.settlements)} 笔，费用总额 ${formatAmount(totals.total)} 元，基金支付 ${formatAmount(totals.fundTotal)} 元；${claimedOf(totals)}`,
  drillNeed: { menuCode: 'OrderManagement' },
  drill: ordersOf,
})
