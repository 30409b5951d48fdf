import { rxWaiting } from '@yibao/shared/calls/prescription-waiting.ts'
import { useCall } from '../api/index.ts'
import styles from './badge.module.css'

/** Above this the figure says nothing more. */
const most = 99

/**
 * How many prescriptions wait for a pharmacist, beside their page in the menu; nothing for none. Events bring it up to date.
 */
const RxBadge = () => {
  const { data } = useCall(rxWaiting.waiting, {})
  if (!data?.count) return null
  const { count } = data
  return (
    <span className={styles.badge} role="img" aria-label={`${count} 张等待审核`}>
      {count > most ? `${most}+` : count}
    </span>
  )
}

export default RxBadge
