import { DownOutlined } from '@ant-design/icons'
import { stock } from '@yibao/shared/calls/stock.ts'
import { stockRow } from '@yibao/shared/entities/stock.ts'
import { Button, Dropdown, Space } from 'antd'
import { useState } from 'react'
import { ui } from '../../../api/ui.ts'
import { Actions, type Dialogs, Drawer, type Tone, useAllowed } from '../../../kit/index.ts'
import { DayRange } from '../../../kit/late/days.ts'
import { SearchBox } from '../../../kit/list/search-box.tsx'
import { columnsOf, PagedTable, usePaged } from '../../../kit/paged-table.tsx'
import { StoreFilter } from '../../../organisation/store-filter.tsx'
import { hasStore, useCan } from '../../../state/me.ts'
import { ChoiceFilter } from './choice-filter.tsx'
import {
  kindTitle,
  listActions,
  markedActions,
  type Question,
  rowActions,
  type StockRow,
  sheets,
} from './stock-actions.ts'
import { StockRecord } from './stock-record.tsx'

const tones: Record<string, Record<string, Tone>> = {
  state: { waiting: 'action', uploaded: 'good', refused: 'harm', unknown: 'warn', deleted: 'off', needless: 'off' },
}
/** px; with the marks and the actions the width of the drawer, what a phone shows first. */
const widths = {
  ...{ kind: 76, docNo: 160, state: 86, on: 96, name: 140, lot: 96, quantity: 64 },
  ...{ about: 135, message: 145 },
}
const narrow = 600
const columns = columnsOf(stockRow.shape, widths, tones).map((column) => ({ ...column, ellipsis: true }))

const filters = [
  ['kind', '类型'],
  ['state', '上传状态'],
  ['needs', '待办'],
] as const

/** 导入: one sheet for each kind. */
const ImportMenu = ({ dialogs, refetch }: { dialogs: Dialogs; refetch: () => unknown }) => {
  const can = useCan()
  if (!can({ menuCode: 'MenuDiff', buttonCode: 'import' })) return null
  const bringIn = async (kind: StockRow['kind']) => {
    if (!(await dialogs.upload({ importType: sheets[kind], title: `导入${kindTitle(kind)}` }))) return
    ui().success('导入的行稍后自动上传；要马上上传，请选中后按「上传选中」')
    await refetch()
  }
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      menu={{
        items: Object.keys(sheets).map((kind) => ({ key: kind, label: `导入${kindTitle(kind as StockRow['kind'])}` })),
        onClick: ({ key, domEvent }) => {
          // The dialog has the focus before the key is up: its Enter would close it again.
          domEvent.preventDefault()
          void bringIn(key as StockRow['kind'])
        },
      }}
    >
      <Button>
        导入 <DownOutlined />
      </Button>
    </Dropdown>
  )
}

/** 进销存: what the centre is told of the store's stock besides its sales, and how that went (domain.md 2.11). */
export const Stock = ({ dialogs, asked, onClose }: { dialogs: Dialogs; asked?: Question; onClose: () => void }) => {
  const [question, setQuestion] = useState<Question>(asked ?? {})
  const [ticked, setTicked] = useState<unknown[]>([])
  const paged = usePaged(stock.paged, question)
  const ask = (more: Partial<Question>) => setQuestion({ ...question, ...more })
  const tools = { dialogs, refetch: paged.refetch }
  const acts = rowActions.some(useAllowed())
  const acting = {
    ...{ title: '操作', key: 'actions', width: 96, fixed: innerWidth > narrow ? ('right' as const) : undefined },
    render: (_: unknown, row: StockRow) => <Actions inRow actions={rowActions} target={row} tools={tools} />,
  }
  // As it was read last, and only what is in view.
  const marked = paged.rows.filter(({ id }) => ticked.includes(id))
  const opening = (docNo: string, row: StockRow) => (
    <Button
      type="link"
      size="small"
      style={{ padding: 0 }}
      onClick={() => void dialogs.open<void>((done) => <StockRecord row={row} onClose={() => done()} />)}
    >
      {docNo}
    </Button>
  )
  const narrowed = Object.values(question).some(Boolean)
  return (
    <Drawer open size={Math.min(1180, innerWidth)} title="进销存" onClose={onClose}>
      <Space wrap style={{ marginBottom: 12 }}>
        <SearchBox
          autoFocus
          label="查找进销存"
          placeholder="单号/编码/名称"
          style={{ width: 210 }}
          onAsk={(keyword) => ask({ keyword })}
        />
        {filters.map(([name, label]) => (
          <ChoiceFilter
            key={name}
            {...{ label, name }}
            of={stockRow.shape}
            value={question[name]}
            onChange={(value) => ask({ [name]: value })}
          />
        ))}
        <div style={{ width: 240 }}>
          <DayRange name="业务日期" values={question} unit="day" onChange={ask} />
        </div>
        {!hasStore() && (
          <div style={{ width: 200 }}>
            <StoreFilter value={question.storeId} onChange={(storeId) => ask({ storeId: storeId as string })} />
          </div>
        )}
        <Actions actions={markedActions} target={marked} tools={tools} />
        <ImportMenu {...tools} />
        <Actions actions={listActions} target={question} tools={tools} />
      </Space>
      <PagedTable
        paged={paged}
        scroll={{ x: 1090 }}
        none={
          narrowed ? '没有符合条件的进销存' : '还没有进销存。按「导入」从表格导入，或由 ERP 上报；首次使用请先导入盘存'
        }
        rowSelection={{ selectedRowKeys: marked.map(({ id }) => id), onChange: setTicked }}
        columns={[
          ...columns.map((column) => (column.key === 'docNo' ? { ...column, render: opening } : column)),
          ...(acts ? [acting] : []),
        ]}
      />
    </Drawer>
  )
}
