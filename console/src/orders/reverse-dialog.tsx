import { approvalTarget } from '@yibao/shared/approval.ts'
import type { ResultOf } from '@yibao/shared/call.ts'
import type { order } from '@yibao/shared/calls/books.ts'
import { card, settlement } from '@yibao/shared/calls/counter.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { newKey, useAction, useCall } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { type Dialogs, Modal, previewSlip } from '../kit/index.ts'
import { readMedicalUi } from '../session/caches.ts'
import { giveBackText, reversalAbout } from './give-back.ts'
import styles from './orders.module.css'

type Row = Pick<
  ResultOf<typeof order.paged>['items'][number],
  'id' | 'orderNo' | 'maskedName' | 'account' | 'cash' | 'fundTotal'
>

const usual = ['顾客退货', '录入有误', '重复结算']

type Reversed = Pick<ResultOf<typeof settlement.cancel>, 'status' | 'giveBack'>

interface Props {
  row: Row
  dialogs: Dialogs
  onClose: (done: Reversed | undefined) => void
}

const ReverseDialog = ({ row, dialogs, onClose }: Props) => {
  const options = useCall(card.pageDropDown, {})
  const cancel = useAction(settlement.cancel)
  const [reason, setReason] = useState<string>()
  // One key per dialog: pressing twice reverses once (DESIGN 5).
  const [idempotencyKey] = useState(newKey)
  const reasons = options.data?.reversalReasons ?? usual

  const submit = async () => {
    if (!reason) return
    const input: Parameters<typeof cancel.run>[0] = { orderId: row.id, reason }
    if (readMedicalUi()?.authorizeReversal) {
      const authorizationId = await dialogs.authorize({
        action: 'reversal',
        target: approvalTarget.reversal(row.id),
        about: reversalAbout(row),
        instead: {
          ask: { reversal: { orderId: row.id, reason } },
          done: () => {
            ui().success('已提交审批，通过后自动执行。现在还没有撤销，请先不要退现金')
            onClose(undefined)
          },
        },
      })
      if (!authorizationId) return
      input.authorizationId = authorizationId
    }
    const done = await cancel.run(input, { idempotencyKey }).catch(() => undefined)
    if (done) onClose(done)
  }

  return (
    <Modal
      open
      width="30%"
      style={{ minWidth: 'min(420px, calc(100vw - 32px))' }}
      title={`撤销结算 ${row.orderNo} · ${row.maskedName}`}
      okText={cancel.running ? `正在撤销… ${cancel.seconds} 秒` : '确认撤销'}
      cancelText="不撤销"
      okButtonProps={{ danger: true, disabled: !reason, loading: cancel.running }}
      cancelButtonProps={{ disabled: cancel.running }}
      closable={!cancel.running}
      mask={{ closable: false }}
      onOk={() => void submit()}
      onCancel={() => !cancel.running && onClose(undefined)}
    >
      <dl className={styles.returns}>
        <dt>退回个人账户</dt>
        <dd>{formatAmount(row.account)}</dd>
        <dt>退现金</dt>
        <dd className={styles.cash}>{formatAmount(row.cash)}</dd>
        <dt>退回基金</dt>
        <dd>{formatAmount(row.fundTotal)}</dd>
      </dl>
      <p>医保只能整单撤销，撤销后不能恢复，重新购买需再次结算。</p>
      <label htmlFor="reverse-reason">撤销原因</label>
      <Select
        id="reverse-reason"
        style={{ width: '100%' }}
        placeholder="选择原因"
        value={reason}
        options={reasons.map((value) => ({ value, label: value }))}
        onChange={setReason}
      />
    </Modal>
  )
}

const REVERSED = '3'

/** Reverses a settled order (2103) after showing what goes back where (ux 1.4), then offers the slip. */
export const reverseOrder = async (row: Row, dialogs: Dialogs): Promise<void> => {
  const reversed = await dialogs.open<Reversed | undefined>((done) => (
    <ReverseDialog row={row} dialogs={dialogs} onClose={done} />
  ))
  if (reversed === undefined) return
  if (reversed.status !== REVERSED)
    return ui().error('撤销结果未知：医保中心可能已撤销，系统正在核实。请在异常订单中查看，不要重复撤销')
  const back = giveBackText(reversed.giveBack)
  ui().success(back ? `已撤销，${back}。退款后在「其他支付订单」登记` : `已撤销，退现金 ${formatAmount(row.cash)} 元`)
  await previewSlip(dialogs, { orderId: row.id, kind: 'reversal' })
}
