import { orderInfo } from '@yibao/shared/calls/settlement-report.ts'
import { orderInfoSums } from '@yibao/shared/entities/settlement-report.ts'
import { totalsOf } from '../../../kit/list/totals.tsx'

/** What all lines that match come to, reversals taken off. */
export default totalsOf({
  call: orderInfo.totals,
  sums: orderInfoSums,
  fields: ['settlements', 'reversals', 'lines', 'amount', 'inScope'],
  none: '超过 10000 行，没有合计：请缩短日期，或选择区划、公司、门店、商品。',
})
