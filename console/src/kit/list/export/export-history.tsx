import { exporting } from '@yibao/shared/calls/transfer.ts'
import { Button, Modal } from 'antd'
import { download } from '../../../api/index.ts'
import { Fields } from '../../detail.tsx'
import { rowShapeOf } from '../../fields.ts'
import { PagedTable, usePaged } from '../../paged-table.tsx'

const shape = rowShapeOf(exporting.paged.result)

/** What this person exported: the questions, not the rows; downloading asks again under today's permission. */
export const ExportHistory = ({ onClose }: { onClose: () => void }) => {
  const paged = usePaged(exporting.paged, {}, { pageSize: 10 })
  return (
    <Modal open title="导出记录" width={760} footer={null} onCancel={onClose}>
      <PagedTable
        paged={paged}
        none="还没有导出过"
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
