import { Button } from '../../shell/button.tsx'
import { go } from '../../state/go.ts'
import { useCan } from '../../state/me.ts'
import styles from './dashboard.module.css'

/** A button to the page that answers more; not for who may not open it. */
export const Lead = ({ to, menuCode, text }: { to: string; menuCode: string; text: string }) => {
  const can = useCan()
  if (!can({ menuCode })) return null
  return (
    <span className={styles.lead}>
      <Button onClick={() => go(to)}>{text}</Button>
    </span>
  )
}
