import { Table, type TableProps } from 'antd'
import { useRef } from 'react'
import { go } from '../../state/go.ts'
import { useShell } from '../../state/shell.ts'
import { isNumeric, metaAt, type Shape } from '../fields.ts'
import { useKeyboardScroll } from '../list/keyboard-scroll.ts'
import type { ListState } from '../list/state.ts'
import table from '../list/table.module.css'
import { wholeAmounts } from '../list/whole-amounts.ts'
import { Value } from '../value.tsx'
import { waiting } from '../waiting.ts'
import type { ReportColumn } from './types.ts'
import type { ReportAnswer } from './use-report.ts'

type Row = ReportAnswer['items'][number]

interface Props {
  shape: Shape
  /** What the rows are: 日期, 门店. */
  groupTitle: string
  columns: readonly ReportColumn[]
  /** px */
  nameWidth: number
  data: ReportAnswer
  loading: boolean
  state: ListState
  onState: (state: ListState) => void
  links: (row: Row) => Partial<Record<string, string>>
}

const usualWidth = 108
/** px of a name on a phone: what stands beside it is what the table is for. */
const narrowName = 132
const pageSize = 50

/** A report's figures by group with their sum below; figures that a list counts lead to it. */
export const ReportTable = (props: Props) => {
  const { shape, groupTitle, columns, nameWidth, data, loading, state, onState, links } = props
  const frame = useRef<HTMLDivElement>(null)
  useKeyboardScroll(frame)
  const narrow = useShell(({ device }) => device === 'mobile')
  const sized = columns.map((column) => ({ width: usualWidth, ...column }))
  const sorting = (key: string) => ({
    sorter: true,
    sortOrder: state.sortField === key ? state.sortOrder : null,
  })
  const all: NonNullable<TableProps<Row>['columns']> = [
    {
      key: 'name',
      dataIndex: 'name',
      title: groupTitle,
      fixed: 'left',
      width: narrow ? Math.min(nameWidth, narrowName) : nameWidth,
      // Nothing hovers on a phone: a long name takes two lines there.
      ellipsis: !narrow,
      ...sorting('name'),
    },
    ...wholeAmounts(sized, data.items, shape, data.totals).map(({ key, width }) => {
      const meta = metaAt(shape, key)
      return {
        ...{ key, title: meta.title, width, ...sorting(key) },
        align: isNumeric(meta) ? ('right' as const) : undefined,
        render: (_: unknown, row: Row) => {
          const to = links(row)[key]
          const value = <Value meta={meta} value={row[key]} />
          if (!to || row[key] === 0) return value
          return (
            <a
              href={to}
              onClick={(event) => {
                event.preventDefault()
                go(to)
              }}
            >
              {value}
            </a>
          )
        },
      }
    }),
  ]
  return (
    <div ref={frame}>
      <Table<Row>
        className={table.table}
        size="small"
        rowKey="key"
        columns={all}
        dataSource={data.items}
        loading={waiting(loading)}
        scroll={{ x: all.reduce((sum, { width }) => sum + Number(width), 0) }}
        showSorterTooltip={false}
        pagination={{ pageSize, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
        onChange={(_page, _filters, sorter, { action }) => {
          if (action !== 'sort' || Array.isArray(sorter)) return
          const { sortField: _field, sortOrder: _order, ...rest } = state
          onState(sorter.order ? { ...rest, sortField: String(sorter.columnKey), sortOrder: sorter.order } : rest)
        }}
        summary={() => (
          <Table.Summary fixed>
            <Table.Summary.Row>
              <Table.Summary.Cell index={0}>合计</Table.Summary.Cell>
              {columns.map(({ key }, i) => (
                <Table.Summary.Cell key={key} index={i + 1} align={isNumeric(metaAt(shape, key)) ? 'right' : undefined}>
                  <b>
                    <Value meta={metaAt(shape, key)} value={data.totals[key]} />
                  </b>
                </Table.Summary.Cell>
              ))}
            </Table.Summary.Row>
          </Table.Summary>
        )}
      />
    </div>
  )
}
