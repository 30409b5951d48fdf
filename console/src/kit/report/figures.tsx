import { isNumeric, metaAt, type Shape } from '../fields.ts'
import { Value } from '../value.tsx'
import styles from './report.module.css'

/** The sums of a report as tiles. */
export const Figures = ({ shape, totals, names }: { shape: Shape; totals: unknown; names: readonly string[] }) => (
  <dl className={styles.figures} aria-label="合计">
    {names.map((name) => {
      const meta = metaAt(shape, name)
      return (
        <div key={name} data-figure={name}>
          <dt>{meta.title}</dt>
          <dd data-numeric={isNumeric(meta) || undefined}>
            <Value meta={meta} value={(totals as Record<string, unknown> | undefined)?.[name]} />
          </dd>
        </div>
      )
    })}
  </dl>
)
