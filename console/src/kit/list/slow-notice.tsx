import { useEffect, useState } from 'react'
import styles from '../values.module.css'

/** Seconds after which a wait is counted aloud (ux 1). */
const slowAfter = 2

/** Seconds of a read that takes long; nothing while it is quick. */
export const SlowNotice = ({ waiting }: { waiting: boolean }) => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setSeconds((n) => n + 1), 1000)
    return () => {
      clearInterval(timer)
      setSeconds(0)
    }
  }, [waiting])
  if (seconds < slowAfter) return null
  return (
    <span className={styles.grey} role="status">
      仍在读取… {seconds} 秒
    </span>
  )
}
