import { card } from '@yibao/shared/calls/card.ts'
import { useEffect, useRef, useState } from 'react'
import { useCounter, useStore } from '../parts/store-context.ts'
import { usePorts } from '../ports.ts'
import { wordsOf } from '../refusals.ts'
import { refusalOf } from '../world/refusal.ts'
import css from './dialogs.module.css'
import { DialogButton, Frame } from './frame.tsx'

/** The PIN itself is typed on the reader's pad, never here (ux 1.9). */
const ways = {
  check: {
    call: card.checkCardPassword,
    asks: '请参保人在密码键盘上输入密码',
    done: '密码正确',
    left: { text: '已停止等待', next: '密码键盘上还在等待的，请参保人按取消键' },
  },
  change: {
    call: card.changeCardPassword,
    asks: '请参保人在密码键盘上先输入原密码，再按提示输入新密码',
    done: '密码已修改，今后使用新密码',
    // The pad may have taken the new one all the same.
    left: { text: '已停止等待，不知道密码是否已修改', next: '请按「校验密码」，由参保人输入新密码核对' },
  },
} as const

type Way = keyof typeof ways

/** 社保卡密码: the customer checks or changes the PIN of the card in the reader; the purchase at the counter stays as it is. */
export const CardPinDialog = () => {
  const { dispatch } = useStore()
  const { callServer, underWay } = usePorts()
  const { person } = useCounter()
  const [busy, setBusy] = useState<Way>()
  const [said, setSaid] = useState<{ text: string; next?: string }>()
  const waiting = useRef<AbortController>(undefined)
  // Who waits for a customer at the pad is not away.
  useEffect(() => {
    if (!busy) return
    underWay(true)
    return () => underWay(false)
  }, [busy, underWay])
  useEffect(() => () => waiting.current?.abort(), [])

  // Whoever does not wait any longer reads what that may mean before the dialog goes.
  const close = () => (busy ? waiting.current?.abort() : dispatch({ type: 'closeDialog' }))
  const ask = async (way: Way) => {
    const mine = new AbortController()
    waiting.current = mine
    const { signal } = mine
    setBusy(way)
    setSaid(undefined)
    try {
      await callServer(ways[way].call, { medium: 'socialCard' }, { silent: true, signal })
      setSaid({ text: ways[way].done })
    } catch (cause) {
      setSaid(signal.aborted ? ways[way].left : wordsOf(refusalOf(cause), '请重新插卡后再试'))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <Frame
      title="社保卡密码"
      onClose={close}
      buttons={
        <>
          <DialogButton first onClick={close}>
            {busy ? '停止等待' : '关闭'}
          </DialogButton>
          <DialogButton disabled={busy !== undefined} onClick={() => void ask('change')}>
            修改密码
          </DialogButton>
          <DialogButton disabled={busy !== undefined} onClick={() => void ask('check')}>
            校验密码
          </DialogButton>
        </>
      }
    >
      <p>{person?.maskedName}的社保卡留在读卡器上，密码由参保人在密码键盘上输入，不经过本页。购药明细不变。</p>
      <p role="status">
        {busy ? `${ways[busy].asks}…` : said?.text}
        {!busy && said?.next && (
          <>
            <br />
            <span className={css.meaning}>{said.next}</span>
          </>
        )}
      </p>
    </Frame>
  )
}
