import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLink } from '../api/index.ts'
import styles from './bars.module.css'
import { Button } from './button.tsx'

/** The line to the cloud service is cut: says since when, what it means, and tries again at a press (ux 4). */
export const OfflineBanner = () => {
  const { server, since } = useLink()
  const client = useQueryClient()
  const [now, setNow] = useState(Date.now)
  const down = server === 'down'
  useEffect(() => {
    if (!down) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    const back = () => void client.refetchQueries({ type: 'active' })
    addEventListener('online', back)
    return () => {
      clearInterval(timer)
      removeEventListener('online', back)
    }
  }, [down, client])
  if (!down) return null
  return (
    <div className={styles.offline} role="alert">
      <span>
        <b>△ 云服务断开 {Math.max(0, Math.floor((now - since) / 1000))} 秒</b>
        ：已显示的内容可能不是最新的，新的操作不会发出；填写的内容不会丢失。
      </span>
      <Button onClick={() => void client.refetchQueries({ type: 'active' })}>重新连接</Button>
    </div>
  )
}
