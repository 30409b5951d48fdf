import { order } from '@yibao/shared/calls/order.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { type Action, act } from '../kit/index.ts'
import { acceptable, askable, billable, bindable, reversing, unbindable } from '../order-states/abnormal.ts'
import { useMe } from '../state/me.ts'
import { recheckOf } from './row-actions.ts'
import { type AbnormalOrder, undoUnknown } from './undo-unknown.ts'

const administrates = (): boolean => {
  const { me } = useMe.getState()
  return me !== null && (me.isAdminUser || me.isSuperAdmin)
}

/** What the advice about an abnormal order tells a person to press (abnormal.ts): at its row, and below the advice itself. */
export const abnormalActions: readonly Action<AbnormalOrder>[] = [
  recheckOf<AbnormalOrder>(askable, reversing),
  act({
    key: 'bind',
    text: '补录',
    call: order.bind,
    shown: (row: AbnormalOrder) => bindable(row),
    input: ({ id }) => ({ id }),
    form: {
      title: ({ orderNo, maskedName }) => `补录中心结算 ${orderNo} · ${maskedName}`,
      intro: '在医保中心的网页上查到这笔结算后，填入结算号和就诊号。系统会向中心核对，核对不符不会补录。',
      fields: ['setlId', 'mdtrtId'],
      okText: '核对并补录',
      cancelText: '不补录',
    },
  }),
  undoUnknown,
  act({
    key: 'bindBill',
    text: '绑定 ERP 单',
    call: order.bindBill,
    shown: (row: AbnormalOrder) => billable(row),
    input: ({ id }) => ({ id }),
    form: {
      title: ({ orderNo, maskedName }) => `绑定 ERP 单 ${orderNo} · ${maskedName}`,
      intro: ({ total }) =>
        `填 ERP 中这次购药的单号，金额应为 ${formatAmount(total)} 元。绑错的由管理员在订单里解除；ERP 再发送这张单据时，收到的就是本单的结果，不会再结算。`,
      fields: ['erpBill'],
      okText: '绑定这张单据',
      cancelText: '不绑定',
    },
    done: '已绑定，请在 ERP 中重新发送这张单据以取得结果',
  }),
  act({
    key: 'unbindBill',
    text: '解除 ERP 单',
    danger: true,
    call: order.unbindBill,
    shown: (row: AbnormalOrder) => unbindable(row) && administrates(),
    input: ({ id }) => ({ id }),
    form: {
      title: ({ orderNo, maskedName }) => `解除 ERP 单 ${orderNo} · ${maskedName}`,
      intro:
        '绑错单据时用。本单的结算和金额不变，重新列为「缺少ERP单」，可再绑定；这张单据可以另外结算。ERP 已按这张单据收到本单结果的，先在 ERP 中取消。',
      fields: ['reason'],
      okText: '解除这张单据',
      cancelText: '不解除',
    },
  }),
  act({
    key: 'accept',
    text: '核对完成',
    call: order.accept,
    shown: (row: AbnormalOrder) => acceptable(row),
    input: ({ id }) => ({ id }),
    form: {
      title: ({ orderNo, maskedName }) => `核对完成 ${orderNo} · ${maskedName}`,
      intro: '只是不再列为异常：订单的金额、医保中心的账和对账的差异都不变。核对结果记入订单。',
      fields: ['reason'],
      okText: '核对完成',
      cancelText: '还没有核对',
    },
  }),
]
