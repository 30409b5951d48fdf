import { stockRow } from '@yibao/shared/entities/stock.ts'
import { Fields, Group, RecordDrawer } from '../../../kit/index.ts'
import { kindTitle, type StockRow } from './stock-actions.ts'

const groups = [
  ['上传', ['state', 'message', 'uploadedAt', 'batchNo', 'source']],
  ['商品', ['name', 'ownCode', 'nationalCode', 'lot', 'madeOn', 'expiresOn']],
  ['单据', ['docNo', 'on', 'quantity', 'price', 'about', 'operator', 'storeName']],
] as const

/** One row, whole. */
export const StockRecord = ({ row, onClose }: { row: StockRow; onClose: () => void }) => (
  <RecordDrawer title={`${kindTitle(row.kind)} ${row.docNo}`} onClose={onClose}>
    {groups.map(([title, fields]) => (
      <Group key={title} title={title}>
        <Fields shape={stockRow.shape} values={row} fields={[...fields]} />
      </Group>
    ))}
  </RecordDrawer>
)
