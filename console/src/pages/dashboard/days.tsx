import { fen, formatAmount } from '@yibao/shared/money.ts'
import { useState } from 'react'
import styles from './dashboard.module.css'

interface Day {
  day: string
  count: number
  fund: string
  account: string
  cash: string
}

const parts = [
  ['cash', '现金'],
  ['account', '账户'],
  ['fund', '基金'],
] as const

/** px of the highest bar. */
const height = 130

const sumOf = (day: Day) => parts.reduce((sum, [key]) => sum + Math.max(0, fen(day[key])), 0)

/** The sentence under the chart: the last day against the one a week before. */
export const compare = (days: readonly Day[]): string => {
  const last = days.at(-1)
  const before = days.at(-8) ?? days.at(0)
  if (!last || !before || last === before || sumOf(before) === 0) return ''
  const change = Math.round((sumOf(last) / sumOf(before) - 1) * 100)
  return `${last.day.slice(5)} 比 ${before.day.slice(5)} ${change >= 0 ? '+' : ''}${change}%`
}

const Chart = ({ days }: { days: readonly Day[] }) => {
  const most = Math.max(1, ...days.map(sumOf))
  return (
    <div className={styles.bars}>
      {days.map((day) => (
        <div
          key={day.day}
          className={styles.bar}
          title={`${day.day} ${day.count} 笔 ${formatAmount(sumOf(day) / 100)} 元`}
        >
          <span>{day.count || ''}</span>
          <div className={styles.stack}>
            {parts.map(([key]) => (
              <div
                key={key}
                className={styles[key]}
                style={{ height: `${Math.round((Math.max(0, fen(day[key])) / most) * height)}px` }}
              />
            ))}
          </div>
          <span>{day.day.slice(5)}</span>
        </div>
      ))}
    </div>
  )
}

const Table = ({ days }: { days: readonly Day[] }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th>日期</th>
        <th>笔数</th>
        {parts.map(([key, title]) => (
          <th key={key}>{title}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {days.map((day) => (
        <tr key={day.day}>
          <td>{day.day}</td>
          <td>{day.count}</td>
          {parts.map(([key]) => (
            <td key={key}>{formatAmount(day[key])}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

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
