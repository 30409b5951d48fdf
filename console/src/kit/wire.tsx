import styles from './wire.module.css'

/** JSON with its lines; anything else as it came, and so what has lines already: read once more, 12.10 would be 12.1. */
const readable = (text: string): string => {
  if (text.includes('\n')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A message as it went over a line. */
export const Wire = ({ text }: { text: string }) => <pre className={styles.wire}>{readable(text)}</pre>
