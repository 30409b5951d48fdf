import { Checkbox, Empty, Pagination, type PaginationProps, Select, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { clear } from '../clear.tsx'
import styles from './cards.module.css'
import type { Row, TitledColumn } from './spec.ts'
import { firstPage, type ListState } from './state.ts'

export interface CardsProps {
  rows: Row[]
  columns: TitledColumn[]
  rowKey: string
  cell: (column: TitledColumn, row: Row) => ReactNode
  actions: (row: Row) => ReactNode
  loading: boolean
  empty: string
  onOpen?: (row: Row) => void
  picked: Row[]
  /** Absent where nothing can be done with several. */
  onPick?: (rows: Row[]) => void
  state: ListState
  onState: (state: ListState) => void
  pagination: PaginationProps
}

const orders = { ascend: '升序', descend: '降序' } as const

/** What a table's heads do: sorting. */
const Sort = ({ columns, state, onState }: Pick<CardsProps, 'columns' | 'state' | 'onState'>) => {
  const { sortField, sortOrder, ...rest } = state
  const options = columns
    .filter(({ sort }) => sort)
    .flatMap(({ key, title }) =>
      Object.entries(orders).map(([order, name]) => ({ value: `${key} ${order}`, label: `${title} ${name}` })),
    )
  if (!options.length) return null
  return (
    <Select
      aria-label="排序"
      placeholder="排序"
      allowClear={clear}
      value={sortOrder && `${sortField} ${sortOrder}`}
      options={options}
      onChange={(value?: string) => {
        const [field, order] = value?.split(' ') ?? []
        const sorted = field && { sortField: field, sortOrder: order as keyof typeof orders }
        onState({ ...rest, ...sorted, page: firstPage })
      }}
    />
  )
}

/**
 * A list below 992 px: one card per row, the first column as its heading (console 1). A counter's screen that somebody
 * enlarged is as narrow: what its table can do, the cards can.
 */
export const Cards = (props: CardsProps) => {
  const { rows, columns, rowKey, cell, actions, loading, empty, onOpen, picked, onPick, pagination } = props
  if (loading) return <Skeleton active />
  if (!rows.length) return <Empty description={empty} />
  const [first, ...rest] = columns
  return (
    <>
      <div className={styles.cardsHead}>
        {onPick && (
          <Checkbox
            checked={picked.length === rows.length}
            indeterminate={picked.length > 0 && picked.length < rows.length}
            onChange={({ target }) => onPick(target.checked ? rows : [])}
          >
            全选本页
          </Checkbox>
        )}
        <Sort {...props} />
      </div>
      {rows.map((row, i) => (
        <article key={String(row[rowKey])} className={styles.cardRow}>
          {onPick && (
            <Checkbox
              className={styles.cardMark}
              aria-label={`选择第 ${i + 1} 条`}
              checked={picked.includes(row)}
              onChange={({ target }) => onPick(target.checked ? [...picked, row] : picked.filter((one) => one !== row))}
            />
          )}
          {first && (
            <h2>
              {onOpen ? (
                <button type="button" onClick={() => onOpen(row)}>
                  {cell(first, row)}
                </button>
              ) : (
                cell(first, row)
              )}
            </h2>
          )}
          <dl>
            {rest.map((column) => (
              <div key={column.key}>
                <dt>{column.title}</dt>
                <dd>{cell(column, row)}</dd>
              </div>
            ))}
          </dl>
          {actions(row)}
        </article>
      ))}
      <Pagination {...pagination} showSizeChanger={false} align="center" />
    </>
  )
}
