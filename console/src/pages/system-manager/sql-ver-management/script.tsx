import styles from './sql-script.module.css'

/** A script word by word, as it was signed; a long one scrolls, by the keyboard as well. */
export default function Script({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title} className={styles.part}>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <pre className={styles.script} tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}
