import { fen, formatAmount } from '@yibao/shared/money.ts'
import styles from './dashboard.module.css'

export interface Day {
  day: string
  count: number
  fund: string
  account: string
  cash: string
}

/** The parts of a bar from its foot. */
export const parts = [
  ['cash', '现金'],
  ['account', '账户'],
  ['fund', '基金'],
] as const

/** px of the highest bar. */
const height = 130

/** Fen of a day, what was taken back left out. */
export const sumOf = (day: Day) => parts.reduce((sum, [key]) => sum + Math.max(0, fen(day[key])), 0)

/** One bar a day, with the number of settlements above it. */
export const Chart = ({ days }: { days: readonly Day[] }) => {
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

/** The same figures as a table. */
export const Table = ({ days }: { days: readonly Day[] }) => (
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
