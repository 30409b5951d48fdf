import type { ComponentType } from 'react'
import { late } from '../late/late.tsx'
import styles from '../values.module.css'
import type { TotalsProps } from './totals.tsx'

/**
 * A list's sums (totals.tsx) as its `header`: the rows come first, and their place is there before them, so that no row
 * moves away under a hand. `fields`: how many sums; `words`: a line is said below them.
 */
export const lateTotals = (
  load: () => Promise<{ default: ComponentType<TotalsProps> }>,
  fields: number,
  words = false,
): ComponentType<TotalsProps> => {
  const show = () => (
    <section aria-label="合计">
      <div className={styles.fields}>
        {Array.from({ length: fields }, (_, place) => (
          <div key={place}>&nbsp;</div>
        ))}
      </div>
      {words && <p>&nbsp;</p>}
    </section>
  )
  return late(load, { show }, false)
}
