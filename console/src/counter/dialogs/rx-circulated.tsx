import type { ResultOf } from '@yibao/shared/call.ts'
import { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { useCounter, useOwnKeys, useStore } from '../parts/store-context.ts'
import { usePorts } from '../ports.ts'
import { wordsOf } from '../refusals.ts'
import { refusalOf } from '../world/refusal.ts'
import { Choices } from './choose.tsx'
import css from './dialogs.module.css'
import { DialogButton } from './frame.tsx'
import rxCss from './rx-kept.module.css'

type Circulated = ResultOf<typeof calls.circulated>
type Listed = Circulated['items'][number]

const words: Record<Listed['state'], { sign: string; text: string }> = {
  usable: { sign: '✓', text: '可以下载' },
  here: { sign: '○', text: '已在本店，见「本店处方」' },
  other: { sign: '△', text: '其他药店已审核，今天不能在本店使用' },
  refused: { sign: '✕', text: '药师审核未通过，须由医生修改后重新开具' },
  used: { sign: '○', text: '已使用' },
  later: { sign: '△', text: '还没有到下次使用的日期' },
  over: { sign: '✕', text: '已过期' },
  revoked: { sign: '✕', text: '开方医院已撤销' },
}

const Words = ({ one }: { one: Listed }) => {
  const { sign, text } = words[one.state]
  return (
    <>
      <b>
        {one.number} · {one.hospital} {one.doctor}
      </b>
      <span>{one.state === 'usable' ? '下载' : one.state === 'here' ? '查看' : ''}</span>
      <small className={rxCss.words}>
        <b data-tone={one.state === 'usable' ? 'good' : undefined}>
          {sign} {text}
        </b>
        <span>
          {one.issuedAt.slice(0, 10)} 至 {one.validUntil.slice(0, 10)} · {one.kinds} 种
          {one.repeat && ` · ${one.repeat}`}
        </span>
      </small>
    </>
  )
}

/**
 * Where the e-voucher is shown for prescriptions; a password field is left alone by the scanner's listener. Enter in the
 * empty field asks the reader beside the PC, as its button does.
 */
const Present = ({ busy, onCode }: { busy: boolean; onCode: (code: string) => void }) => {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCode(code)
    setCode('')
  }
  return (
    <>
      <form onSubmit={submit}>
        <label className={css.field}>
          <span>医保码</span>
          <input
            type="password"
            // biome-ignore lint/a11y/noAutofocus: the only field of a dialog that the person opened
            autoFocus
            data-first
            autoComplete="off"
            placeholder="扫码后查询"
            value={code}
            disabled={busy}
            onChange={(event) => setCode(event.target.value.trim())}
          />
        </label>
        <input type="submit" hidden />
      </form>
      <p className={css.meaning}>查看处方须参保人本人再次出示医保码，与购药的扫码分开</p>
    </>
  )
}

/** The prescriptions that the centre has for the customer: Enter downloads one, and its goods come into the basket (ux 1.3). */
const CirculatedRx = ({ onKept }: { onKept: () => void }) => {
  const { dispatch } = useStore()
  const { callServer, rx } = usePorts()
  const { person } = useCounter()
  const ownKeys = useOwnKeys()
  const [known, setKnown] = useState<Circulated>()
  const [problem, setProblem] = useState<{ text: string; next: string }>()
  const [doing, setDoing] = useState('查询可用处方…')
  const readId = person?.readId

  const ask = useCallback(
    async (present: boolean, code?: string) => {
      if (!readId) return
      setDoing('查询可用处方…')
      setProblem(undefined)
      const scanned = code ? { scanned: { medium: 'eVoucher', code } } : {}
      const input = { readId, ...(present ? { present } : {}) }
      try {
        setKnown(await callServer(calls.counterCirculated, input, { silent: true, ...scanned }))
      } catch (cause) {
        setProblem(wordsOf(refusalOf(cause), '请重新扫码'))
        if (!present) setKnown({ presented: false, items: [] })
      }
      setDoing('')
    },
    [callServer, readId],
  )
  useEffect(() => {
    void ask(false)
  }, [ask])

  const download = async ({ number }: Listed) => {
    if (!readId) return
    setDoing(`正在下载处方 ${number}…`)
    setProblem(undefined)
    let closed = false
    try {
      const { seqNo } = await callServer(calls.ecRxGetSeqNoHass, { readId, number }, { silent: true })
      const one = await callServer(calls.counterDownload, { readId, seqNo }, { silent: true })
      // What is asked next has a window of its own: this one steps aside.
      closed = true
      dispatch({ type: 'closeDialog' })
      if (one.lines.some(({ ownCode }) => !ownCode)) await rx.match(one)
      const { items, goods } = await callServer(calls.usable, { readId }, { silent: true })
      const chosen = items.find(({ id }) => id === one.id)
      if (chosen) dispatch({ type: 'takeRx', readId, rx: chosen, items: goods })
    } catch (cause) {
      if (closed) return dispatch({ type: 'failed', refusal: refusalOf(cause) })
      setProblem(wordsOf(refusalOf(cause), '请重新按 F6'))
      setDoing('')
    }
  }
  const choices = (known?.items ?? []).map((one) => ({
    key: one.number,
    content: <Words one={one} />,
    disabled: doing !== '' || (one.state !== 'usable' && one.state !== 'here'),
    choose: () => (one.state === 'here' ? onKept() : void download(one)),
  }))
  return (
    <>
      {!readId && <p className={css.meaning}>读取参保人后可查询其电子处方</p>}
      {problem && (
        <p role="alert">
          {problem.text}。{ownKeys(problem.next)}
        </p>
      )}
      {readId && doing && <p className={css.meaning}>{doing}</p>}
      {known && !known.presented && <Present busy={doing !== ''} onCode={(code) => void ask(true, code)} />}
      {known?.presented && choices.length === 0 && (
        <p className={css.meaning}>医保中心没有 {person?.maskedName} 的电子处方。有纸质处方的可录入本店处方</p>
      )}
      {choices.length > 0 && <Choices choices={choices} />}
      <div className={css.buttons}>
        <DialogButton onClick={() => dispatch({ type: 'closeDialog' })}>关闭</DialogButton>
        {known && !known.presented && (
          <DialogButton disabled={doing !== ''} onClick={() => void ask(true)}>
            {ownKeys('用读卡设备扫码（Enter）')}
          </DialogButton>
        )}
        {known?.presented && (
          <DialogButton disabled={doing !== ''} onClick={() => void ask(false)}>
            重新查询
          </DialogButton>
        )}
      </div>
    </>
  )
}

export default CirculatedRx
