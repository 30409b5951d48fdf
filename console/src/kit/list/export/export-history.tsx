import { exporting } from '@yibao/shared/calls/transfer.ts'
import { Button, Modal, Table } from 'antd'
import { useState } from 'react'
import { download, useCall } from '../../../api/index.ts'
import { Fields } from '../../detail.tsx'
import { rowShapeOf } from '../../fields.ts'
import { emptyOf, ReadFault } from '../../read-fault.tsx'
import { waiting } from '../../waiting.ts'

const shape = rowShapeOf(exporting.paged.result)
const pageSize = 10

/** What this person exported: the questions, not the rows; downloading asks again under today's permission. */
export const ExportHistory = ({ onClose }: { onClose: () => void }) => {
  const [page, setPage] = useState(1)
  const answer = useCall(exporting.paged, { page, pageSize }, { keepPrevious: true, staleTime: 0 })
  return (
    <Modal open title="导出记录" width={760} footer={null} onCancel={onClose}>
      <ReadFault error={answer.error} again={answer.refetch} />
      <Table
        size="small"
        rowKey="id"
        loading={waiting(answer.loading)}
        dataSource={answer.data?.items ?? []}
        locale={emptyOf(answer, '还没有导出过')}
        pagination={{ current: page, pageSize, total: answer.data?.total ?? 0, size: 'small', onChange: setPage }}
        expandable={{ expandedRowRender: (row) => <Fields shape={shape} values={row} fields={['question']} /> }}
        columns={[
          { title: '时间', dataIndex: 'createdAt', width: 160 },
          { title: '名称', dataIndex: 'title' },
          { title: '行数', dataIndex: 'rows', width: 90, align: 'right' },
          {
            title: '操作',
            width: 90,
            render: (_, row) => (
              <Button
                type="link"
                size="small"
                onClick={() => void download(exporting.file, { exportId: row.id }).catch(() => undefined)}
              >
                重新下载
              </Button>
            ),
          },
        ]}
      />
    </Modal>
  )
}
