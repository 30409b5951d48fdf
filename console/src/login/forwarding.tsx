import { launchesGuest, launchTarget, productTitle, rowOfPath } from '@yibao/shared/menu.ts'
import { useEffect, useState } from 'react'
import { enterFrame, leaveToLogin } from '../state/place.ts'
import { forgetSession, forgetToken, saveLogin } from '../state/session.ts'
import { setOwnWindow } from '../state/storage.ts'
import type { Forwarded } from './clear.ts'
import styles from './login.module.css'
import { signOn } from './sign-on.ts'
import { silentEntry, silentSignIn } from './silent.ts'

interface Props {
  entry: Forwarded
  onDone: (target: string) => void
}

// Whoever was signed in before is not who was meant to enter; the login page is for who has no session.
const forget = ({ query }: Forwarded) => {
  const guest = launchesGuest(query)
  setOwnWindow(guest ? 'guest' : '')
  if (guest) forgetToken()
  else forgetSession()
}

/** Signs in by the parameters of the address; gives the page it leads to and whether an ERP frames it. */
const enterBy = async ({ path, query }: Forwarded): Promise<{ target: string; framed: boolean }> => {
  if (path === '/auth-redirect') {
    const { target, login } = signOn(query)
    saveLogin(await login())
    return { target, framed: false }
  }
  const entry = silentEntry(query, launchTarget)
  saveLogin(await silentSignIn(entry))
  return { target: entry.target, framed: true }
}

/** /forwarding and /auth-redirect: somebody else's program signs the person in; what goes wrong is said on the login page. */
export const Forwarding = ({ entry, onDone }: Props) => {
  const [busy, setBusy] = useState(true)
  useEffect(() => {
    document.title = `${rowOfPath(entry.path)?.title} - ${productTitle}`
    const enter = async () => {
      try {
        const { target, framed } = await enterBy(entry)
        enterFrame(framed)
        onDone(target)
      } catch (cause) {
        setBusy(false)
        forget(entry)
        enterFrame(false)
        leaveToLogin('', cause instanceof Error ? cause.message : String(cause))
      }
    }
    void enter()
  }, [entry, onDone])
  return (
    <main className={styles.waiting} role="status">
      {busy ? '正在登录医保云…' : '正在转到登录页…'}
    </main>
  )
}
