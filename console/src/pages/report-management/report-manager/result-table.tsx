import type { ResultOf } from '@yibao/shared/call.ts'
import type { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { Table } from 'antd'
import { emptyOf, isNumeric, Value, waiting, wholeAmounts } from '../../../kit/index.ts'
import type { ShownColumn } from './question.ts'

type Row = Record<string, unknown>
interface Sort {
  sortField?: string
  sortOrder?: 'ascend' | 'descend'
}

interface Props {
  columns: readonly ShownColumn[]
  data: ResultOf<typeof reportDefinition.run> | undefined
  loading: boolean
  sort: Sort
  /** Without one all rows that there are stand here, in their order. */
  page: { current: number; pageSize: number } | undefined
  onChange: (next: { page: number; sort: Sort }) => void
}

/** The rows of a report with their sums below. */
export const ResultTable = ({ columns, data, loading, sort, page, onChange }: Props) => {
  const summed = columns.some(({ use }) => use === 'sum')
  const metaFor = ({ schema }: ShownColumn) => metaOf(schema)!
  const shape = Object.fromEntries(columns.map(({ key, schema }) => [key, schema]))
  const sized = wholeAmounts([...columns], data?.items ?? [], shape, summed ? data?.totals : undefined)
  const align = (column: ShownColumn) => (isNumeric(metaFor(column)) ? ('right' as const) : undefined)
  return (
    <Table<Row>
      size="small"
      rowKey={(_, i) => String(i)}
      dataSource={data?.items ?? []}
      loading={waiting(loading)}
      locale={emptyOf({ data: loading ? undefined : data, error: null }, '没有符合条件的数据。请放宽期间或条件')}
      scroll={{ x: sized.reduce((sum, { width }) => sum + width, 0) }}
      showSorterTooltip={false}
      columns={sized.map((column) => ({
        ...{ key: column.key, title: column.title, width: column.width, ellipsis: true, align: align(column) },
        ...(page && { sorter: true, sortOrder: sort.sortField === column.key ? (sort.sortOrder ?? null) : null }),
        render: (_: unknown, row: Row) => <Value meta={metaFor(column)} value={row[column.key]} />,
      }))}
      pagination={
        page
          ? { ...page, total: data?.total ?? 0, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }
          : false
      }
      onChange={({ current = 1 }, _filters, sorter, { action }) => {
        if (Array.isArray(sorter)) return
        const next: Sort = sorter.order ? { sortField: String(sorter.columnKey), sortOrder: sorter.order } : {}
        onChange({ page: action === 'paginate' ? current : 1, sort: action === 'sort' ? next : sort })
      }}
      summary={() =>
        summed && data && data.items.length > 0 ? (
          <Table.Summary fixed>
            <Table.Summary.Row>
              {columns.map((column, i) => (
                <Table.Summary.Cell key={column.key} index={i} align={align(column)}>
                  <b>
                    {column.use === 'sum' ? (
                      <Value meta={metaFor(column)} value={data.totals[column.key]} />
                    ) : (
                      i === 0 && '合计'
                    )}
                  </b>
                </Table.Summary.Cell>
              ))}
            </Table.Summary.Row>
          </Table.Summary>
        ) : null
      }
    />
  )
}
