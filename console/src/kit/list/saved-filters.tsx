import { DownOutlined } from '@ant-design/icons'
import { savedFilters } from '@yibao/shared/calls/saved-filters.ts'
import { Button, Dropdown } from 'antd'
import { useRef } from 'react'
import { useCall } from '../../api/index.ts'
import { useMe } from '../../state/me.ts'
import type { Dialogs } from '../dialog-kinds.ts'
import { focusIfLost } from '../focus-back.tsx'
import { CheckableTag } from '../late/list.ts'
import styles from './filters.module.css'
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

  const mine = all.filter((one) => one.mine)
  const run = async (key: string) => {
    const [verb, id] = key.split(' ')
    const one = all.find((saved) => saved.id === id)
    if (one && verb === 'use') return onApply(one.filters)
    const { dropFilters, keepFilters } = await import('./keep-filters.ts')
    if (await (one ? dropFilters(dialogs, one) : keepFilters(dialogs, { tableId, values }))) await kept.refetch()
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
            void run(key)
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
