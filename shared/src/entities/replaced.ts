import { group, id, money, note, optional, time } from '../field.ts'

/** The settlement that a basket is kept of, once that is taken back (ux 1.4). */
export const replaced = group('原单', {
  orderId: id('订单'),
  maskedName: note('姓名'),
  settledAt: optional(time('结算时间')),
  fundTotal: money('基金合计'),
  account: money('账户支付'),
  familyAccount: money('共济支付'),
  cash: money('现金'),
})
