import { page, today } from './samples.ts'

// Answers of the pages about what was left to pay and how it was paid.

const collected = {
  ...{ orderId: 'o-1', orderNo: 'D202611210001', setlId: 'S1', erpBill: 'XS1', storeId: 's-1' },
  ...{ storeName: '示例大药房观前店', maskedName: '䶮*', at: `${today} 09:31:00`, due: '0.00', familyAccount: '12.34' },
  ...{ paid: '25.60', refunded: '0.01', open: '-25.59', kinds: '微信支付、家庭共济', payNos: 'WX1' },
  ...{ paidAt: `${today} 09:32:00`, refundedAt: `${today} 10:00:00`, state: 'backPart', operators: '李䶮' },
}
const written = { at: `${today} 09:32:00`, operator: '李䶮', removed: false, removedBy: '', removedReason: '' }
const collectedWhole = {
  ...{ ...collected, orderStatus: '3', needsApproval: false },
  payments: [
    {
      ...{ ...written, id: 'p-1', kind: '02', kindName: '微信支付', amount: '25.60', payNo: 'WX1', source: 'erp' },
      refundable: '25.59',
      refunds: [
        { ...written, id: 'b-1', amount: '0.01', refundNo: 'T1', approvedBy: '', reason: '顾客退货', source: 'hand' },
      ],
    },
  ],
}

/** Sample answers by domain.name. */
export const collectionAnswers = {
  'otherPay.paged': () => ({
    ...page([collected, { ...collected, orderId: 'o-2', due: '0.01', paid: '0.00', open: '0.01', state: 'due' }]),
    totals: { due: '0.01', paid: '25.60', refunded: '0.01', toCollect: '0.01', toReturn: '25.59' },
  }),
  'otherPay.get': () => collectedWhole,
  'otherPay.query': () => collectedWhole,
  'otherPay.bind': () => collectedWhole,
  'otherPay.refund': () => collectedWhole,
  'otherPay.remove': () => collectedWhole,
}
