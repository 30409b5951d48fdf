import type { CSSProperties } from 'react'
import { formatField, isNumeric, metaAt, type Shape, valueAt } from '../fields.ts'
import { figureWidth } from '../list/whole-amounts.ts'
import { Value } from '../value.tsx'
import styles from './report.module.css'

/** px of a tile's padding, and how much larger than in a table its figure is (report.module.css). */
const around = 34
const larger = 20 / 14

/** The sums of a report as tiles, each as wide as the longest of them asks for. */
export const Figures = ({ shape, totals, names }: { shape: Shape; totals: unknown; names: readonly string[] }) => {
  const all = names.map((name) => ({ name, meta: metaAt(shape, name), value: valueAt(totals, name) }))
  const widest = Math.max(...all.map(({ meta, value }) => figureWidth(formatField(meta, value))))
  return (
    <dl
      className={styles.figures}
      style={{ '--widest': `${Math.ceil(widest * larger) + around}px` } as CSSProperties}
      aria-label="合计"
    >
      {all.map(({ name, meta, value }) => (
        <div key={name} data-figure={name}>
          <dt>{meta.title}</dt>
          <dd data-numeric={isNumeric(meta) || undefined}>
            <Value meta={meta} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
