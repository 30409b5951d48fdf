import * as z from 'zod/mini'
import { get, pageOf, paging, post } from '../call.ts'
import {
  collectDetail,
  collectReportAnswer,
  collectReportRows,
  collectRow,
  collectState,
  collectSums,
  paidKind,
  payKind,
} from '../entities/other-pay.ts'
import { choice, code, day, id, list, money, note, optional, text, time } from '../field.ts'
import { otherPayPaths } from './paths.ts'

const page = { menu: 'OrderOtherpayManagement', scope: 'store' } as const
const change = { ...page, button: 'edit' } as const

/** 其他支付订单: what the insurance left to pay, whether it was collected, and whether it went back (domain.md 4.4, 8.7). */
export const otherPay = {
  paged: get(otherPayPaths.paged, {
    ...page,
    title: '其他支付订单',
    input: {
      ...paging,
      from: optional(day('结算日期起')),
      to: optional(day('结算日期止')),
      storeId: optional(id('门店')),
      keyword: optional(note('订单号/ERP单号/结算号', { max: 60 })),
      kind: optional(payKind),
      payNo: optional(code('支付/退款流水号', { max: 64 })),
      state: optional(collectState),
      left: optional(choice('还差', { collect: '还要收', giveBack: '还要退' })),
      operator: optional(note('收款员', { max: 50 })),
    },
    // Without totals more orders match than are summed.
    result: z.object({ ...pageOf(collectRow).shape, totals: optional(collectSums) }),
  }),
  get: get(otherPayPaths.get, {
    menu: ['OrderOtherpayManagement', 'OrderManagement'],
    scope: 'store',
    title: '订单其他支付',
    input: { orderId: id('订单') },
    result: collectDetail,
  }),
  bind: post('/api/OtherPay/Bind', {
    ...change,
    idempotent: true,
    title: '绑定支付',
    audit: { action: '绑定支付', record: ['orderId', 'kind', 'amount', 'payNo'] },
    input: {
      orderId: id('订单'),
      kind: paidKind,
      amount: money('付款金额'),
      payNo: optional(code('支付流水号', { max: 64 })),
      paidAt: optional(time('支付时间')),
    },
    result: collectDetail,
  }),
  /** A payment or refund that was written wrongly: it counts no more and stays in the history. */
  remove: post('/api/OtherPay/Remove', {
    ...change,
    title: '取消登记',
    audit: { action: '取消支付登记', record: ['id', 'reason'] },
    input: { id: id('编号'), reason: text('取消原因', { min: 2, max: 200 }) },
    result: collectDetail,
  }),
  refund: post('/api/OtherPay/Refund', {
    ...change,
    idempotent: true,
    title: '登记退款',
    audit: { action: '登记退款', record: ['paymentId', 'amount', 'refundNo', 'reason'] },
    input: {
      paymentId: id('付款'),
      amount: money('退款金额'),
      refundNo: optional(code('退款流水号', { max: 64 })),
      reason: text('退款原因', { min: 2, max: 200 }),
      authorizationId: optional(id('授权')),
    },
    result: collectDetail,
  }),
  /** Asks the centre about an order that is in the air, and adds the payments up anew. */
  query: post('/api/OtherPay/Query/:orderId', {
    ...page,
    title: '重新查询',
    audit: { action: '重新查询支付', record: ['orderId'] },
    input: { orderId: id('订单') },
    result: collectDetail,
  }),
  /** An ERP's payments, opened by the company's verify code like its silent login; sent again they answer how they stand. */
  report: post('/api/OtherPay/Report', {
    title: 'ERP 上报支付',
    public: true,
    audit: { action: 'ERP 上报支付', record: ['companyId', 'storeNo'] },
    input: {
      companyId: code('公司编号'),
      verifyCode: text('验证码', { max: 400 }),
      /** The store by its number in the ERP, or its fixmedins_code. */
      storeNo: code('门店编号', { max: 40 }),
      ...collectReportRows,
    },
    result: list(collectReportAnswer, '结果'),
  }),
}
