import { useEffect, useState } from 'react'
import styles from '../kit.module.css'

/** ms after which a wait is counted aloud (ux 1). */
const slowAfter = 2000

/** Seconds of a read that takes long; nothing while it is quick. */
export const SlowNotice = ({ waiting }: { waiting: boolean }) => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!waiting) return setSeconds(0)
    const since = Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 500)
    return () => clearInterval(timer)
  }, [waiting])
  if (seconds * 1000 < slowAfter) return null
  return (
    <span className={styles.grey} role="status">
      仍在读取… {seconds} 秒
    </span>
  )
}
