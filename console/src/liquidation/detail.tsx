import type { ResultOf } from '@yibao/shared/call.ts'
import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { liquidationFundRow, liquidationItemRow } from '@yibao/shared/entities/liquidation.ts'
import { Alert, Table } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/index.ts'
import { Fields, Group, metaAt, RecordDrawer, Status, shapeOf, Value } from '../kit/index.ts'
import { Compared } from './compared.tsx'
import { bookTones, tones } from './tones.ts'

type Detail = ResultOf<typeof liquidation.detail>

const shape = shapeOf(liquidation.detail.result)
const pageSize = 20
/** px. */
const widths = {
  at: 95,
  refunded: 70,
  setlId: 175,
  maskedName: 75,
  total: 90,
  recognised: 105,
  fund: 90,
  account: 90,
  cash: 80,
}
const columns = Object.entries(widths).map(([key, width]) => {
  const meta = metaAt(liquidationItemRow.shape, key)
  return {
    ...{ key, dataIndex: key, title: meta.title, width },
    align: meta.kind === 'money' ? ('right' as const) : undefined,
    render: (value: unknown) => <Value meta={meta} value={value} tones={{ 1: 'off' }} />,
  }
})

const Settlements = ({ id }: { id: string }) => {
  const [page, setPage] = useState(1)
  const { data, error, loading } = useCall(liquidation.settlements, { id, page, pageSize })
  return (
    <Table
      size="small"
      rowKey="key"
      loading={loading}
      columns={columns}
      dataSource={data?.items ?? []}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: error?.message ?? '没有结算' }}
      pagination={{
        ...{ current: page, pageSize, total: data?.total ?? 0, size: 'small', showSizeChanger: false },
        showTotal: (total) => `共 ${total} 笔`,
        onChange: setPage,
      }}
    />
  )
}

const advice: Partial<Record<Detail['state'], string>> = {
  5: '按中心说明改正后，撤销这份申请，再重新生成。',
  7: '申请发出后没有收到答复，系统不会重复发送。按「查询进度」，或在中心核实后按「核实结果」。',
  8: '撤销发出后没有收到答复。按「查询进度」向中心核实。',
}

const Lead = ({ detail }: { detail: Detail }) => {
  const text = advice[detail.state]
  const moved =
    detail.books === 'moved' &&
    '生成之后账目有变动：申请内容不会自动改变。未申请的请重新生成；已申请的请与中心核实后撤销重报。'
  if (!text && !moved) return null
  return <Alert type="warning" showIcon title={[detail.message, text, moved].filter(Boolean).join(' ')} />
}

const fundColumns = ['fund', 'applied', 'deducted', 'reserved', 'paid'].map((key) => {
  const meta = metaAt(liquidationFundRow.shape, key)
  return {
    ...{ key, dataIndex: key, title: meta.title },
    align: key === 'fund' ? undefined : ('right' as const),
    render: (value: unknown) => <Value meta={meta} value={value} />,
  }
})

/** An application: its sums beside our books and the centre's, what was decided, and the settlements it is made of. */
const LiquidationDetail = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { data, error } = useCall(liquidation.detail, { id }, { staleTime: 0 })
  const fields = (names: readonly string[]) =>
    data && <Fields shape={shape} values={data} fields={names} tones={{ state: tones, books: bookTones }} />
  return (
    <RecordDrawer title={data ? `${data.storeName} ${data.month} 清算申请` : '正在读取…'} onClose={onClose}>
      {error && <Alert type="error" showIcon title={error.message} description={error.tips} />}
      {data && <Lead detail={data} />}
      <Group title="申请">
        {fields(['state', 'eventId', 'clrOptins', 'clrType', 'clrWay', 'insutype', 'beginDay', 'endDay'])}
        {fields([
          'settled',
          'reversed',
          'operatorName',
          'createdAt',
          'appliedBy',
          'appliedAt',
          'message',
          'editReason',
        ])}
      </Group>
      {data && (
        <Group title="金额">
          <Status tone={bookTones[data.books]}>{metaAt(shape, 'books').choices?.[data.books]}</Status>
          <Compared detail={data} />
        </Group>
      )}
      {data && data.state !== '0' && data.state !== '2' && (
        <Group title="中心审核">
          {fields(['centreState', 'queriedAt', 'deducted', 'reserved', 'granted', 'paid', 'paidMonth'])}
          {data.funds.length > 0 && (
            <Table size="small" rowKey="clearingId" pagination={false} columns={fundColumns} dataSource={data.funds} />
          )}
        </Group>
      )}
      <Group title="所含结算">
        <Settlements id={id} />
      </Group>
    </RecordDrawer>
  )
}

export default LiquidationDetail
