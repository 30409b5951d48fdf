import { SmallTable } from '../kit/index.ts'
import type { RxDetail } from './look.ts'
import styles from './prescription.module.css'

/** The drugs of a prescription and what of the shop they mean. */
export const RxLines = ({ lines }: Pick<RxDetail, 'lines'>) => (
  <SmallTable head={['药品 / 规格', '处方数量', '用法用量', '本店商品']}>
    {lines.map((line, i) => (
      <tr key={i}>
        <td>
          {line.name} <small>{line.spec}</small>
        </td>
        <td>
          {line.quantity} {line.unit}
        </td>
        <td>{line.usage || '--'}</td>
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
