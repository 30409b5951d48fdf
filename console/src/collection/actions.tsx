import { approvalTarget } from '@yibao/shared/approval.ts'
import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { fen, formatAmount, typedAmount } from '@yibao/shared/money.ts'
import { CallError, callServer, sendsOnce } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { pickShape } from '../kit/fields.ts'
import { type Action, act, type Dialogs, needOf, type RowOf } from '../kit/index.ts'
import { askable } from '../order-states/abnormal.ts'
import { type Collected, type Payment, refundable } from './look.ts'
import { foundText, reversed, whyBack } from './words.ts'

type Row = RowOf<typeof otherPay.paged>

const of = ({ orderNo, maskedName }: Pick<Row, 'orderNo' | 'maskedName'>) => `${orderNo} · ${maskedName}`

/** What is missing of an order is what is mostly paid. */
const missing = ({ open }: Row): string | undefined => (fen(open) > 0 ? open : undefined)

export const bindPayment = act({
  key: 'bind',
  text: '绑定支付',
  call: otherPay.bind,
  input: ({ orderId }: Row) => ({ orderId }),
  form: {
    title: (row) => `绑定支付 ${of(row)}`,
    intro: ({ due, paid, refunded }) =>
      `应收 ${formatAmount(due)}，已收 ${formatAmount(paid)}，已退 ${formatAmount(refunded)}。只登记顾客在医保之外付的钱，不会发起收款；家庭共济由医保结算给出，不用登记。支付时间不填为现在。`,
    fields: ['kind', 'amount', 'payNo', 'paidAt'],
    initial: (row) => ({ amount: missing(row) }),
    check: ({ amount }) =>
      /^(-.*|0+(\.0*)?)$/.test(typedAmount(String(amount ?? ''))) ? { amount: '付款金额应大于 0' } : undefined,
    okText: '登记付款',
    cancelText: '不登记',
  },
  done: '付款已登记',
})

export const queryAgain: Action<Row> = {
  key: 'query',
  text: '重新查询',
  need: needOf(otherPay.query),
  run: async ({ orderId }) => {
    const found = await callServer(otherPay.query, { orderId })
    if (askable({ status: found.orderStatus }))
      ui().error('医保中心还没有给出结果，系统会继续核实。结果确定前不要收款或退款')
    else ui().success(foundText(found))
  },
}

/**
 * Takes down what went back of one payment: said first what it means, approved where the area asks for it. What was
 * filled in stays until it is in the book.
 */
export const refundPayment = (dialogs: Dialogs, order: Collected, payment: Payment): Promise<boolean> => {
  const { kindName, payNo, refundable: left } = payment
  const once = sendsOnce()
  // Given for this amount and not used yet: nobody is asked again because an answer got lost.
  let given: { target: string; id: string } | undefined
  const approve = async (target: string, about: string): Promise<string | undefined> => {
    if (given?.target === target) return given.id
    const id = await dialogs.authorize({ action: 'refund', target, about: `${about}，订单 ${of(order)}` })
    given = id === undefined ? undefined : { target, id }
    return id
  }
  return dialogs.form({
    title: `退款 ${of(order)}`,
    intro: `${kindName}${payNo && `（${payNo}）`}，还可退 ${formatAmount(left)} 元。${whyBack(order)}这里只记账，不会把钱转出去：请先退给顾客，再登记。`,
    shape: pickShape(otherPay.refund.input.shape, ['amount', 'refundNo', 'reason']),
    initial: {
      amount: left,
      reason: reversed(order) ? '医保结算已撤销' : undefined,
    },
    okText: '下一步：核对',
    cancelText: '不退款',
    check: ({ amount }) => {
      const text = typedAmount(String(amount ?? ''))
      if (!/^-?\d+\.\d{2}$/.test(text)) return undefined
      if (fen(text) <= 0) return { amount: '退款金额应大于 0' }
      return fen(text) > fen(left) ? { amount: `最多可退 ${formatAmount(left)}` } : undefined
    },
    submit: async (values) => {
      const { amount, refundNo, reason } = values as { amount: string; refundNo?: string; reason: string }
      const about = `登记退款 ${formatAmount(amount)} 元（${kindName}）`
      const sure = await dialogs.confirm({
        title: about,
        tips: `订单 ${of(order)}。确认钱已经退给顾客。登记错了可以取消登记，但会留下记录。`,
        okText: '登记退款',
        cancelText: '不登记',
        danger: true,
      })
      if (!sure) return false
      const target = approvalTarget.refund(payment.id, amount)
      const authorizationId = order.needsApproval ? await approve(target, about) : undefined
      if (order.needsApproval && !authorizationId) return false
      const input = { paymentId: payment.id, amount, refundNo, reason, authorizationId }
      try {
        await once(input, (idempotencyKey) => callServer(otherPay.refund, input, { idempotencyKey }))
      } catch (error) {
        if (!(error instanceof CallError && (error.cut || error.unsent))) given = undefined
        throw error
      }
      return ui().success(`退款 ${formatAmount(amount)} 元已登记`)
    },
  })
}

/** Takes a payment or refund off that was written wrongly. */
export const takeOff = (dialogs: Dialogs, id: string, about: string): Promise<boolean> =>
  dialogs.form({
    title: `取消登记：${about}`,
    intro: '登记错了才取消：取消后不再计入已收或已退，记录和原因保留。顾客退货请撤销结算并登记退款，不要取消登记。',
    shape: pickShape(otherPay.remove.input.shape, ['reason']),
    okText: '取消登记',
    cancelText: '不取消',
    danger: true,
    submit: async (values) => {
      await callServer(otherPay.remove, { id, reason: String(values.reason) })
      ui().success('已取消登记')
    },
  })

/** The payment that a row's 退款 is about, where it is only one. */
export const onlyRefundable = ({ payments }: Collected): Payment | undefined => {
  const found = payments.filter(refundable)
  return found.length === 1 ? found[0] : undefined
}
