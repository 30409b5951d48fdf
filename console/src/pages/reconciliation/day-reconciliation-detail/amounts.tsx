import { Money } from '../../../kit/index.ts'
import styles from './bench.module.css'
import { differenceOf } from './logic.ts'
import type { Bench } from './use-bench.ts'

const parts = [
  ['total', '总额'],
  ['fund', '基金'],
  ['account', '账户'],
] as const

/** Both books beside each other, and what lies between them. */
export const Amounts = ({ row }: { row: NonNullable<Bench['current']> }) => (
  <table className={styles.amounts}>
    <thead>
      <tr>
        <th />
        <th>本地</th>
        <th>中心</th>
        <th>差</th>
      </tr>
    </thead>
    <tbody>
      {parts.map(([key, title]) => (
        <tr key={key}>
          <th>{title}</th>
          <td>
            <Money value={row.local?.[key]} />
          </td>
          <td>
            <Money value={row.centre?.[key]} />
          </td>
          <td>
            <Money signed value={differenceOf(row.local?.[key], row.centre?.[key])} />
          </td>
        </tr>
      ))}
      <tr>
        <th>退费</th>
        <td>{row.local ? (row.local.reversed ? '是' : '否') : '--'}</td>
        <td>{row.centre ? (row.centre.reversed ? '是' : '否') : '--'}</td>
        <td />
      </tr>
    </tbody>
  </table>
)
