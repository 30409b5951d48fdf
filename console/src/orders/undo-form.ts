import { approvalTarget } from '@yibao/shared/approval.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { CallError, callServer, sendsOnce } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { pickShape } from '../kit/fields.ts'
import type { Dialogs, RowOf } from '../kit/index.ts'
import { undoneText } from '../order-states/abnormal.ts'
import { readMedicalUi } from '../session/caches.ts'
import { tellFound } from './row-actions.ts'

type Row = Pick<RowOf<typeof order.abnormalPaged>, 'id' | 'orderNo' | 'maskedName' | 'total'>

/** Asks for the reason of 冲正, and for a second person where the area wants one, here or from afar; then does it. */
export const undoForm = async ({ id, orderNo, maskedName, total }: Row, dialogs: Dialogs): Promise<void> => {
  const once = sendsOnce()
  // Nobody is asked for his approval again because an answer got lost.
  let given: string | undefined
  await dialogs.form({
    title: `冲正结算 ${orderNo} · ${maskedName}`,
    intro: `药品和小票都没有交给顾客时用。医保中心如已记了这笔 ${formatAmount(total)} 元，会把基金和个人账户的钱退回，不能恢复；药品已经给顾客的，请按「补录」。`,
    shape: pickShape(order.undo.input.shape, ['reason']),
    okText: '冲正这笔',
    cancelText: '不冲正',
    danger: true,
    submit: async ({ reason }) => {
      const approval = readMedicalUi()?.authorizeUndo
      const about = `冲正 ${maskedName} 的结算 ${formatAmount(total)} 元，结果未知，药品未交付`
      const asked = { id, reason: String(reason) }
      let asksAfar = false
      const done = () => {
        asksAfar = true
        ui().success('已提交审批，通过后自动冲正。现在还没有结果，请先不要把药品交给顾客')
      }
      const target = approvalTarget.undo(id)
      if (approval)
        given ??= await dialogs.authorize({ action: 'undo', target, about, instead: { ask: { undo: asked }, done } })
      // Kept for somebody else it is done with here.
      if (approval && !given) return asksAfar
      const input = { ...asked, authorizationId: given }
      try {
        const now = await once(input, (idempotencyKey) => callServer(order.undo, input, { idempotencyKey }))
        return tellFound(undoneText(now))
      } catch (fault) {
        if (!(fault instanceof CallError && (fault.cut || fault.unsent))) given = undefined
        throw fault
      }
    },
  })
}
