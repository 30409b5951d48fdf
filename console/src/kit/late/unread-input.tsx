import styles from '../kit.module.css'
import type { Entered } from './late.tsx'

interface Props {
  id?: unknown
  'aria-label'?: unknown
}

type Enter = (how: Entered) => void

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const common = ({ id, 'aria-label': label }: Props, enter: Enter) => ({
  id: text(id),
  'aria-label': text(label),
  className: styles.unread,
  readOnly: true,
  'aria-busy': true,
  onFocus: () => enter('focused'),
  onClick: () => enter('pressed'),
  onBlur: () => enter(undefined),
})

const show = (props: Props, enter: Enter) => <input {...common(props, enter)} />

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

/** Lines a text has at least, in a form of ours. */
const fewest = 2
/** px of a line, and of what is around them. */
const line = 22
const around = 10

/** The same for a text of several lines, which is higher. */
export const unreadText = {
  show: (props: Props, enter: Enter) => (
    <textarea {...common(props, enter)} style={{ height: fewest * line + around }} />
  ),
  arrive: () => ({ autoFocus: true }),
}
