import styles from '../kit.module.css'

interface Props {
  id?: unknown
}

/** As high and wide as the input that is being read, under the same label; nothing can be typed into it yet. */
export const unreadInput = ({ id }: Props) => (
  <input id={typeof id === 'string' ? id : undefined} className={styles.unread} readOnly aria-busy="true" />
)
