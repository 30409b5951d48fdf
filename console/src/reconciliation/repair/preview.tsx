import { formatAmount } from '@yibao/shared/money.ts'
import { SmallTable } from '../../kit/index.ts'
import { amountOf, type Difference } from './logic.ts'
import styles from './preview.module.css'
import { changeOf } from './texts.ts'

interface Props {
  rows: readonly Difference[]
  action: NonNullable<Difference['proposal']>
}

// A keyboard scrolls it too.
const reach = (box: HTMLElement | null) => {
  if (box && box.scrollHeight > box.clientHeight) box.tabIndex = 0
}

/** What a repair changes, row by row: all of them, however many there are (ux 3). */
export const Preview = ({ rows, action }: Props) => (
  <section className={styles.preview} aria-label="处理前后" ref={reach}>
    <SmallTable head={['参保人', '结算时间', { title: '总额', number: true }, '处理前', '处理后']}>
      {rows.map((row) => {
        const { before, after } = changeOf(row, action)
        return (
          <tr key={row.id}>
            <td>{row.maskedName}</td>
            <td data-whole>{row.at?.slice(5, 16) ?? '--'}</td>
            <td data-number>{formatAmount(amountOf(row))}</td>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        )
      })}
    </SmallTable>
  </section>
)
