import type { ReactNode } from 'react'
import styles from './dashboard.module.css'

/** A card of the home page that answers one question. */
export const Tile = ({
  title,
  aside,
  wide,
  children,
}: {
  title: string
  aside?: ReactNode
  wide?: boolean
  children: ReactNode
}) => (
  <section className={`${styles.tile} ${wide ? styles.wide : ''}`}>
    <h2>
      {title} <small>{aside}</small>
    </h2>
    {children}
  </section>
)
