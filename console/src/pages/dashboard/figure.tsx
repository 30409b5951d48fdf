import { type ReactNode, useState } from 'react'
import dashboard from './dashboard.module.css'
import styles from './figure.module.css'
import type { Plot } from './plot.ts'
import { Drawing, Table } from './views.tsx'

interface Props {
  title: string
  plot: Plot
  /** What the chart says, in a sentence (ux 7). */
  sentence: string
  /** What stands in place of a chart that has nothing to show yet. */
  empty?: string
  /** More switches beside 看表. */
  more?: ReactNode
  wide?: boolean
}

const sample = [3, 5, 4, 6, 5, 7, 6]

/** A chart with its sentence and its table; grey sample axes until there is something (ux 7). */
export const Figure = ({ title, plot, sentence, empty = '首笔结算后显示', more, wide }: Props) => {
  const [asTable, setAsTable] = useState(false)
  const nothing = plot.series.every(({ values }) => values.every((value) => value === 0))
  return (
    <section className={`${dashboard.tile} ${wide ? dashboard.wide : ''}`} aria-label={title}>
      <h2>
        {title}
        {!nothing && (
          <span>
            {more}
            <button type="button" className={dashboard.switch} onClick={() => setAsTable(!asTable)}>
              {asTable ? '看图' : '看表'}
            </button>
          </span>
        )}
      </h2>
      {nothing ? (
        <div className={styles.sample}>
          <div className={styles.bars} aria-hidden="true">
            {sample.map((height, i) => (
              <div key={`${i + 1}`} className={styles.bar}>
                <div className={styles.stacked}>
                  <i style={{ height: `${height * 10}%` }} />
                </div>
              </div>
            ))}
          </div>
          <p>{empty}</p>
        </div>
      ) : (
        <>
          <p className={styles.sentence}>{sentence}</p>
          {asTable ? <Table plot={plot} /> : <Drawing plot={plot} />}
          {!asTable && plot.series.length > 1 && (
            <p className={styles.legend}>
              {plot.series.map(({ title: name, tone }) => (
                <span key={name}>
                  <i className={styles[tone]} />
                  {name}
                </span>
              ))}
            </p>
          )}
        </>
      )}
    </section>
  )
}
