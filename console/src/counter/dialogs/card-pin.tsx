import { card } from '@yibao/shared/calls/counter.ts'
import { useEffect, useState } from 'react'
import { useCounter, useStore } from '../parts/store-context.ts'
import { usePorts } from '../ports.ts'
import { wordsOf } from '../refusals.ts'
import { refusalOf } from '../world/refusal.ts'
import css from './dialogs.module.css'
import { DialogButton, Frame } from './frame.tsx'

/** The PIN itself is typed on the reader's pad, never here (ux 1.9). */
const ways = {
  check: { call: card.checkCardPassword, asks: '请参保人在密码键盘上输入密码', done: '密码正确' },
  change: {
    call: card.changeCardPassword,
    asks: '请参保人在密码键盘上先输入原密码，再按提示输入新密码',
    done: '密码已修改，今后使用新密码',
  },
} as const

type Way = keyof typeof ways

/** 社保卡密码: the customer checks or changes the PIN of the card in the reader; the purchase at the counter stays as it is. */
const CardPinDialog = () => {
  const { dispatch } = useStore()
  const { callServer, underWay } = usePorts()
  const { person } = useCounter()
  const [busy, setBusy] = useState<Way>()
  const [said, setSaid] = useState<{ text: string; next?: string }>()
  const [gone] = useState(() => new AbortController())
  // Who waits for a customer at the pad is not away.
  useEffect(() => {
    if (!busy) return
    underWay(true)
    return () => underWay(false)
  }, [busy, underWay])
  useEffect(() => () => gone.abort(), [gone])

  const close = () => dispatch({ type: 'closeDialog' })
  const ask = async (way: Way) => {
    setBusy(way)
    setSaid(undefined)
    try {
      await callServer(ways[way].call, { medium: 'socialCard' }, { silent: true, signal: gone.signal })
      setSaid({ text: ways[way].done })
    } catch (cause) {
      setSaid(wordsOf(refusalOf(cause), '请重新插卡后再试'))
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
            关闭
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

export default CardPinDialog
