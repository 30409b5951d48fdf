import type { InputOf } from '@yibao/shared/call.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { messageReceipt } from '@yibao/shared/entities/message.ts'
import { Select, Space } from 'antd'
import { useState } from 'react'
import { clear } from '../../../kit/clear.tsx'
import { type Action, Actions, Drawer, metaAt, shapeOf, useDialogs } from '../../../kit/index.ts'
import { exportSheet } from '../../../kit/list/export/export-sheet.ts'
import { SearchBox } from '../../../kit/list/search-box.tsx'
import { columnsOf, PagedTable, usePaged } from '../../../kit/paged-table.tsx'

type Asked = Pick<InputOf<typeof message.receipts>, 'keyword' | 'state'>
interface Notice {
  id: string
  title: string
}

const shape = shapeOf(messageReceipt)
const tones = { unread: 'warn', away: 'off', read: 'good' } as const
const columns = columnsOf(shape, ['name', 'userName', 'storeName', 'state', 'readAt'], { state: tones })
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
  const [asked, setAsked] = useState<Asked>({})
  const paged = usePaged(message.receipts, { id: notice.id, ...asked })
  const ask = (next: Asked) => setAsked({ ...asked, ...next })
  const tools = { dialogs, refetch: paged.refetch }
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
        <SearchBox label="姓名、用户名或门店" placeholder="姓名、用户名或门店" onAsk={(keyword) => ask({ keyword })} />
        <Actions actions={[exportAll(notice, asked)]} target={undefined} tools={tools} />
      </Space>
      <PagedTable paged={paged} columns={columns} none="没有符合条件的接收人" unit="人" />
    </Drawer>
  )
}

export default Receipts
