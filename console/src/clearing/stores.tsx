import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { clearingMonth } from '@yibao/shared/entities/clearing.ts'
import { Table } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/index.ts'
import { Actions, emptyOf, metaAt, ReadFault, RecordDrawer, useDialogs, Value } from '../kit/index.ts'
import { type Month, monthActions } from './month-actions.tsx'
import { stateTones } from './tones.ts'

const pageSize = 20
const names = ['open', 'confirmed', 'refused', 'confirmedPaid'] as const
const columns = names.map((key) => {
  const meta = metaAt(clearingMonth.shape, key)
  return {
    ...{ key, dataIndex: key, title: meta.title, align: 'right' as const },
    render: (value: unknown) => <Value meta={meta} value={value} />,
  }
})

/** A store, how it stands, and what the centre said last. */
const place = {
  ...{ key: 'store', title: '门店' },
  render: (_: unknown, { storeName, state, message }: Month) => (
    <>
      <div>{storeName}</div>
      <Value meta={metaAt(clearingMonth.shape, 'state')} value={state} tones={stateTones} />
      {message && <div>{message}</div>}
    </>
  ),
}

/** The stores of a month, those with work left first. */
const Stores = ({ month, onClose }: { month?: string; onClose: () => void }) => {
  const [dialogs, holder] = useDialogs()
  const [page, setPage] = useState(1)
  const { data, error, loading, refetch } = useCall(clearScore.months, { month, page, pageSize }, { staleTime: 0 })
  const actions = {
    ...{ key: 'actions', title: '操作' },
    render: (_: unknown, row: Month) => <Actions actions={monthActions} target={row} tools={{ dialogs, refetch }} />,
  }
  return (
    <RecordDrawer title={`各店清分进度 ${month ?? ''}`} onClose={onClose}>
      {holder}
      <ReadFault error={error} again={refetch} />
      <Table
        size="small"
        rowKey="id"
        loading={loading}
        columns={[place, ...columns, actions]}
        dataSource={data?.items ?? []}
        scroll={{ x: 560 }}
        locale={emptyOf({ data, error }, '还没有门店提取这个月')}
        pagination={{
          ...{ current: page, pageSize, total: data?.total ?? 0, size: 'small', showSizeChanger: false },
          onChange: setPage,
        }}
      />
    </RecordDrawer>
  )
}

export default Stores
