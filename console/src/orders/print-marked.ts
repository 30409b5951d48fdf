import type { order } from '@yibao/shared/calls/order.ts'
import { type Action, printSlips, type RowOf } from '../kit/index.ts'
import { printable, slipKind } from '../order-states/look.ts'

type Row = RowOf<typeof order.paged>

/** 打印结算单 on the marked orders: one batch, in the order they are listed. */
export const printMarked = (menuCode: string): Action<readonly Row[]> => ({
  key: 'printMarked',
  text: '打印结算单',
  need: { menuCode, buttonCode: 'print' },
  disabled: (rows) => (rows.some(({ status }) => printable(status)) ? undefined : '选中的订单都没有结算单'),
  run: async (rows, { dialogs }) => {
    const orders = rows.filter(({ status }) => printable(status))
    await printSlips(
      dialogs,
      orders.map((row) => ({
        orderId: row.id,
        kind: slipKind(row.status),
        title: `${row.orderNo} ${row.maskedName}`,
      })),
    )
  },
})
