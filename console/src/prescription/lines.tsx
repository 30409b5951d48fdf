import { SmallTable } from '../kit/index.ts'
import type { RxDetail } from './look.ts'
import styles from './prescription.module.css'

type RxLine = Pick<RxDetail['lines'][number], 'name' | 'spec' | 'quantity' | 'unit' | 'usage'>

/** What a prescription itself says of its drugs. */
export const paperHead = ['药品 / 规格', '处方数量', '用法用量']

/** A row of it. */
export const PaperCells = ({ line }: { line: RxLine }) => (
  <>
    <td>
      {line.name} <small>{line.spec}</small>
    </td>
    <td>
      {line.quantity} {line.unit}
    </td>
    <td>{line.usage || '--'}</td>
  </>
)

/** The drugs of a prescription and what of the shop they mean. */
export const RxLines = ({ lines }: Pick<RxDetail, 'lines'>) => (
  <SmallTable head={[...paperHead, '本店商品']}>
    {lines.map((line, i) => (
      <tr key={i}>
        <PaperCells line={line} />
        <td>
          {line.ownCode ? (
            <>
              {line.itemName || line.ownCode} <small>{line.itemSpec}</small>
              <br />
              <small>
                最多 {line.limit} {line.itemUnit}
              </small>
            </>
          ) : (
            <b className={styles.open}>△ 没有对应，不能销售</b>
          )}
        </td>
      </tr>
    ))}
  </SmallTable>
)
