import { Table, type TableProps } from 'antd'
import { useMemo } from 'react'
import type { Row } from '../spec.ts'
import { fitWidths, useRoom } from './fit.ts'
import { WindowedBody } from './windowed-body.tsx'

interface Props extends TableProps<Row> {
  /** px of the rows' window at most. */
  height: number
  /** px assumed for a column without a width. */
  usualWidth: number
}

/** px of the column of marks, as antd's own. */
const marksWidth = 32

/** antd's table, whose body holds the rows in its window only: for a page of many rows. */
export const WindowedTable = ({ height, usualWidth, columns = [], rowSelection, components, ...table }: Props) => {
  const { ref, room } = useRoom()
  const marks = rowSelection ? marksWidth : 0
  const widths = fitWidths(
    columns.map(({ width }) => width as number | undefined),
    usualWidth,
    { ...room, width: room.width - marks },
  )
  const inView = useMemo<TableProps<Row>['components']>(
    () => ({ ...components, body: (rows, given) => <WindowedBody rows={rows} height={height} given={given} /> }),
    [components, height],
  )
  return (
    <Table<Row>
      {...table}
      ref={ref}
      columns={columns.map((column, i) => ({ ...column, width: widths[i] }))}
      components={table.dataSource?.length ? inView : components}
      scroll={{ x: widths.reduce((sum, one) => sum + one, marks), y: height }}
      rowSelection={rowSelection && { ...rowSelection, columnWidth: marksWidth }}
    />
  )
}
