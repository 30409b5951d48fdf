import { formatTime } from '@yibao/shared/time.ts'
import { useEffect, useState } from 'react'
import styles from './lock.module.css'

const weekday = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', weekday: 'long' })
const minute = () => formatTime(new Date()).slice(0, 16)

/** Time and day, to the minute. */
export const Clock = () => {
  const [now, setNow] = useState(minute)
  useEffect(() => {
    const timer = setInterval(() => setNow(minute()), 1000)
    return () => clearInterval(timer)
  }, [])
  const [day, time] = now.split(' ')
  return (
    <p className={styles.clock}>
      <time>{time}</time>
      <span>
        {day} {weekday.format(new Date())}
      </span>
    </p>
  )
}
