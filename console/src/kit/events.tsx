import { Group } from './detail.tsx'
import styles from './events.module.css'

interface Event {
  at: string
  /** What was done, as people call it. */
  move: string
  text?: string
  by?: string
}

interface Props {
  title: string
  events: readonly Event[]
  /** What is said where nothing has happened yet; without it the whole part is away. */
  empty?: string
}

/** What happened to a record, oldest first as the server gives it: when, what, in which words, who. */
export const Events = ({ title, events, empty }: Props) =>
  events.length === 0 && !empty ? null : (
    <Group title={title}>
      {events.length === 0 && <p>{empty}</p>}
      <ul className={styles.events}>
        {events.map(({ at, move, text, by }, i) => (
          <li key={`${at}${i}`}>
            <time>{at}</time>
            <span>
              {move}
              {text && `：${text}`}
              {by && ` · ${by}`}
            </span>
          </li>
        ))}
      </ul>
    </Group>
  )
