import { group, integer, money } from '../field.ts'

/** Whether a row of a list of orders is one whose amounts `orderSums` adds up: booked at the centre, taken back by nothing. */
export const standsSettled = ({ setlId, status }: { setlId?: string | undefined; status: string }): boolean =>
  Boolean(setlId) && status !== '3' && status !== '5'

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
