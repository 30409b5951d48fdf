import type { ErrorText } from './error-text.ts'

/** Refusals of 其他支付: what was collected besides the insurance (errors.ts). */
export const otherPayErrors = {
  'otherPay.unsettled': {
    status: 409,
    error: '订单{orderNo}是「{state}」，还没有医保结算，没有登记付款',
    tips: '结算成功后再登记；结果未知的先核实',
  },
  'otherPay.amount': { status: 400, error: '{what}应大于 0', tips: '请核对金额' },
  'otherPay.kind': { status: 400, error: '没有支付方式 {kind}', tips: '可用的支付方式在「字典管理」的 order_pay_kind' },
  'otherPay.family': {
    status: 400,
    error: '家庭共济由医保结算给出，不能登记',
    tips: '只登记顾客在医保之外付的钱',
  },
  'otherPay.later': { status: 400, error: '{what}晚于现在', tips: '请核对时间' },
  'otherPay.taken': {
    status: 409,
    error: '支付流水号 {payNo} 已登记在订单 {orderNo}，金额 {amount}',
    tips: '一笔付款只能登记一次。登记错的，先在那张订单取消登记',
  },
  'otherPay.refunded': {
    status: 409,
    error: '这笔付款已有退款 {amount}，不能取消登记',
    tips: '退款也登记错的，先取消退款',
  },
  'otherPay.removed': { status: 409, error: '这笔登记已被{by}取消', tips: '请刷新后查看' },
  'otherPay.over': {
    status: 409,
    error: '退款 {amount} 多于还可退的 {left}，没有登记',
    tips: '可能刚有人登记了退款。请刷新，核对后再退',
  },
  'otherPay.air': {
    status: 409,
    error: '这笔订单的撤销结果还不知道，没有登记退款',
    tips: '先不要退钱。按「重新查询」核实，已撤销后再退',
  },
  'otherPay.refundNo': {
    status: 409,
    error: '退款流水号 {refundNo} 已登记',
    tips: '一笔退款只能登记一次，请核对流水号',
  },
  'otherPay.payment': { status: 409, error: '没有登记这笔付款', tips: '先上报付款，再上报退款' },
  'otherPay.bill': { status: 409, error: '没有单据 {billNo} 的医保订单', tips: '请核对单据号和门店编号' },
  'otherPay.empty': { status: 400, error: '没有要上报的付款或退款' },
} as const satisfies Record<string, ErrorText>
