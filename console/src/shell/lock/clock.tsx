import { useMinute } from '../use-minute.ts'
import styles from './lock.module.css'

const weekday = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', weekday: 'long' })

/** Time and day, to the minute. */
export const Clock = () => {
  const [day, time] = useMinute().split(' ')
  return (
    <p className={styles.clock}>
      <time>{time}</time>
      <span>
        {day} {weekday.format(new Date())}
      </span>
    </p>
  )
}
