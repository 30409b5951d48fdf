import { Button, Input, Switch, Table } from 'antd'
import type { Draft } from './draft.ts'

interface Props {
  items: Draft['items']
  onChange: (items: Draft['items']) => void
}

/** The choices of a list, each typed in place. */
export const DropdownItems = ({ items, onChange }: Props) => {
  const change = (i: number, part: Partial<Draft['items'][number]>) =>
    onChange(items.map((item, at) => (at === i ? { ...item, ...part } : item)))
  return (
    <>
      <Table
        size="small"
        rowKey={(_, i) => String(i)}
        pagination={false}
        dataSource={[...items]}
        locale={{ emptyText: '还没有选项，按「添加选项」' }}
        columns={[
          {
            title: '编码',
            render: (_, item, i) => (
              <Input
                value={item.value}
                maxLength={40}
                aria-label={`第 ${i + 1} 项编码`}
                onChange={({ target }) => change(i, { value: target.value })}
              />
            ),
          },
          {
            title: '名称',
            render: (_, item, i) => (
              <Input
                value={item.name}
                maxLength={60}
                aria-label={`第 ${i + 1} 项名称`}
                onChange={({ target }) => change(i, { name: target.value })}
              />
            ),
          },
          {
            title: '启用',
            width: 70,
            render: (_, item, i) => (
              <Switch
                size="small"
                checked={!item.stopped}
                aria-label={`第 ${i + 1} 项启用`}
                onChange={(on) => change(i, { stopped: !on })}
              />
            ),
          },
          {
            title: '操作',
            width: 70,
            render: (_, _item, i) => (
              <Button type="link" size="small" danger onClick={() => onChange(items.filter((_one, at) => at !== i))}>
                移除
              </Button>
            ),
          },
        ]}
      />
      <Button onClick={() => onChange([...items, { value: '', name: '' }])}>添加选项</Button>
    </>
  )
}
