import { ReloadOutlined } from '@ant-design/icons'
import type { Call, InputOf } from '@yibao/shared/call.ts'
import { Alert, Button, Table, type TableProps } from 'antd'
import { type ComponentType, useMemo, useRef, useState } from 'react'
import { useCall } from '../../api/index.ts'
import { useShell } from '../../state/shell.ts'
import { useTab, useTabState } from '../../state/tab.tsx'
import { useDialogs } from '../dialogs.tsx'
import { isNumeric, metaAt, rowShapeOf, valueAt } from '../fields.ts'
import styles from '../kit.module.css'
import { Value } from '../value.tsx'
import { Actions } from './actions.tsx'
import { Cards } from './cards.tsx'
import { ColumnPanel } from './column-panel.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useKeyboardScroll } from './keyboard-scroll.ts'
import {
  firstPage,
  type ListState,
  queryOf,
  readTable,
  type TableSettings,
  totalText,
  visibleColumns,
  writeTable,
} from './state.ts'
import type { Column, Filter, ListSpec, RowOf, Tools } from './types.ts'

const pageSizes = [10, 20, 50, 100]
const virtualAbove = 50

type Row = Record<string, unknown>
type Page = { items: Row[]; total: number; totalIsBound: boolean }

const asFilter = (filter: string | Filter<Row>): Filter<Row> => (typeof filter === 'string' ? { key: filter } : filter)
const asColumn = (column: string | Column<Row>): Column<Row> => (typeof column === 'string' ? { key: column } : column)

/** px of one character and of a link's padding. */
const character = 14
const padding = 16
// Rarely more than two actions fit one row's state: room for the two longest.
const widthOf = (actions: readonly { text: string }[]) =>
  actions
    .map(({ text }) => text.length * character + padding)
    .sort((a, b) => b - a)
    .slice(0, 2)
    .reduce((sum, one) => sum + one, padding)

// Filters that the address brings (go('/x?from=2026-11-20')): typed by the call's own fields.
const fromQuery = (call: Call, query: Record<string, string>): Row =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([key]) => key in call.input.shape)
      .map(([key, value]) => [key, metaAt(call.input.shape, key).kind === 'flag' ? value === 'true' : value]),
  )

/**
 * A list page from data: filters, columns and formats come from the call's own fields, actions from the spec, page
 * state survives F5 (console 4.3).
 */
