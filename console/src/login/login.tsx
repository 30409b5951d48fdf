import { type FormEvent, useRef, useState } from 'react'
import { readText } from '../state/storage.ts'
import { useCountdown } from '../state/use-countdown.ts'
import { buildTime, version } from '../state/version.ts'
import styles from './login.module.css'
import { LoginError } from './post.ts'
import { signIn } from './sign-in.ts'

interface Props {
  /** Shown once: why the person is here again. */
  message: string
  onDone: (user: { mustChange?: string }) => void
  /** The person types: the shell may be loaded meanwhile. */
  onTyping: () => void
}

const built = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** The login form; `message` is why somebody stands here again, `onDone` gets who came in. */
export const Login = ({ message, onDone, onTyping }: Props) => {
  const remembered = readText('rememberedUser')
  const [error, setError] = useState(message)
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState(false)
  const [left, lock] = useCountdown()
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const data = new FormData(form.current!)
    const userName = String(data.get('userName')).trim()
    const passWord = String(data.get('passWord'))
    if (!userName || !passWord) return setError(userName ? '密码不能为空' : '用户名不能为空')
    setBusy(true)
    setError('')
    try {
      onDone((await signIn(userName, passWord, data.get('remember') === 'on')).userInfo)
    } catch (cause) {
      if (cause instanceof LoginError && cause.lockedSeconds) lock(cause.lockedSeconds)
      setError(cause instanceof Error ? cause.message : String(cause))
      setBusy(false)
    }
  }

  // The lock is one account's: whoever else comes is not kept waiting, and who was unlocked types his name once more.
  const another = () => {
    if (!left) return
    lock(0)
    setError('')
  }

  const label = left ? `${left} 秒后可重试` : busy ? '正在登录…' : '登录'
  return (
    <main className={styles.page}>
      <section className={styles.side} aria-hidden="true">
        <p className={styles.mark}>医保云</p>
        <p className={styles.lead}>定点零售药店医保结算</p>
        <ul>
          <li>读卡、预结算、结算、打印，一屏完成</li>
          <li>每笔结算只记一次，结果未知自动核实</li>
          <li>每日与医保中心对账，差异给出依据和处理办法</li>
        </ul>
      </section>
      <section className={styles.panel}>
        <form ref={form} className={styles.form} onSubmit={submit} onInput={onTyping} noValidate>
          <h1>登录医保云</h1>
          <label htmlFor="userName">用户名</label>
          <input
            id="userName"
            name="userName"
            autoComplete="username"
            defaultValue={remembered}
            onInput={another}
            // biome-ignore lint/a11y/noAutofocus: the page has one purpose, and a counter has no spare hand for the mouse
            autoFocus={!remembered}
            spellCheck={false}
          />
          <label htmlFor="passWord">密码</label>
          <div className={styles.password}>
            <input
              id="passWord"
              name="passWord"
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              // biome-ignore lint/a11y/noAutofocus: as above
              autoFocus={!!remembered}
            />
            <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? '隐藏' : '显示'}
            </button>
          </div>
          <label className={styles.remember}>
            <input type="checkbox" name="remember" defaultChecked={!!remembered} /> 记住账号
          </label>
          <p className={styles.error} role="alert">
            {error}
          </p>
          <button type="submit" className={styles.submit} disabled={busy || left > 0}>
            {label}
          </button>
        </form>
        <footer className={styles.footer}>
          版本 {version} · 构建 {built.format(buildTime)}
        </footer>
      </section>
    </main>
  )
}
