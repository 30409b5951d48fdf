import { order } from '@yibao/shared/calls/order.ts'
import { callServer } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { type Action, act, needOf, type RowOf } from '../kit/index.ts'
import { foundText } from '../order-states/abnormal.ts'

/** What both lists of orders that need a person have of one. */
type Order = Pick<RowOf<typeof order.abnormalPaged>, 'id' | 'orderNo' | 'maskedName' | 'total'>

/** Tells what the centre has said of an order, as what was wanted or as what is still to be done. */
export const tellFound = ({ known, text }: ReturnType<typeof foundText>): void => {
  if (known) ui().success(text)
  else ui().error(text)
}

/**
 * 重查 of one order: the centre is asked, and what it said is told as known or as still open. `reversing`: it is the
 * reversal that is not known, not the settlement.
 */
export const recheckOf = <Row extends Order>(
  shown: (row: Row) => boolean,
  reversing: (row: Row) => boolean,
): Action<Row> => ({
  key: 'recheck',
  text: '重查',
  need: needOf(order.recheck),
  shown,
  run: async (row) => tellFound(foundText(reversing(row), await callServer(order.recheck, { id: row.id }))),
})

/** 作废 of one order, with a reason; `because` says why no money is lost by it. */
export const voidOf = <Row extends Order>(shown: (row: Row) => boolean, because: string): Action<Row> =>
  act({
    key: 'void',
    text: '作废',
    danger: true,
    call: order.void,
    shown,
    input: ({ id }: Row) => ({ id }),
    form: {
      title: ({ orderNo, maskedName }) => `作废订单 ${orderNo} · ${maskedName}`,
      intro: ({ total }) => `总额 ${total}，${because}。作废后不能恢复。`,
      fields: ['reason'],
      okText: '作废订单',
      cancelText: '不作废',
    },
    done: '订单已作废',
  })
