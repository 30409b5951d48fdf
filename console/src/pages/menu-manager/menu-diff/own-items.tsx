import { ownItem } from '@yibao/shared/calls/own-item.ts'
import { ownItemRow } from '@yibao/shared/entities/own-item.ts'
import { Space } from 'antd'
import { useState } from 'react'
import { Actions, type Dialogs, Drawer, useAllowed } from '../../../kit/index.ts'
import { SearchBox } from '../../../kit/list/search-box.tsx'
import { columnsOf, PagedTable, usePaged } from '../../../kit/paged-table.tsx'
import { ChoiceFilter } from './choice-filter.tsx'
import { itemActions, itemRowActions, type OwnItem, type Question } from './own-item-actions.ts'

const keyOf = ({ companyId, ownCode }: OwnItem) => `${companyId} ${ownCode}`
const columns = columnsOf(
  ownItemRow.shape,
  { ownCode: 96, name: 170, spec: 112, producer: 160, unit: 56, price: 88, stopped: 66, nationalCode: 204 },
  { stopped: { true: 'off' } },
)

const filters = [
  ['mapping', '对照'],
  ['state', '状态'],
] as const

/** What the company sells in the area, to be looked up, corrected and taken off the shelf. */
export const OwnItems = ({ dialogs, onClose }: { dialogs: Dialogs; onClose: () => void }) => {
  const [question, setQuestion] = useState<Question>({ state: 'onSale' })
  const paged = usePaged(ownItem.paged, question)
  const ask = (more: Partial<Question>) => setQuestion({ ...question, ...more })
  const again = async (target: unknown) => {
    const { data, error } = await paged.refetch()
    if (error) throw error
    return data?.items.find((row) => keyOf(row) === keyOf(target as OwnItem)) ?? null
  }
  const tools = { dialogs, refetch: paged.refetch, again }
  const acts = itemRowActions.some(useAllowed())
  const acting = {
    ...{ title: '操作', key: 'actions', fixed: 'right' as const, width: 130 },
    render: (_: unknown, row: OwnItem) => <Actions inRow actions={itemRowActions} target={row} tools={tools} />,
  }
  const narrowed = question.keyword || question.mapping || question.state
  return (
    <Drawer open size={Math.min(1140, innerWidth)} title="商品" onClose={onClose}>
      <Space wrap style={{ marginBottom: 12 }}>
        <SearchBox
          autoFocus
          label="查找商品"
          placeholder="名称/首字母/编码/条形码"
          style={{ width: 240 }}
          onAsk={(keyword) => ask({ keyword })}
        />
        {filters.map(([name, label]) => (
          <ChoiceFilter
            key={name}
            {...{ label, name }}
            of={ownItem.paged.input.shape}
            value={question[name]}
            onChange={(value) => ask({ [name]: value })}
          />
        ))}
        <Actions actions={itemActions} target={question} tools={tools} />
      </Space>
      <PagedTable
        paged={paged}
        rowKey={keyOf}
        scroll={{ x: 'max-content' }}
        none={narrowed ? '没有符合条件的商品' : '还没有商品。按「导入商品」从表格导入'}
        columns={[...columns, ...(acts ? [acting] : [])]}
      />
    </Drawer>
  )
}
