import { routeOfKey } from '@yibao/shared/menu.ts'
import { useEffect, useState } from 'react'
import { enterFrame, leaveToLogin } from '../state/place.ts'
import { forgetSession } from '../state/session.ts'
import styles from './login.module.css'
import { silentEntry, silentSignIn } from './silent.ts'

interface Props {
  query: Record<string, string>
  onDone: (target: string) => void
}

/** /forwarding: the ERP signs its operator in; whatever goes wrong is said on the login page. */
export const Forwarding = ({ query, onDone }: Props) => {
  const [busy, setBusy] = useState(true)
  useEffect(() => {
    const enter = async () => {
      try {
        const entry = silentEntry(query, routeOfKey)
        // Another operator's leftovers must not survive into this session.
        forgetSession()
        await silentSignIn(entry)
        enterFrame(true)
        onDone(entry.target)
      } catch (cause) {
        setBusy(false)
        enterFrame(false)
        leaveToLogin('/', cause instanceof Error ? cause.message : String(cause))
      }
    }
    void enter()
  }, [query, onDone])
  return (
    <main className={styles.waiting} role="status">
      {busy ? '正在登录医保云…' : '正在转到登录页…'}
    </main>
  )
}
