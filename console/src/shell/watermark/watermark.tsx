import { useLayoutEffect, useRef } from 'react'
import type { SessionMe } from '../../state/me.ts'
import { useTheme } from '../../state/theme.ts'
import { stayOnTop } from '../messages/top-layer.ts'
import { useMinute } from '../use-minute.ts'
import { markImage, markLines } from './mark.ts'
import styles from './watermark.module.css'

/** Who works where and when, over the whole window: a photograph of the screen says who took it. On screen only. */
export const Watermark = ({ me }: { me: SessionMe }) => {
  const box = useRef<HTMLDivElement>(null)
  const dark = useTheme(({ theme }) => theme === 'dark')
  const now = useMinute()
  useLayoutEffect(() => stayOnTop(box.current!), [])
  return (
    <div
      ref={box}
      popover="manual"
      className={styles.mark}
      aria-hidden="true"
      data-watermark
      style={{ backgroundImage: markImage(markLines(me.user, now), dark) }}
    />
  )
}
