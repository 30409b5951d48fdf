import styles from '../kit.module.css'
import type { Entered } from './late.tsx'

interface Props {
  id?: unknown
}

const show = ({ id }: Props, enter: (how: Entered) => void) => (
  <input
    id={typeof id === 'string' ? id : undefined}
    className={styles.unread}
    readOnly
    aria-busy="true"
    onFocus={() => enter('focused')}
    onClick={() => enter('pressed')}
    onBlur={() => enter(undefined)}
  />
)

/**
 * As high and wide as the input that is being read, under the same label; nothing can be typed into it yet. Whoever is
 * in it is in the input once that has come.
 */
export const unreadInput = { show, arrive: () => ({ autoFocus: true }) }

/** The same for an input that opens something below it: pressed before it was there, it comes open. */
export const unreadPicker = {
  show,
  arrive: (how: NonNullable<Entered>) => ({ autoFocus: true, defaultOpen: how === 'pressed' }),
}
