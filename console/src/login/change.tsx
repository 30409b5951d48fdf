import { accountPaths, authPaths } from '@yibao/shared/calls/paths.ts'
import { mustChanges, passwordFault, passwordsDiffer } from '@yibao/shared/password.ts'
import { type FormEvent, type MouseEvent, useRef, useState } from 'react'
import { readBackup } from '../state/backup.ts'
import { encodePasswords, type PasswordKey } from '../state/password.ts'
import { leaveToLogin } from '../state/place.ts'
import { forgetSession, forgetToken, readToken, readUserInfo } from '../state/session.ts'
import { readText } from '../state/storage.ts'
import styles from './login.module.css'
import { ask } from './post.ts'

const fields = [
  { name: 'userName', label: '用户名', type: 'text', empty: '用户名不能为空', complete: 'username' },
  { name: 'oldPassword', label: '旧密码', type: 'password', empty: '旧密码不能为空', complete: 'current-password' },
  { name: 'password', label: '新密码', type: 'password', empty: '新密码不能为空', complete: 'new-password' },
  { name: 'confirmPassword', label: '确认密码', type: 'password', empty: '请再次输入密码', complete: 'new-password' },
] as const

type Name = (typeof fields)[number]['name']
type Values = Record<Name, string>

const differ = ({ password, confirmPassword }: Values) => confirmPassword !== '' && password !== confirmPassword

/** The first thing wrong with the form: SPEC 5's own rules, then those of the password. */
const problemOfChange = (values: Values): string | undefined => {
  const empty = fields.find(({ name }) => !values[name].trim())
  if (empty) return empty.empty
  return differ(values) ? passwordsDiffer : passwordFault(values.password, values.userName)
}

const valuesOf = (form: HTMLFormElement) => {
  const data = new FormData(form)
  return Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name) ?? '')])) as Values
}

/** Why the session that is there may do nothing else; undefined where none is, or one that may. */
const bound = () => (readToken() ? readUserInfo()?.mustChange : undefined)

const reason = () => {
  const why = bound()
  return why ? `${mustChanges[why]}，修改后才能继续操作` : ''
}

// With its token kept, the login page would lead back here whoever comes next.
const endBound = async () => {
  try {
    await (await import('../session/leave.ts')).leave()
  } catch {
    forgetSession()
    leaveToLogin('')
  }
}

/** Who is signed in at this PC and is somebody else: his session is none of the account's whose password was changed. */
const somebodyElse = (userName: string) => {
  const other = readToken() && readUserInfo()?.userName
  return other && other !== userName ? other : ''
}

// All sessions of the account have ended. An administrator who works as its operator for a while keeps his way back.
const forgetEnded = () => (readBackup() ? forgetToken() : forgetSession())

/** /change: a new password before anything else, forced or free; plain HTML like the login page. */
export const Change = ({ message }: { message: string }) => {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState(message || reason)
  /** What was changed, where the page stays. */
  const [changed, setChanged] = useState('')
  /** What is under way, '' = nothing. */
  const [busy, setBusy] = useState('')

  // A new password re-validates its confirmation (SPEC 5), and what was said of the two goes once they are equal.
  const compare = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const wrong = differ(valuesOf(currentTarget))
    if (wrong && (target as HTMLInputElement).name === 'password') setError(passwordsDiffer)
    if (!wrong && error === passwordsDiffer) setError('')
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const values = valuesOf(form.current!)
    const problem = problemOfChange(values)
    if (problem) return setError(problem)
    setBusy('正在修改…')
    setError('')
    setChanged('')
    try {
      const key = await ask<PasswordKey>(authPaths.publicKey)
      const plain = [values.oldPassword, values.password, values.confirmPassword]
      const [oldPassword, password, confirmPassword] = await encodePasswords(plain, key)
      const sent = { userName: values.userName.trim(), oldPassword, password, confirmPassword }
      await ask(accountPaths.forceChangePassword, sent)
      const other = somebodyElse(sent.userName)
      if (other) {
        setBusy('')
        form.current?.reset()
        return setChanged(`已修改 ${sent.userName} 的密码。本机登录的仍是 ${other}`)
      }
      forgetEnded()
      leaveToLogin('', '操作成功，请用新密码登录')
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause))
      setBusy('')
    }
  }

  const goBack = (event: MouseEvent) => {
    if (!bound()) return
    event.preventDefault()
    setBusy('正在退出登录…')
    void endBound()
  }

  return (
    <main className={styles.page}>
      <section className={styles.side} aria-hidden="true">
        <p className={styles.mark}>医保云</p>
        <p className={styles.lead}>定点零售药店医保结算</p>
      </section>
      <section className={styles.panel}>
        <form ref={form} className={styles.form} onSubmit={submit} onInput={compare} noValidate>
          <h1>修改密码</h1>
          {fields.map(({ name, label, type, complete }) => (
            <div key={name} className={styles.field}>
              <label htmlFor={name}>{label}</label>
              <input
                id={name}
                name={name}
                type={type}
                autoComplete={complete}
                defaultValue={name === 'userName' ? readText('userName') || readText('rememberedUser') : ''}
                spellCheck={false}
              />
            </div>
          ))}
          <p className={styles.hint}>8 到 64 位，至少包含字母、数字、符号中的两种，不含用户名</p>
          <p className={styles.error} data-good={error ? undefined : changed || undefined} role="alert">
            {error || changed}
          </p>
          <button type="submit" className={styles.submit} disabled={busy !== ''}>
            {busy || '修改密码'}
          </button>
          <a href="login" onClick={goBack}>
            {readToken() && !bound() ? '返回首页' : '返回登录'}
          </a>
        </form>
      </section>
    </main>
  )
}
