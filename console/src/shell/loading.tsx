import { useEffect, useState } from 'react'
import styles from './loading.module.css'

/** Full-screen loading overlay. It appears after 150 ms, so that a quick load does not flicker. */
export const Loading = ({ text }: { text: string }) => {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const show = setTimeout(() => setShown(true), 150)
    return () => clearTimeout(show)
  }, [])
  if (!shown) return null
  return (
    <div className={styles.overlay} role="status" aria-busy="true">
      <span className={styles.spinner} />
      {text}
    </div>
  )
}
