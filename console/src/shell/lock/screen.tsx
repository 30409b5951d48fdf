import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLink } from '../../api/index.ts'
import { leave } from '../../session/leave.ts'
import { readUserInfo } from '../../state/session.ts'
import { useTabs } from '../../state/tab-store.ts'
import { useCountdown } from '../../state/use-countdown.ts'
import { Button } from '../button.tsx'
import { useUiStore } from '../messages/ui-store.ts'
import { askServer, refusalOf } from './ask.ts'
import { Clock } from './clock.tsx'
import { fateOf, isKept, titlesOf } from './fate.ts'
import styles from './lock.module.css'
import { unlock } from './watch.ts'

const Unlock = ({ onLeave }: { onLeave: () => void }) => {
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [left, startCountdown] = useCountdown()
  const down = useLink(({ server }) => server === 'down')
  useEffect(() => field.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const input = field.current!
    if (busy || left) return
    if (!input.value) return setError('密码不能为空')
    setBusy(true)
    setError('')
    try {
      await askServer(input.value)
      unlock()
    } catch (cause) {
      const { text, seconds } = refusalOf(cause)
      if (seconds) startCountdown(seconds)
      setError(text)
      setBusy(false)
      // Nothing that was typed waits for the next one who presses Enter.
      input.value = ''
      input.focus()
    }
  }

  const label = left ? `${left} 秒后可重试` : busy ? '正在解锁…' : '解锁'
  const said = error || (down ? '云服务断开，恢复后才能解锁' : '')
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <label htmlFor="unlock">密码</label>
      <input
        ref={field}
        id="unlock"
        type="password"
        // A browser that fills it in would open the lock for anybody.
        autoComplete="new-password"
        readOnly={busy}
        aria-describedby="unlock-error"
      />
      <p id="unlock-error" className={styles.error} role="alert">
        {said}
      </p>
      <Button primary type="submit" disabled={busy || left > 0}>
        {label}
      </Button>
      <Button onClick={onLeave}>换人登录</Button>
    </form>
  )
}

interface QuestionProps {
  title: string
  text: string
  buttons: { text: string; primary?: boolean; danger?: boolean; run: () => void }[]
}

const Question = ({ title, text, buttons }: QuestionProps) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={box} className={styles.form} role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      {buttons.map((one) => (
        <Button key={one.text} primary={one.primary} data-danger={one.danger} onClick={one.run}>
          {one.text}
        </Button>
      ))}
    </div>
  )
}

const unsaved = () => useTabs.getState().tabs.filter(({ dirty }) => dirty)

const Middle = () => {
  const [step, setStep] = useState<'unlock' | 'ask' | 'leave'>('unlock')
  const alert = useUiStore(({ dialogs }) => dialogs.find(({ always }) => always))
  if (alert) {
    const buttons = alert.buttons.map(({ text, value }) => ({ text, primary: true, run: () => alert.done(value) }))
    return <Question title={alert.title} text={String(alert.body)} buttons={buttons} />
  }
  const go = () => {
    setStep('leave')
    void leave()
  }
  if (step === 'leave') return <p role="status">正在退出登录…</p>
  if (step === 'ask')
    return (
      <Question
        title={`「${titlesOf(unsaved())}」有未保存的内容`}
        text={fateOf(unsaved())}
        buttons={[
          { text: '继续锁屏', run: () => setStep('unlock') },
          isKept(unsaved())
            ? { text: '换人登录', primary: true, run: go }
            : { text: '放弃并换人登录', danger: true, run: go },
        ]}
      />
    )
  return <Unlock onLeave={() => (unsaved().length ? setStep('ask') : go())} />
}

/** What is seen of the console while it is locked. */
export const LockScreen = () => {
  const user = readUserInfo()
  return (
    <div className={styles.screen}>
      <Clock />
      <h1>已锁屏</h1>
      {user && (
        <p className={styles.person}>
          <b>{user.name || user.surName || user.userName}</b>
          <span>账号 {user.userName}</span>
        </p>
      )}
      <Middle />
    </div>
  )
}
