import { order } from '@yibao/shared/calls/order.ts'
import { orderSums } from '@yibao/shared/entities/order-totals.ts'
import { totalsOf } from '../kit/list/totals.tsx'
import { daysSaid } from './days-said.ts'

/** What all orders that match come to. */
export default totalsOf({
  call: order.totals,
  sums: orderSums,
  fields: ['orders', 'standing', 'total', 'fundTotal', 'account', 'familyAccount', 'cash'],
  none: '超过 10000 笔，没有合计：请缩短日期，或选择区划、公司、门店。',
  about: daysSaid,
})
