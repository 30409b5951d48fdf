import type { ResultOf } from '@yibao/shared/call.ts'
import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { liquidationFundRow, liquidationItemRow } from '@yibao/shared/entities/liquidation.ts'
import { can } from '@yibao/shared/permission.ts'
import { Alert, Button, Table } from 'antd'
import { useCall } from '../api/index.ts'
import {
  type Action,
  Actions,
  Fields,
  Group,
  metaAt,
  ReadFault,
  RecordDrawer,
  Status,
  shapeOf,
  unreadTitle,
  useDialogs,
  Value,
} from '../kit/index.ts'
import { exportSheet } from '../kit/list/export/export-sheet.ts'
import { columnsOf, PagedTable, usePaged } from '../kit/paged-table.tsx'
import { go } from '../state/go.ts'
import { useMe } from '../state/me.ts'
import { Compared } from './compared.tsx'
import { leadOf } from './lead.ts'
import { lateOf, listNeed } from './settlement-list.ts'
import { bookTones, tones } from './tones.ts'

type Detail = ResultOf<typeof liquidation.detail>

const shape = shapeOf(liquidation.detail.result)
const late = { 1: 'off' } as const
const columns = columnsOf(
  liquidationItemRow.shape,
  { at: 95, refunded: 60, setlId: 170, maskedName: 70, total: 90, fund: 90 },
  { refunded: late },
)

/** To whoever may take lists of applications out. */
const exportItems = (id: string, title: string): Action<unknown> => ({
  key: 'export',
  text: '导出明细',
  need: { menuCode: 'LiquidationReport', buttonCode: 'export' },
  run: (_, { dialogs }) => {
    const columns = Object.keys(liquidationItemRow.shape).filter((key) => key !== 'key')
    return exportSheet({ call: 'liquidation.settlements', input: { id }, columns, title }, dialogs)
  },
})

const Settlements = ({ id, title }: { id: string; title: string }) => {
  const [dialogs, holder] = useDialogs()
  const paged = usePaged(liquidation.settlements, { id }, { staleTime: 30_000 })
  return (
    <>
      {holder}
      <Actions actions={[exportItems(id, title)]} target={undefined} tools={{ dialogs, refetch: () => undefined }} />
      <PagedTable
        paged={paged}
        rowKey="key"
        columns={columns}
        scroll={{ x: 'max-content' }}
        none="没有结算"
        unit="笔"
      />
    </>
  )
}

/** The list of what came too late, for whoever may see it. */
const LateButton = ({ address }: { address: string }) => {
  const { me } = useMe.getState()
  return me !== null && can(me, listNeed) ? (
    <Button size="small" onClick={() => go(address)}>
      不在申请中的结算
    </Button>
  ) : null
}

const Lead = ({ detail }: { detail: Detail }) => {
  const text = leadOf(detail)
  const late = lateOf(detail)
  const action = late && <LateButton address={late} />
  return text ? <Alert type="warning" showIcon title={text} action={action} style={{ marginBottom: 12 }} /> : null
}

const fundColumns = ['fund', 'applied', 'deducted', 'reserved', 'paid'].map((key) => {
  const meta = metaAt(liquidationFundRow.shape, key)
  return {
    ...{ key, dataIndex: key, title: meta.title },
    align: key === 'fund' ? undefined : ('right' as const),
    render: (value: unknown) => <Value meta={meta} value={value} />,
  }
})

const named = [
  ...['state', 'eventId', 'clrOptins', 'clrType', 'clrWay', 'insutype', 'beginDay', 'endDay', 'settled', 'reversed'],
  ...['operatorName', 'createdAt', 'appliedBy', 'appliedAt', 'message', 'editReason'],
]

const plain = { size: 'small', pagination: false, style: { marginTop: 8 } } as const

/** An application: its sums beside our books and the centre's, what was decided, and the settlements it is made of. */
const LiquidationDetail = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { data, error, refetch } = useCall(liquidation.detail, { id }, { staleTime: 0 })
  const fields = (names: readonly string[]) =>
    data && <Fields shape={shape} values={data} fields={names} tones={{ state: tones, books: bookTones }} />
  return (
    <RecordDrawer title={data ? `${data.storeName} ${data.month} 清算申请` : unreadTitle(error)} onClose={onClose}>
      <ReadFault error={error} again={refetch} />
      {data && <Lead detail={data} />}
      <Group title="申请">{fields(named)}</Group>
      {data && (
        <Group title="金额">
          {data.state !== '2' && (
            <Status tone={bookTones[data.books]}>{metaAt(shape, 'books').choices?.[data.books]}</Status>
          )}
          <Compared detail={data} />
        </Group>
      )}
      {data && data.state !== '0' && data.state !== '2' && (
        <Group title="中心审核">
          {fields(['centreState', 'queriedAt', 'deducted', 'reserved', 'granted', 'paid', 'paidMonth'])}
          {data.funds.length > 0 && (
            <Table
              {...plain}
              rowKey={({ clearingId, fund }) => `${clearingId} ${fund}`}
              columns={fundColumns}
              dataSource={data.funds}
            />
          )}
        </Group>
      )}
      <Group title="所含结算">
        <Settlements id={id} title={`清算明细 ${data?.storeName ?? ''} ${data?.month ?? ''}`} />
      </Group>
    </RecordDrawer>
  )
}

export default LiquidationDetail
