import { sale } from '@yibao/shared/calls/sale.ts'
import { Fields, Group, RecordDrawer, type RowOf, rowShapeOf } from '../../../kit/index.ts'

type Row = RowOf<typeof sale.paged>

const groups = [
  ['上传', ['state', 'message', 'kind', 'uploadedAt', 'batchNo', 'traceCode']],
  ['商品', ['name', 'spec', 'producer', 'ownCode', 'nationalCode', 'lot', 'madeOn', 'expiresOn']],
  ['销售', ['orderNo', 'no', 'quantity', 'unit', 'price', 'amount', 'soldAt', 'storeName', 'operatorName']],
] as const

/** One piece, whole. */
export default function SaleRecord({ row, onClose }: { row: Row; onClose: () => void }) {
  return (
    <RecordDrawer title={`${row.name} ${row.spec}`} onClose={onClose}>
      {groups.map(([title, fields]) => (
        <Group key={title} title={title}>
          <Fields shape={rowShapeOf(sale.paged.result)} values={row} fields={[...fields]} />
        </Group>
      ))}
    </RecordDrawer>
  )
}
