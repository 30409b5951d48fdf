import { group, integer, money } from '../field.ts'

/** Sums of a list of orders: amounts are of those that stand as settled, what was taken back is none of them. */
export const orderSums = group('合计', {
  orders: integer('订单'),
  standing: integer('已结算'),
  total: money('费用总额'),
  fundTotal: money('基金合计'),
  account: money('个人账户'),
  familyAccount: money('其中共济'),
  cash: money('现金'),
})
