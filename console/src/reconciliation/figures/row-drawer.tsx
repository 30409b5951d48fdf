import type { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { figureRow, figureTitles } from '@yibao/shared/entities/figures.ts'
import { Button } from 'antd'
import type { RowOf } from '../../kit/index.ts'
import { Fields, Group, RecordDrawer, type Tools } from '../../kit/index.ts'
import { go } from '../../state/go.ts'
import { useCan } from '../../state/me.ts'
import { Amounts } from '../repair/amounts.tsx'
import { repairsOf } from '../repair/repairs.ts'
import { Sides } from '../repair/sides.tsx'
import { useRunning } from '../repair/use-running.ts'

type Row = RowOf<typeof figureBooks.dayDetail>

const parts = (['total', 'pool', 'aid', 'account', 'cash'] as const).map((name) => [name, figureTitles[name]] as const)

/** One settlement in both books, and what may be done where they differ: the same as on the bench of 日对账 (ux 3). */
const RowDrawer = ({ row, tools, onClose }: { row: Row; tools: Tools; onClose: () => void }) => {
  const can = useCan()
  const mayHandle = can({ menuCode: 'JsDayReconciliationV2', buttonCode: 'handle' })
  const { difference, orderId } = row
  const [actions, isRunning] = useRunning(repairsOf(tools.dialogs, { refresh: tools.refetch }))
  const order = orderId && can({ menuCode: 'OrderManagement' }) && (
    <Button onClick={() => go(`/reconciliation/order-management?f.keyword=${encodeURIComponent(row.setlId)}`)}>
      查看订单
    </Button>
  )
  return (
    <RecordDrawer title={`结算 ${row.setlId}`} onClose={onClose} footer={order || undefined}>
      {difference ? (
        <Sides {...{ row: difference, actions, isRunning, mayHandle }} />
      ) : (
        <Group title="金额">
          <Amounts row={row} parts={parts} />
        </Group>
      )}
      <Group title="结算">
        <Fields
          shape={figureRow.shape}
          values={row}
          fields={['kind', 'at', 'maskedName', 'setlId', 'mdtrtId', 'erpBill', 'operatorName', 'handling']}
        />
      </Group>
    </RecordDrawer>
  )
}

export default RowDrawer
