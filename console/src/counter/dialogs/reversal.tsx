import { formatAmount } from '@yibao/shared/money.ts'
import { useState } from 'react'
import { returnLines, returnWords, reversalAbout } from '../../orders/give-back.ts'
import { type Shown, shownInput } from '../../orders/shown.ts'
import { amountsOf, returnedOf } from '../flow/amounts.ts'
import type { Dialog } from '../flow/dialog.ts'
import type { Order } from '../flow/model.ts'
import { whyNotPart } from '../flow/returning/part-return.ts'
import { messageOf } from '../message.ts'
import { useCounter, useSeconds, useStore } from '../parts/store-context.ts'
import css from './dialogs.module.css'
import { DialogButton, Frame } from './frame.tsx'
import { ReasonField, ShownField, useApproval } from './reason.tsx'

const Amounts = ({ order }: { order: Order }) => (
  <dl className={css.amounts}>
    {returnLines(returnedOf(order), amountsOf(order).fund).map(({ title, amount }) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{formatAmount(amount)}</dd>
      </div>
    ))}
  </dl>
)

/** What goes back where, a reason, and the two answers (M40, ux 1.4). Nothing is reversed whose amounts were not shown. */
export const ReversalDialog = ({ dialog }: { dialog: Extract<Dialog, { kind: 'reversal' }> }) => {
  const { dispatch } = useStore()
  const { may } = useCounter()
  const [reason, setReason] = useState('')
  const [shows, setShows] = useState<Shown>('')
  const [why, setWhy] = useState('')
  const presented = shownInput(shows, why)
  const { asking, approved } = useApproval()
  const { order, busy, since = 0 } = dialog
  const seconds = useSeconds(since, busy)
  const close = () => dispatch({ type: 'closeDialog' })
  const words = messageOf('cancel.ask', order ? { returns: returnWords(returnedOf(order)) } : {})

  const confirm = () => {
    const about = order ? reversalAbout({ maskedName: order.maskedName, ...returnedOf(order) }) : ''
    const orderId = order?.id ?? ''
    return approved(
      orderId,
      about,
      (authorizationId) => dispatch({ type: 'confirmReversal', reason, authorizationId, medium: presented?.medium }),
      {
        // Who shows nothing is approved of elsewhere: a word that was given here does not help him.
        given: shows === 'none' ? undefined : dialog.authorizationId,
        instead: {
          ask: { reversal: { orderId, reason, ...presented } },
          done: () => dispatch({ type: 'reversalAsked' }),
        },
      },
    )
  }

  if (asking) return null
  if (!order)
    return (
      <Frame
        title="撤销结算"
        onClose={close}
        buttons={
          <DialogButton first onClick={close}>
            关闭
          </DialogButton>
        }
      >
        <p className={css.meaning}>正在读取订单…</p>
      </Frame>
    )
  return (
    <Frame
      title={`${order.maskedName} · ${order.orderNo}`}
      onClose={close}
      buttons={
        <>
          <DialogButton first disabled={busy} onClick={close}>
            不撤销
          </DialogButton>
          <DialogButton disabled={busy} onClick={() => dispatch({ type: 'reprint', orderId: order.id })}>
            补打小票
          </DialogButton>
          {may.reverse && may.settle && !whyNotPart(order) && (
            <DialogButton disabled={busy} onClick={() => dispatch({ type: 'choosePart' })}>
              部分退货
            </DialogButton>
          )}
          {may.reverse && (
            <DialogButton danger busy={busy} disabled={busy || !reason || !presented} onClick={() => void confirm()}>
              {busy ? `正在撤销… ${seconds} 秒` : '确认撤销'}
            </DialogButton>
          )}
        </>
      }
    >
      <p>
        <b>{words.what}</b>
      </p>
      <Amounts order={order} />
      <p className={css.meaning}>{words.meaning}。医保只能整单撤销。</p>
      {may.reverse && <ReasonField value={reason} disabled={busy} onChange={setReason} />}
      {may.reverse && <ShownField value={shows} why={why} disabled={busy} onChange={setShows} onWhy={setWhy} />}
    </Frame>
  )
}
