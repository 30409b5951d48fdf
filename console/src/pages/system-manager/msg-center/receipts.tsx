import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { messageReceipt } from '@yibao/shared/entities/message.ts'
import { Input, Select, Space, Table } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../api/index.ts'
import { clear } from '../../../kit/clear.tsx'
import {
  type Action,
  Actions,
  Drawer,
  emptyOf,
  metaAt,
  ReadFault,
  shapeOf,
  totalText,
  useDialogs,
  Value,
} from '../../../kit/index.ts'
import { exportSheet } from '../../../kit/list/export-sheet.ts'

type Row = ResultOf<typeof message.receipts>['items'][number]
type Asked = Pick<InputOf<typeof message.receipts>, 'keyword' | 'state'>
interface Notice {
  id: string
  title: string
}

const shape = shapeOf(messageReceipt)
const tones = { unread: 'warn', away: 'off', read: 'good' } as const
const pageSize = 20
const columns = (['name', 'userName', 'storeName', 'state', 'readAt'] as const).map((key) => {
  const meta = metaAt(shape, key)
  return { key, dataIndex: key, title: meta.title, render: (value: unknown) => <Value {...{ meta, value, tones }} /> }
})
const states = Object.entries(metaAt(shape, 'state').choices ?? {}).map(([value, label]) => ({ value, label }))

const exportAll = ({ id, title }: Notice, asked: Asked): Action<unknown> => ({
  key: 'export',
  text: '导出',
  need: { menuCode: 'MsgCenter', buttonCode: 'export' },
  run: (_, { dialogs }) => {
    const keys = Object.keys(messageReceipt.shape).filter((key) => key !== 'id')
    return exportSheet(
      { call: 'message.receipts', input: { id, ...asked }, columns: keys, title: `接收情况 ${title}` },
      dialogs,
    )
  },
})

/** Who a notice of one's own is for, and who has read it: whoever has not comes first. */
const Receipts = ({ notice, onClose }: { notice: Notice; onClose: () => void }) => {
  const [dialogs, holder] = useDialogs()
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<Asked>({})
  const answer = useCall(message.receipts, { id: notice.id, ...asked, page, pageSize }, { staleTime: 0 })
  const ask = (next: Asked) => {
    setAsked({ ...asked, ...next })
    setPage(1)
  }
  const tools = { dialogs, refetch: answer.refetch }
  return (
    <Drawer open size={720} title={`「${notice.title}」的接收情况`} onClose={onClose}>
      {holder}
      <Space wrap style={{ marginBottom: 12 }}>
        <Select
          allowClear={clear}
          aria-label="阅读"
          placeholder="全部"
          style={{ width: 130 }}
          options={states}
          value={asked.state}
          onChange={(state) => ask({ state })}
        />
        <Input.Search
          allowClear={clear}
          aria-label="姓名、用户名或门店"
          placeholder="姓名、用户名或门店"
          onSearch={(keyword) => ask({ keyword: keyword.trim() || undefined })}
        />
        <Actions actions={[exportAll(notice, asked)]} target={undefined} tools={tools} />
      </Space>
      <ReadFault error={answer.error} again={answer.refetch} old={answer.data} />
      <Table<Row>
        size="small"
        rowKey="id"
        loading={answer.loading}
        columns={columns}
        dataSource={answer.data?.items ?? []}
        locale={emptyOf(answer, '没有符合条件的接收人')}
        pagination={{
          ...{ current: page, pageSize, total: answer.data?.total ?? 0, size: 'small', showSizeChanger: false },
          showTotal: (total) => totalText(total, answer.data?.totalIsBound ?? false, '人'),
          onChange: setPage,
        }}
      />
    </Drawer>
  )
}

export default Receipts
