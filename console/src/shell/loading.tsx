import { useEffect, useState } from 'react'
import styles from './shell.module.css'

/** ms after which an overlay that asked for it closes by itself (SPEC 9). */
const autoCloseMs = 30_000

interface Props {
  text: string
  autoClose?: boolean
}

/** Full-screen loading overlay. It appears after 150 ms, so that a quick load does not flicker. */
export const Loading = ({ text, autoClose = false }: Props) => {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const show = setTimeout(() => setShown(true), 150)
    const hide = autoClose ? setTimeout(() => setShown(false), autoCloseMs) : undefined
    return () => {
      clearTimeout(show)
      clearTimeout(hide)
    }
  }, [autoClose])
  if (!shown) return null
  return (
    <div className={styles.overlay} role="status">
      <span className={styles.spinner} />
      {text}
    </div>
  )
}
