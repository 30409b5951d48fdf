import { user } from '@yibao/shared/calls/auth.ts'
import { useEffect, useState } from 'react'
import { callServer } from '../api/index.ts'
import { endView } from '../session/view.ts'
import { useMe } from '../state/me.ts'
import styles from './bars.module.css'
import { Button } from './button.tsx'

const paceMs = 10_000

// An answer of 401 tells that it has ended; the client says so.
const ask = () => void callServer(user.getLoginUserInfo, {}, { silent: true }).catch(() => undefined)

/** 正在以 … 的身份查看: who is looked at, for how long, and the way out. */
const ViewBanner = ({ counter }: { counter: boolean }) => {
  const me = useMe((state) => state.me)
  const [since, setSince] = useState(() => performance.now())
  const [now, setNow] = useState(since)
  const viewing = me?.user.viewing
  useEffect(() => {
    setSince(performance.now())
    setNow(performance.now())
    const timer = setInterval(() => setNow(performance.now()), paceMs)
    // The administrator may have left in the window beside.
    const look = ({ key }: StorageEvent) => (key === 'token' || key === null) && ask()
    addEventListener('storage', look)
    addEventListener('focus', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('storage', look)
      removeEventListener('focus', ask)
    }
  }, [viewing])
  const seconds = (viewing?.left ?? 0) - (now - since) / 1000
  const over = viewing !== undefined && seconds <= 0
  useEffect(() => {
    if (over) ask()
  }, [over])
  if (!me || !viewing) return null
  const { name, userName } = me.user
  return (
    <div className={`${styles.offline} ${styles.viewing}`} role="status">
      <span>
        <b>正在以 {name || userName} 的身份查看（只读）</b>，还剩 {Math.max(0, Math.ceil(seconds / 60))} 分钟
        {counter && '。读卡、结算和打印在此窗口不可用'}
      </span>
      <Button onClick={() => void endView()}>结束查看</Button>
    </div>
  )
}

export default ViewBanner
