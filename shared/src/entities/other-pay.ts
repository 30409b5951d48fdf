import { choice, code, dict, flag, group, id, list, money, note, optional, text, time } from '../field.ts'
import { orderStatus } from './settlement.ts'

/** Dictionary of our own: what besides the insurance pays. An area adds to it in 字典管理. */
export const payKindType = 'order_pay_kind'

/** Code of family mutual aid in it: the settlement says it, nobody types it. */
export const familyKind = '09'

/** 09 aside, what the dictionary starts with; an ERP names its kinds by these. */
export const payKinds: Readonly<Record<string, string>> = {
  '01': '现金',
  '02': '微信支付',
  '03': '支付宝',
  '04': '银行卡',
  '05': '聚合支付',
  '06': '商业保险',
  '07': '惠民保',
  '08': '优惠券',
  [familyKind]: '家庭共济',
  '99': '其他',
}

/**
 * How far what is due of an order was collected; of one that was reversed, how far it was given back. Made in one place,
 * the column `state` of order_collection.
 */
export const collectState = choice('收款状态', {
  none: '无需收款',
  due: '待收',
  part: '部分已收',
  full: '已收齐',
  over: '多收',
  back: '待退',
  backPart: '部分已退',
  backFull: '已退清',
})

/** Who told of a payment. */
export const paySource = choice('来源', { erp: 'ERP', hand: '手工', centre: '医保结算' })

export const payKind = dict('支付方式', payKindType)
/** What a person may write a payment as. */
export const paidKind = dict('支付方式', payKindType, [familyKind])
const sums = { paid: money('已收'), refunded: money('已退') }

/** An order with what is collected of it. `due` is nothing once the order does not stand any more. */
export const collectRow = group('其他支付订单', {
  ...{ orderId: id('订单编号'), orderNo: code('订单号'), setlId: note('结算号'), erpBill: note('ERP单号') },
  ...{ storeId: id('门店编号'), storeName: text('门店'), maskedName: note('姓名') },
  at: time('结算时间'),
  due: money('应收现金'),
  familyAccount: money('家庭共济'),
  ...sums,
  /** due − paid + refunded: below zero it has to be given back. */
  open: money('未结'),
  kinds: note('支付方式'),
  payNos: note('支付流水号'),
  paidAt: optional(time('支付时间')),
  refundedAt: optional(time('退款时间')),
  state: collectState,
  operators: note('收款员'),
})

const gone = {
  /** Taken off again, and stays here so that it can be read. */
  removed: flag('已取消'),
  removedAt: optional(time('取消时间')),
  removedBy: note('取消人'),
  removedReason: note('取消原因'),
}

/** Money that went back of a payment. */
const refundRow = group('退款', {
  ...{ id: id('编号'), amount: money('退款金额'), refundNo: note('退款流水号'), at: time('退款时间') },
  ...{ operator: note('经办人'), approvedBy: note('授权人'), reason: note('退款原因'), source: paySource },
  ...gone,
})

/** What somebody paid of an order. */
const paymentRow = group('付款', {
  ...{ id: id('编号'), kind: payKind, kindName: text('支付方式'), amount: money('付款金额') },
  ...{ payNo: note('支付流水号'), at: time('支付时间'), operator: note('收款员'), source: paySource },
  /** What may still go back of it. */
  refundable: money('可退'),
  refunds: list(refundRow),
  ...gone,
})

/** One order with all its payments. */
export const collectDetail = group('其他支付订单', {
  ...collectRow.shape,
  orderStatus,
  payments: list(paymentRow),
  /** A refund needs a second person here, as a reversal does. */
  needsApproval: flag('退款需授权'),
})

/** Of all that matches: what was to be collected, what came, what went back, and what is left either way. */
export const collectSums = group('合计', {
  ...{ due: money('应收现金'), ...sums, toCollect: money('待收'), toReturn: money('待退') },
})

const payNo = code('支付流水号', { max: 64 })
const billNo = text('ERP单号', { max: 60 })
const ofBill = {
  billNo,
  /** Which settlement, where a bill was settled again after its reversal; without it the one that stands. */
  setlId: optional(code('结算号', { max: 30 })),
  kind: payKind,
  payNo,
}
const operator = text('收款员', { max: 50 })

/** Rows of one call of an ERP, of each list. */
const most = 500

export const collectReportRows = {
  payments: optional(
    list(group('付款', { ...ofBill, amount: money('付款金额'), paidAt: time('支付时间'), operator }), '付款', {
      max: most,
    }),
  ),
  refunds: optional(
    list(
      group('退款', {
        ...{ ...ofBill, refundNo: code('退款流水号', { max: 64 }), amount: money('退款金额') },
        ...{ refundedAt: time('退款时间'), operator, reason: optional(note('退款原因', { max: 200 })) },
      }),
      '退款',
      { max: most },
    ),
  ),
}

/** What became of a row: in the book, with how its order stands now, or why not. */
export const collectReportAnswer = group('结果', {
  list: choice('类型', { payments: '付款', refunds: '退款' }),
  /** payNo of a payment, refundNo of a refund. */
  no: code('流水号', { max: 64 }),
  ok: flag('已接收'),
  state: optional(collectState),
  text: note('说明'),
})
