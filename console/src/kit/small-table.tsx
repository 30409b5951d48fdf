import type { ReactNode } from 'react'
import styles from './small-table.module.css'

interface Head {
  title: string
  /** Stands at the right, as its cells do with `data-number`. */
  number?: boolean
  /** Heard and not seen: a column of buttons needs no title. */
  unseen?: boolean
}

interface Props {
  head: readonly (string | Head)[]
  children: ReactNode
}

// Nothing in it need take the focus, so where it is wider than its place it does itself: the keyboard scrolls it.
const reach = (box: HTMLElement | null) => {
  if (box && box.scrollWidth > box.clientWidth) box.tabIndex = 0
  else box?.removeAttribute('tabindex')
}

/** A table of a few rows inside a record or a dialog; a cell takes `data-number` or, to stay on one line, `data-whole`. */
export const SmallTable = ({ head, children }: Props) => (
  <div className={styles.scroll} ref={(box) => reach(box)}>
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((of) => {
            const { title, number, unseen }: Head = typeof of === 'string' ? { title: of } : of
            return (
              <th key={title} scope="col" data-number={number || undefined}>
                {unseen ? <span className="unseen">{title}</span> : title}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
