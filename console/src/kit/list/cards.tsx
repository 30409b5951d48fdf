import { Empty, Pagination, type PaginationProps, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import styles from '../kit.module.css'
import type { Row, TitledColumn } from './spec.ts'

export interface CardsProps {
  rows: Row[]
  columns: TitledColumn[]
  rowKey: string
  cell: (column: TitledColumn, row: Row) => ReactNode
  actions: (row: Row) => ReactNode
  loading: boolean
  empty: string
  onOpen?: (row: Row) => void
  pagination: PaginationProps
}

/** A list below 992 px: one card per row, the first column as its heading (console 1). */
export const Cards = ({ rows, columns, rowKey, cell, actions, loading, empty, onOpen, pagination }: CardsProps) => {
  if (loading) return <Skeleton active />
  if (!rows.length) return <Empty description={empty} />
  const [first, ...rest] = columns
  return (
    <>
      {rows.map((row) => (
        <article key={String(row[rowKey])} className={styles.cardRow}>
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
