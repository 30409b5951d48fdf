import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { Button, Modal } from 'antd'
import { callServer } from '../../../api/index.ts'
import { PagedTable, usePaged } from '../../../kit/paged-table.tsx'
import type { Dropdown } from './draft.ts'

interface Props {
  name: string
  /** Whose list; the session's area where it is empty. */
  area: { medicalAreaCode?: string }
  onClose: () => void
  onRestored: (dropdown: Dropdown) => void
}

const namesOf = (items: Dropdown['items']) =>
  items.map(({ name, stopped }) => (stopped ? `${name}（停用）` : name)).join('、') || '--'

/** Who changed a list, from what to what; what a change replaced can be brought back. */
export const DropdownHistory = ({ name, area, onClose, onRestored }: Props) => {
  const paged = usePaged(dictionary.getHistoryDynamicDropdowns, { ...area, name }, { pageSize: 10 })
  const restore = async (restoreId: string) =>
    onRestored(await callServer(dictionary.submitDynamicDropdowns, { ...area, name, restoreId }))
  return (
    <Modal open title="修改记录" width={760} footer={null} onCancel={onClose}>
      <PagedTable
        paged={paged}
        none="还没有修改过"
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
