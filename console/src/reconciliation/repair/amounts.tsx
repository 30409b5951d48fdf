import { Money } from '../../kit/index.ts'
import { differenceOf } from './logic.ts'
import styles from './sides.module.css'

type Part = 'total' | 'fund' | 'pool' | 'aid' | 'account' | 'cash'
type Side = Partial<Record<Part, string>> & { reversed: boolean }

interface Props {
  row: { local?: Side; centre?: Side }
  parts?: readonly (readonly [Part, string])[]
}

const usual = [
  ['total', '总额'],
  ['fund', '基金'],
  ['pool', '其中统筹'],
  ['account', '账户'],
  ['cash', '现金'],
] as const

/** What the centre does not tell of its rows has no line. */
const always: readonly Part[] = ['total', 'fund', 'account']

/** Both books beside each other, and what lies between them. */
export const Amounts = ({ row, parts = usual }: Props) => (
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
      {parts
        .filter(([key]) => parts !== usual || always.includes(key) || row.centre?.[key] !== undefined)
        .map(([key, title]) => (
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
