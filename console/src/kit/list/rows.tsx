import { Table, type TableProps } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { isNumeric, metaAt } from '../fields.ts'
import { WindowedTable } from '../late/list.ts'
import { waiting } from '../waiting.ts'
import { Actions, useAllowed } from './actions.tsx'
import { HeadCell } from './head-cell.tsx'
import { changeColumn, shownColumns, type TableSettings } from './settings.ts'
import type { FullSpec, Row, TitledColumn } from './spec.ts'
import { firstPage, type ListState } from './state.ts'
import styles from './table.module.css'
import type { Tools } from './types.ts'
import { wholeAmounts } from './whole-amounts.ts'

interface Props {
  spec: FullSpec
  rows: Row[]
  settings: TableSettings
  onSettings: (settings: TableSettings) => void
  state: ListState
  onState: (state: ListState) => void
  cell: (column: TitledColumn, row: Row) => ReactNode
  tools: Tools
  picked: Row[]
  onPick: (rows: Row[]) => void
  openedKey: unknown
  onOpen: ((row: Row) => void) | undefined
  loading: boolean
  empty: string
  pagination: TableProps<Row>['pagination']
}

/** Rows above which only those in view are in the document (console 5.3). */
const windowedAbove = 50
const windowHeight = 560
/** px assumed for a column without a width. */
const usualWidth = 140

const components = { header: { cell: HeadCell } }

/** The table of a list: sorted by its heads, columns dragged to a width, rows ticked and opened. */
export const Rows = (props: Props) => {
  const { spec, rows, settings, onSettings, state, onState, cell, tools, picked, onPick, openedKey, onOpen } = props
  const { shape, rowKey, rowActions, actionsWidth, batch } = spec
  const acts = rowActions.some(useAllowed())
  const whole = useMemo(() => wholeAmounts(shownColumns(spec.columns, settings), rows, shape), [settings, rows])
  const columns = useMemo(() => {
    const all: NonNullable<TableProps<Row>['columns']> = whole.map((column) => ({
      key: column.key,
      dataIndex: column.key.split('.'),
      title: column.title,
      width: column.width,
      fixed: column.fixed,
      ellipsis: true,
      align: isNumeric(metaAt(shape, column.key)) ? 'right' : undefined,
      sorter: column.sort,
      sortOrder: column.sort && state.sortField === column.key ? state.sortOrder : null,
      onHeaderCell: () =>
        ({
          onResize: (width: number) => onSettings(changeColumn(spec.columns, settings, column.key, { width })),
        }) as object,
      render: (_: unknown, row: Row) => cell(column, row),
    }))
    if (acts)
      all.push({
        key: 'actions',
        title: '操作',
        fixed: 'right',
        width: actionsWidth,
        render: (_: unknown, row: Row) => <Actions inRow actions={rowActions} target={row} tools={tools} />,
      })
    return all
  }, [whole, state.sortField, state.sortOrder, tools, acts])
  const table: TableProps<Row> = {
    columns,
    className: styles.table,
    size: settings.dense ? 'small' : 'middle',
    rowKey,
    components,
    dataSource: rows,
    loading: waiting(props.loading),
    showSorterTooltip: false,
    locale: { emptyText: props.empty },
    pagination: props.pagination,
    onChange: (_page, _filters, sorter, { action }) => {
      if (action !== 'sort' || Array.isArray(sorter)) return
      const order = sorter.order ?? undefined
      const { sortField: _field, sortOrder: _order, ...rest } = state
      const sorted = order ? { sortField: String(sorter.columnKey), sortOrder: order } : {}
      onState({ ...rest, ...sorted, page: firstPage })
    },
    rowSelection: batch.length
      ? { selectedRowKeys: picked.map((row) => String(row[rowKey])), onChange: (_, all) => onPick(all) }
      : undefined,
    rowClassName: (row) => (openedKey !== undefined && openedKey === row[rowKey] ? styles.openedRow! : ''),
    onRow: (row) => ({
      tabIndex: onOpen ? 0 : undefined,
      style: onOpen ? { cursor: 'pointer' } : undefined,
      onClick: () => onOpen?.(row),
      onKeyDown: (event) => event.key === 'Enter' && event.target === event.currentTarget && onOpen?.(row),
    }),
  }
  if (settings.pageSize > windowedAbove)
    return <WindowedTable {...table} height={windowHeight} usualWidth={usualWidth} />
  const width = columns.reduce((sum, column) => sum + Number(column.width ?? usualWidth), 0)
  return <Table<Row> {...table} sticky scroll={{ x: width }} />
}
