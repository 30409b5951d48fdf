import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { callServer } from '../../api/index.ts'
import { bindPayment, onlyRefundable, queryAgain, refundPayment } from '../../collection/actions.tsx'
import { stateTones } from '../../collection/look.ts'
import { Totals } from '../../collection/totals.tsx'
import { defineList, hiddenColumns, late, Money, moreFilters, needOf } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'

const Detail = late(() => import('../../collection/detail.tsx'))

/** 其他支付订单: what the insurance left to pay, whether it was collected and whether it went back (domain.md 4.4, 8.7). */
export default defineList({
  tableId: 'order-otherpay',
  call: otherPay.paged,
  exportAs: 'otherPay.paged',
  rowKey: 'orderId',
  header: Totals,
  empty: '没有符合条件的订单。医保结算后有应收现金的订单出现在这里，请放宽日期或条件',
  initial: () => {
    const today = formatDay(new Date())
    return { from: today, to: today }
  },
  filters: [
    'from',
    'to',
    { key: 'keyword', title: '查找', placeholder: '订单号、ERP 单号、结算号' },
    'state',
    'left',
    ...moreFilters('kind', 'payNo', 'operator'),
    { key: 'storeId', more: true, input: StoreFilter },
  ],
  columns: [
    { key: 'orderNo', width: 181 },
    { key: 'at', width: 95, sort: true },
    { key: 'state', width: 96, tones: stateTones },
    { key: 'due', width: 92, sort: true },
    { key: 'kinds', width: 100 },
    { key: 'paid', width: 88, sort: true },
    { key: 'payNos', width: 104 },
    { key: 'refunded', width: 88 },
    // What is still to be collected is no fault; what a customer has to get back stands out.
    { key: 'open', width: 92, render: ({ open }) => <Money value={open} signed={open.startsWith('-')} /> },
    ...hiddenColumns({ maskedName: 78, setlId: 200, erpBill: 140, paidAt: 110, refundedAt: 110, operators: 90 }),
    ...hiddenColumns({ familyAccount: 92, storeName: 180 }),
  ],
  detail: ({ row, onClose, tools }) => (
    <Detail orderId={row.orderId} dialogs={tools.dialogs} changed={tools.refetch} onClose={onClose} />
  ),
  rowActions: [
    bindPayment,
    {
      key: 'refund',
      text: '退款',
      danger: true,
      need: needOf(otherPay.refund),
      shown: ({ paid, refunded }) => paid !== refunded,
      run: async ({ orderId }, { dialogs, refetch }) => {
        const order = await callServer(otherPay.get, { orderId })
        const only = onlyRefundable(order)
        // Which of several it is, somebody chooses where they stand.
        if (only) await refundPayment(dialogs, order, only)
        else
          await dialogs.open<void>((done) => (
            <Detail orderId={orderId} dialogs={dialogs} changed={refetch} onClose={() => done()} />
          ))
      },
    },
    queryAgain,
  ],
})
