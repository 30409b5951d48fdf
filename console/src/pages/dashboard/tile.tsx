import type { ReactNode } from 'react'
import styles from './dashboard.module.css'

/** A card of the home page that answers one question. */
export const Tile = ({
  title,
  aside,
  whole,
  children,
}: {
  title: string
  aside?: ReactNode
  /** As wide as the page. */
  whole?: boolean
  children: ReactNode
}) => (
  <section className={`${styles.tile} ${whole ? styles.whole : ''}`}>
    <h2>
      {title} <small>{aside}</small>
    </h2>
    {children}
  </section>
)
