import { Button, Modal, Table } from 'antd'
import { type Key, useState } from 'react'
import type { Row } from '../../../console/src/kit/list/spec.ts'
import { columns, width } from './rows.ts'

/** The same rows and columns in antd's table as its manual shows it; virtual from as many rows on as ours. */
export const Plain = ({ rows, virtual }: { rows: Row[]; virtual: boolean }) => {
  const [picked, setPicked] = useState<Key[]>([])
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Table<Row>
        size="small"
        rowKey="id"
        dataSource={rows}
        pagination={false}
        virtual={virtual}
        scroll={{ x: (columns.length + 1) * width, y: virtual ? 560 : undefined }}
        rowSelection={{ selectedRowKeys: picked, onChange: setPicked }}
        columns={[
          ...columns.map((key) => ({ key, dataIndex: key, title: key, width, ellipsis: true })),
          {
            key: 'actions',
            title: '操作',
            width,
            fixed: 'right' as const,
            render: () => (
              <Button type="link" size="small" onClick={() => setAsked(true)}>
                作废
              </Button>
            ),
          },
        ]}
      />
      <Modal open={asked} title="作废订单" okText="作废订单" cancelText="不作废" onCancel={() => setAsked(false)} />
    </>
  )
}
