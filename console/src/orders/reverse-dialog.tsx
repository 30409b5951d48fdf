import { approvalTarget } from '@yibao/shared/approval.ts'
import type { ResultOf } from '@yibao/shared/call.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { Input, Select } from 'antd'
import { Fragment, useRef, useState } from 'react'
import { cardUnread } from '../api/definite.ts'
import { CallError, callServer, sendsOnce, useAction, useCall } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { type Dialogs, Modal, previewSlip, useWork, whileRunning } from '../kit/index.ts'
import { readMedicalUi } from '../session/caches.ts'
import { backOf, backWords, returnLines, reversalAbout } from './give-back.ts'
import styles from './orders.module.css'
import { type Shown, showable, shownInput } from './shown.ts'

type Order = ResultOf<typeof order.get>

const usual = ['顾客退货', '录入有误', '重复结算']

interface Props {
  row: Order
  dialogs: Dialogs
  onClose: (done: Order | undefined) => void
}

const ReverseDialog = ({ row, dialogs, onClose }: Props) => {
  const options = useCall(card.pageDropDown, {})
  const cancel = useAction(settlement.cancel)
  const [busy, work] = useWork()
  const [reason, setReason] = useState<string>()
  // The same reason pressed twice reverses once (DESIGN 5); another one, or another approval, is a try of its own.
  const [once] = useState(sendsOnce)
  // Nobody is asked for his approval again because an answer got lost, or a card was not read.
  const given = useRef<string>(undefined)
  const reasons = options.data?.reversalReasons ?? usual
  const { authorizeReversal, rereadBeforeReversal } = readMedicalUi() ?? {}
  const [shows, setShows] = useState<Shown>('')
  const [why, setWhy] = useState('')
  const presented = shownInput(shows, why)

  const submit = async () => {
    if (!reason || !presented) return
    const input: Parameters<typeof cancel.run>[0] = { orderId: row.id, reason, ...presented }
    if (authorizeReversal) {
      // Who shows nothing is approved of elsewhere: a word that was given here does not help him.
      if (shows === 'none') given.current = undefined
      given.current ??= await dialogs.authorize({
        action: 'reversal',
        target: approvalTarget.reversal(row.id),
        about: reversalAbout(row),
        instead: {
          ask: { reversal: { orderId: row.id, reason, ...presented } },
          done: () => {
            ui().success('已提交审批，通过后自动执行。现在还没有撤销，请先不要退现金')
            onClose(undefined)
          },
        },
      })
      if (!given.current) return
      input.authorizationId = given.current
    }
    try {
      onClose(await once(input, (idempotencyKey) => cancel.run(input, { idempotencyKey })))
    } catch (fault) {
      if (!(fault instanceof CallError && (fault.cut || fault.unsent || cardUnread(fault)))) given.current = undefined
    }
  }

  return (
    <Modal
      open
      width="30%"
      style={{ minWidth: 'min(420px, calc(100vw - 32px))' }}
      title={`撤销结算 ${row.orderNo} · ${row.maskedName}`}
      okText={cancel.running ? `正在撤销… ${cancel.seconds} 秒` : '确认撤销'}
      cancelText="不撤销"
      okButtonProps={{ danger: true, disabled: !reason || !presented, ...whileRunning(busy) }}
      cancelButtonProps={{ disabled: cancel.running }}
      closable={!cancel.running}
      mask={{ closable: false }}
      onOk={() => void work(submit)}
      onCancel={() => !cancel.running && onClose(undefined)}
    >
      <dl className={styles.returns}>
        {returnLines(row, row.fundTotal).map(({ title, amount, byHand }) => (
          <Fragment key={title}>
            <dt>{title}</dt>
            <dd className={byHand && styles.cash}>{formatAmount(amount)}</dd>
          </Fragment>
        ))}
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
      {rereadBeforeReversal && (
        <>
          <label htmlFor="reverse-shown">出示的证件</label>
          <Select
            id="reverse-shown"
            style={{ width: '100%' }}
            value={shows}
            options={showable(authorizeReversal === true)}
            onChange={setShows}
          />
        </>
      )}
      {shows === 'none' && (
        <>
          <label htmlFor="reverse-why">没有证件的原因（请在下一步选择提交审批，审批人会看到）</label>
          <Input id="reverse-why" maxLength={200} value={why} onChange={(event) => setWhy(event.target.value)} />
        </>
      )}
    </Modal>
  )
}

const REVERSED = '3'

/** Reverses a settled order (2103) after showing what goes back where (ux 1.4), then offers the slip. */
export const reverseOrder = async ({ id }: Pick<Order, 'id'>, dialogs: Dialogs): Promise<void> => {
  // As it is now: a list does not know what was paid how, and what of it has gone back.
  const row = await callServer(order.get, { id })
  const reversed = await dialogs.open<Order | undefined>((done) => (
    <ReverseDialog row={row} dialogs={dialogs} onClose={done} />
  ))
  if (reversed === undefined) return
  if (reversed.status !== REVERSED)
    return ui().error('撤销结果未知：医保中心可能已撤销，系统正在核实。请在异常订单中查看，不要重复撤销')
  const booked = backOf(reversed).some((one) => one.booked)
  ui().success(`已撤销，${backWords(reversed)} 元${booked ? '。退款后在「其他支付订单」登记' : ''}`)
  await previewSlip(dialogs, { orderId: id, kind: 'reversal' })
}
