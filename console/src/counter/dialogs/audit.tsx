import { useEffect, useRef, useState } from 'react'
import { openHits } from '../flow/audit.ts'
import { useCounter, useOwnKeys, useStore } from '../parts/store-context.ts'
import css from './dialogs.module.css'
import { DialogButton, Frame } from './frame.tsx'

/** Chosen, never typed: the queue waits. */
const reasons = ['医嘱调整用量', '外出备药', '原药遗失或损坏', '已核对用药人', '其他，已当面核实']

const rows = { display: 'grid', gap: 12, margin: 0, padding: 0, listStyle: 'none' } as const
const row = { display: 'grid', gap: 2 } as const

/** ms without a key after which a hand answers what it sees, and does not end what it typed. */
const rest = 1000

/** What Enter does in a dialog that came by itself and gave the focus to none of its buttons. */
const useRestedEnter = (onEnter: (() => void) | undefined) => {
  const pressed = useRef(performance.now())
  const act = useRef(onEnter)
  act.current = onEnter
  useEffect(() => {
    const onKey = ({ timeStamp, target, key, repeat }: KeyboardEvent) => {
      const rested = timeStamp - pressed.current >= rest
      pressed.current = timeStamp
      if (target instanceof HTMLDialogElement && key === 'Enter' && !repeat && rested) act.current?.()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

interface Props {
  busy: boolean
  /** The split brought it: a hand may still be typing the next item, and its Enter has read nothing. */
  unasked?: true | undefined
}

/** What the audit says before money moves: each hit with what it means and what to do; Enter confirms them all. */
export const AuditDialog = ({ busy, unasked }: Props) => {
  const { dispatch } = useStore()
  const state = useCounter()
  const ownKeys = useOwnKeys()
  const [reason, setReason] = useState('')
  const hits = openHits(state)
  const wanted = hits.some(({ reasonRequired }) => reasonRequired)
  const close = () => dispatch({ type: 'closeDialog' })
  const lacking = wanted && !reason
  const confirm = () => dispatch({ type: 'confirmAudit', reason: reason || undefined })
  useRestedEnter(unasked && !busy && !lacking ? confirm : undefined)
  return (
    <Frame
      title={`审核提醒 ${hits.length} 条`}
      wide
      unasked={unasked}
      onClose={close}
      buttons={
        <>
          <DialogButton first={!wanted} primary disabled={busy || lacking} busy={busy} onClick={confirm}>
            {busy ? '正在记录…' : ownKeys('已与参保人确认（Enter）')}
          </DialogButton>
          <DialogButton onClick={close}>{ownKeys('返回修改（Esc）')}</DialogButton>
        </>
      }
    >
      <ul style={rows}>
        {hits.map(({ key, line, what, meaning, next }) => (
          <li key={key} style={row}>
            <b>
              {line > 0 && `第 ${line} 行　`}
              {what}
            </b>
            <span>{[meaning, next].filter(Boolean).join('。')}</span>
          </li>
        ))}
      </ul>
      {wanted && (
        <label className={css.field}>
          <span>原因</span>
          <select value={reason} data-first disabled={busy} onChange={(event) => setReason(event.target.value)}>
            <option value="">请选择</option>
            {reasons.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      <p className={css.meaning}>{ownKeys('确认后记入审核记录，还没有结算；按 F9 结算')}</p>
    </Frame>
  )
}
