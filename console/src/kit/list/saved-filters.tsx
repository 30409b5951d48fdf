import { DownOutlined } from '@ant-design/icons'
import { savedFilters } from '@yibao/shared/calls/list.ts'
import { Button, Dropdown } from 'antd'
import { useRef } from 'react'
import { callServer, useCall } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { useMe } from '../../state/me.ts'
import type { Dialogs } from '../dialog-kinds.ts'
import { pickShape } from '../fields.ts'
import { focusIfLost } from '../focus-back.tsx'
import styles from '../kit.module.css'
import { CheckableTag } from '../late/list.ts'
import { focusedMenu } from './menu-focus.tsx'
import type { Row } from './spec.ts'
import { lastingFilters, setFilters } from './state.ts'

interface Props {
  tableId: string
  values: Row
  onApply: (filters: Row) => void
  dialogs: Dialogs
}

const same = (a: Row, b: Row) => {
  const sorted = (row: Row) => JSON.stringify(Object.entries(setFilters(row)).sort(([x], [y]) => (x < y ? -1 : 1)))
  return sorted(a) === sorted(b)
}

/** 常用条件: questions kept under a name, for oneself or the whole area; pinned ones stand beside the filters. */
export const SavedFilters = ({ tableId, values, onApply, dialogs }: Props) => {
  const button = useRef<HTMLButtonElement>(null)
  const guest = useMe((state) => state.me?.user.guest ?? true)
  const kept = useCall(savedFilters.list, guest ? null : { tableId }, { staleTime: 300_000 })
  const all = kept.data ?? []
  if (guest) return null

  const keep = async () => {
    const done = await dialogs.form({
      title: '保存为常用条件',
      shape: pickShape(savedFilters.save.input.shape, ['name', 'shared', 'pinned']),
      initial: { shared: false, pinned: true },
      okText: '保存',
      cancelText: '不保存',
      submit: ({ name, shared, pinned }) =>
        callServer(savedFilters.save, {
          tableId,
          name: String(name),
          filters: lastingFilters(values),
          shared: shared === true,
          pinned: pinned === true,
        }),
    })
    if (!done) return
    ui().success('已保存')
    await kept.refetch()
  }
  const drop = async (id: string, name: string) => {
    const sure = await dialogs.confirm({
      title: `删除常用条件「${name}」`,
      okText: '删除',
      cancelText: '不删除',
      danger: true,
    })
    if (!sure) return
    await callServer(savedFilters.remove, { id })
    await kept.refetch()
  }
  const mine = all.filter((one) => one.mine)
  const run = (key: string) => {
    const [verb, id] = key.split(' ')
    const one = all.find((saved) => saved.id === id)
    if (verb === 'keep') return keep()
    if (one && verb === 'drop') return drop(one.id, one.name)
    if (one) onApply(one.filters)
  }
  return (
    <>
      {all
        .filter((one) => one.pinned)
        .map((one) => (
          <CheckableTag
            key={one.id}
            className={styles.pinnedFilter}
            // Whole under the pointer; the tag passes it on, its type does not say so.
            {...{ title: one.name }}
            checked={same(one.filters, values)}
            onChange={() => onApply(one.filters)}
          >
            {one.name}
          </CheckableTag>
        ))}
      <Dropdown
        {...focusedMenu}
        trigger={['click']}
        menu={{
          items: [
            ...all.map((one) => ({ key: `use ${one.id}`, label: one.shared ? `${one.name}（共享）` : one.name })),
            { type: 'divider' as const },
            { key: 'keep', label: '保存当前条件…', disabled: !Object.keys(lastingFilters(values)).length },
            ...(mine.length
              ? [
                  {
                    key: 'drops',
                    label: '删除',
                    children: mine.map((one) => ({ key: `drop ${one.id}`, label: one.name, danger: true })),
                  },
                ]
              : []),
          ],
          // The client shows every refusal; the item that opened a dialog is gone when the dialog is.
          onClick: ({ key }) =>
            void Promise.resolve(run(key))
              .catch(() => undefined)
              .then(() => focusIfLost(button.current)),
        }}
      >
        <Button ref={button} type="link">
          常用条件 <DownOutlined />
        </Button>
      </Dropdown>
    </>
  )
}