export const defineList = <C extends Call>(spec: ListSpec<C>): ComponentType => {
  // Inside, rows are plain records: the spec's types hold at its edge.
  const { tableId, call, fixed, initial, rowKey = 'id', empty, refreshEvery, onOpen } = spec
  const { header: Header, detail: Detail } = spec as unknown as ListSpec<Call, Row>
  const { actions = [], rowActions = [], batch = [] } = spec as unknown as ListSpec<Call, Row>
  const actionsWidth = spec.actionsWidth ?? widthOf(rowActions)
  const columns = (spec.columns as (string | Column<Row>)[]).map(asColumn)
  const filters = ((spec.filters ?? []) as (string | Filter<Row>)[]).map(asFilter)
  const shape = rowShapeOf(call.result)
  const titled = columns.map((column) => ({ ...column, title: column.title ?? metaAt(shape, column.key).title }))
  const cell = (column: Column<Row>, row: Row) =>
    column.render?.(row) ?? (
      <Value meta={metaAt(shape, column.key)} value={valueAt(row, column.key)} tones={column.tones} />
    )

  return function List() {
    const { query } = useTab()
    const [state, setState] = useTabState<ListState>('list', () => ({
      filters: { ...(initial?.() as Row | undefined), ...fromQuery(call, query) },
      page: firstPage,
    }))
    const [settings, setSettings] = useState(() => readTable(tableId))
    const [picked, setPicked] = useState<Row[]>([])
    const [opened, setOpened] = useState<Row | null>(null)
    const [dialogs, holder] = useDialogs()
    const mobile = useShell((shell) => shell.device === 'mobile')

    const input = queryOf(state, settings.pageSize, fixed?.() as Row | undefined) as InputOf<C>
    const answer = useCall(call, input, { keepPrevious: true, refetchInterval: refreshEvery })
    const data = answer.data as Page | undefined
    const rows = data?.items ?? []
    const tools = useMemo<Tools>(() => ({ dialogs, refetch: () => void answer.refetch() }), [dialogs, answer.refetch])
    // The opened row follows the list: an action on it shows its new state.
    const shownRow = opened && (rows.find((row) => row[rowKey] === opened[rowKey]) ?? opened)

    const change = (next: TableSettings) => {
      setSettings(next)
      writeTable(tableId, next)
    }
    const search = (values: Row) => {
      setPicked([])
      // The same question again is a wish for fresh rows.
      if (JSON.stringify(values) === JSON.stringify(state.filters) && state.page === firstPage) void answer.refetch()
      setState({ ...state, filters: values, page: firstPage })
    }
    const open = (row: Row) => (onOpen ? onOpen(row as RowOf<C>) : Detail && setOpened(row))
    const openable = Boolean(onOpen ?? Detail)

    const visible = visibleColumns(titled, settings)
    const antdColumns: TableProps<Row>['columns'] = visible.map((column) => ({
      key: column.key,
      dataIndex: column.key.split('.'),
      title: column.title,
      width: column.width,
      fixed: column.fixed,
      ellipsis: true,
      align: isNumeric(metaAt(shape, column.key)) ? 'right' : undefined,
      render: (_: unknown, row: Row) => cell(column, row),
    }))
    if (rowActions.length)
      antdColumns.push({
        key: 'actions',
        title: '操作',
        fixed: 'right',
        width: actionsWidth,
        render: (_: unknown, row: Row) => <Actions inRow actions={rowActions} target={row} tools={tools} />,
      })
    const width = antdColumns.reduce((sum, column) => sum + Number(column.width ?? 140), 0)

    const pagination = {
      current: state.page,
      pageSize: settings.pageSize,
      total: data?.total ?? 0,
      showSizeChanger: true,
      pageSizeOptions: pageSizes,
      size: 'small' as const,
      showTotal: (total: number) => totalText(total, data?.totalIsBound ?? false),
      onChange: (page: number, pageSize: number) => {
        if (pageSize !== settings.pageSize) change({ ...settings, pageSize })
        setState({ ...state, page: pageSize === settings.pageSize ? page : firstPage })
      },
    }

    const frame = useRef<HTMLDivElement>(null)
    useKeyboardScroll(frame)

    return (
      <div className={styles.list} ref={frame}>
        {Header && <Header tools={tools} />}
        {filters.length > 0 && (
          <FilterBar
            call={call}
            filters={filters}
            values={state.filters}
            onSearch={search}
            onReset={() => search({ ...(initial?.() as Row | undefined) })}
          />
        )}
        <div className={styles.bar}>
          <Actions actions={actions} target={rows} tools={tools} />
          {picked.length > 0 && (
            <>
              <span>选中 {picked.length} 条</span>
              <Actions actions={batch} target={picked} tools={tools} />
            </>
          )}
          <span className={styles.grow} />
          <Button icon={<ReloadOutlined />} aria-label="刷新" title="刷新" onClick={tools.refetch} />
          <ColumnPanel columns={titled} settings={settings} onChange={change} />
        </div>
        {answer.error && (
          <Alert
            type="error"
            showIcon
            title={answer.error.message}
            description={answer.error.tips || '已显示的内容可能不是最新的。'}
            action={<Button onClick={tools.refetch}>重新读取</Button>}
          />
        )}
        {mobile ? (
          <Cards
            rows={rows}
            columns={visible}
            rowKey={rowKey}
            cell={cell}
            loading={answer.loading}
            empty={empty}
            onOpen={openable ? open : undefined}
            actions={(row) => <Actions actions={rowActions} target={row} tools={tools} />}
            pagination={pagination}
          />
        ) : (
          <Table<Row>
            className={styles.table}
            size={settings.dense ? 'small' : 'middle'}
            rowKey={rowKey}
            columns={antdColumns}
            dataSource={rows}
            loading={{ spinning: answer.fetching, delay: 300 }}
            scroll={{ x: width, y: settings.pageSize > virtualAbove ? 560 : undefined }}
            virtual={settings.pageSize > virtualAbove}
            sticky={settings.pageSize <= virtualAbove}
            locale={{ emptyText: answer.loading ? ' ' : answer.error ? '没有读到内容' : empty }}
            pagination={pagination}
            rowSelection={
              batch.length
                ? { selectedRowKeys: picked.map((row) => String(row[rowKey])), onChange: (_, all) => setPicked(all) }
                : undefined
            }
            rowClassName={(row) => (shownRow?.[rowKey] === row[rowKey] ? styles.openedRow! : '')}
            onRow={(row) => ({
              tabIndex: openable ? 0 : undefined,
              style: openable ? { cursor: 'pointer' } : undefined,
              onClick: () => open(row),
              onKeyDown: (event) => event.key === 'Enter' && event.target === event.currentTarget && open(row),
            })}
          />
        )}
        {Detail && shownRow && <Detail row={shownRow} onClose={() => setOpened(null)} tools={tools} />}
        {holder}
      </div>
    )
  }
}
