import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { reconDaySums } from '@yibao/shared/entities/reconciliation.ts'
import { totalsOf } from '../kit/list/totals.tsx'

/** What all groups that match come to in our book, and how far the centre agrees. */
export default totalsOf({
  call: reconciliation.dayTotals,
  sums: reconDaySums,
  fields: [
    ...['days', 'openDays', 'differences', 'open', 'settlements', 'reversals'],
    ...['total', 'agreed', 'fund', 'account', 'cash'],
  ],
  none: '没有选门店时只合计 31 天以内：请缩短日期，或选一家门店。',
  about: ({ outFlag }) => `净额：撤销已扣除，账户含共济${outFlag ? '；异地标志按组筛选，同组的结算全部计入' : ''}。`,
})
