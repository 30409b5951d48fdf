import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { Button, Modal, Table } from 'antd'
import { useState } from 'react'
import { callServer, useCall } from '../../../api/index.ts'
import { emptyOf, ReadFault, waiting } from '../../../kit/index.ts'
import type { Dropdown } from './draft.ts'

interface Props {
  name: string
  /** Whose list; the session's area where it is empty. */
  area: { medicalAreaCode?: string }
  onClose: () => void
  onRestored: (dropdown: Dropdown) => void
}

const pageSize = 10
const namesOf = (items: Dropdown['items']) =>
  items.map(({ name, stopped }) => (stopped ? `${name}（停用）` : name)).join('、') || '--'

/** Who changed a list, from what to what; what a change replaced can be brought back. */
export const DropdownHistory = ({ name, area, onClose, onRestored }: Props) => {
  const [page, setPage] = useState(1)
  const answer = useCall(dictionary.getHistoryDynamicDropdowns, { ...area, name, page, pageSize }, { staleTime: 0 })
  const restore = async (restoreId: string) =>
    onRestored(await callServer(dictionary.submitDynamicDropdowns, { ...area, name, restoreId }))
  return (
    <Modal open title="修改记录" width={760} footer={null} onCancel={onClose}>
      <ReadFault error={answer.error} again={answer.refetch} />
      <Table
        size="small"
        rowKey="id"
        loading={waiting(answer.loading)}
        dataSource={answer.data?.items ?? []}
        locale={emptyOf(answer, '还没有修改过')}
        pagination={{ current: page, pageSize, total: answer.data?.total ?? 0, size: 'small', onChange: setPage }}
        columns={[
          { title: '时间', dataIndex: 'at', width: 160 },
          { title: '修改人', dataIndex: 'by', width: 90 },
          { title: '修改前', dataIndex: 'before', render: namesOf },
          { title: '修改后', dataIndex: 'after', render: namesOf },
          {
            title: '操作',
            width: 110,
            render: (_, row) => (
              // The client shows a refusal.
              <Button type="link" size="small" onClick={() => void restore(row.id).catch(() => undefined)}>
                恢复到修改前
              </Button>
            ),
          },
        ]}
      />
    </Modal>
  )
}
