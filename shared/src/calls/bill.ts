import { post } from '../call.ts'
import { choice, code, group, id, integer, list, money, optional, text, time } from '../field.ts'

/** What a bill came to, by one settlement of it. The words of a result frame (agent/erp.ts), and `open`. */
const billResult = group('结果', {
  state: choice('结果', {
    settled: '已结算',
    unknown: '结果未知',
    reversed: '已撤销',
    voided: '未成功',
    open: '没有结算',
  }),
  orderId: id('订单'),
  setlId: optional(code('结算号')),
  /** Of the bill, as it was settled. */
  revision: integer('版本'),
  total: money('总金额'),
  fund: money('基金支付'),
  account: money('个人账户支付'),
  cash: money('现金支付'),
  /** When it came to that. */
  at: time('时间'),
})

const billRow = group('销售单', {
  billNo: code('ERP 单号', { max: 60 }),
  /** One for each settlement that the bill ever had, the oldest first; none: nobody here knows the number. */
  results: list(billResult, '结果'),
})

/** Bills of ERPs, for their own servers (docs/ERP.md). */
export const bill = {
  /** What became of bills of a store, opened by the company's verify code like its silent login; nothing of a person. */
  results: post('/api/Bill/Results', {
    title: 'ERP 查询单据结果',
    public: true,
    input: {
      companyId: code('公司编号'),
      verifyCode: text('验证码', { max: 400 }),
      /** The store by its number in the ERP, or its fixmedins_code. */
      storeNo: code('门店编号', { max: 40 }),
      billNos: list(code('ERP 单号', { max: 60 }), 'ERP 单号', { max: 200 }),
    },
    result: list(billRow, '销售单'),
  }),
}
