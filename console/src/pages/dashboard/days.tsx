import { useState } from 'react'
import styles from './dashboard.module.css'
import { Chart, type Day, parts, sumOf, Table } from './days-views.tsx'

/** The sentence under the chart: the last day against the one a week before. */
export const compare = (days: readonly Day[]): string => {
  const last = days.at(-1)
  const before = days.at(-8) ?? days.at(0)
  if (!last || !before || last === before || sumOf(before) === 0) return ''
  const change = Math.round((sumOf(last) / sumOf(before) - 1) * 100)
  return `${last.day.slice(5)} 比 ${before.day.slice(5)} ${change >= 0 ? '+' : ''}${change}%`
}

/** Money per day, stacked cash, account and fund, with a table switch and a sentence (ux 7: are we normal?). */
export const Days = ({ days }: { days: readonly Day[] }) => {
  const [asTable, setAsTable] = useState(false)
  const shown = days.slice(-7)
  const empty = shown.every((day) => day.count === 0)
  return (
    <section className={`${styles.tile} ${styles.wide}`}>
      <h2>
        近 {Math.max(shown.length, 1)} 天结算
        <button type="button" className={styles.switch} onClick={() => setAsTable(!asTable)}>
          {asTable ? '看图' : '看表'}
        </button>
      </h2>
      {empty ? (
        <p className={styles.grey}>首笔结算后显示</p>
      ) : asTable ? (
        <Table days={shown} />
      ) : (
        <Chart days={shown} />
      )}
      <p className={styles.legend} hidden={empty}>
        {parts.map(([key, title]) => (
          <span key={key}>
            <i className={styles[key]} />
            {title}
          </span>
        ))}
        <span>{compare(days)}</span>
      </p>
    </section>
  )
}
