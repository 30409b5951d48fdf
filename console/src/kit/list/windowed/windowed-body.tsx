import { type SelectorContext, useContext } from '@rc-component/context'
import TableContext, { type TableContextProps } from '@rc-component/table/es/context/TableContext.js'
import type { CustomizeScrollBody } from '@rc-component/table/es/interface.js'
import { memo, type ReactNode, type Ref, type UIEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Row } from '../spec.ts'
import styles from './windowed.module.css'
import { type Cell, cellClass, cellsOf, type Shared } from './windowed-cells.ts'

// antd's package.json declares no module type, so TypeScript sees CommonJS where vite gives the ES module's default.
const context = TableContext as unknown as SelectorContext<TableContextProps<Row>>

/** What antd's table gives to a body of one's own. */
type Given = Parameters<CustomizeScrollBody<Row>>[1]

/** Rows beyond the edges, so that a quick turn of the wheel meets no gap. */
const beyond = 4
/** px of a row before one was measured. */
const usualHeight = 39

interface BoxProps {
  row: Row
  index: number
  cell: Cell
}

/** A cell; another row's mark makes new columns of all, and is no reason to draw this one again. */
const Box = memo(
  ({ row, index, cell: { className, style, edge, render } }: BoxProps) => {
    const content = render?.(undefined, row, index) as ReactNode
    return (
      <td className={className} style={style} title={typeof content === 'string' ? content : undefined}>
        {edge ? <span className={`${cellClass}-content`}>{content}</span> : content}
      </td>
    )
  },
  (a, b) => a.row === b.row && a.index === b.index && a.cell.render === b.cell.render && a.cell.look === b.cell.look,
)

interface LineProps {
  row: Row
  /** px below the first one. */
  top: number
  index: number
  rowKey: string
  cells: Cell[]
  className: string
  onRow: Shared['onRow']
}

/** A row; drawn again only when something of it changed, which scrolling is not. */
const Line = memo(({ row, top, index, rowKey, cells, className, onRow }: LineProps) => {
  const { style, ...rest } = onRow?.(row, index) ?? {}
  return (
    <tr {...rest} style={{ ...style, top }} className={className} data-row-key={rowKey} aria-rowindex={index + 2}>
      {cells.map((cell) => (
        <Box key={cell.key} row={row} index={index} cell={cell} />
      ))}
    </tr>
  )
})

interface Props {
  rows: readonly Row[]
  /** px of the window at most. */
  height: number
  given: Given
}

/**
 * A table's body that holds the rows in its window only, all of one height: the place for `components.body` of antd's
 * table, whose columns, selection and fixed edges it takes from the table's context.
 */
export const WindowedBody = ({ rows, height, given }: Props) => {
  const shared: Shared = useContext(context, [
    ...([
      'flattenColumns',
      'fixedInfoList',
      'scrollInfo',
      'scrollbarSize',
      'onRow',
      'rowClassName',
      'getRowKey',
    ] as const),
  ])
  const { flattenColumns, fixedInfoList, scrollInfo, scrollbarSize, onRow, rowClassName, getRowKey } = shared
  const [first, setFirst] = useState(0)
  const [rowHeight, setRowHeight] = useState(usualHeight)
  const lines = useRef<HTMLTableSectionElement>(null)
  const [left, range] = scrollInfo
  const [start, end] = [left >= 1, range - left > 1]
  const cells = useMemo(() => cellsOf(shared, start, end), [flattenColumns, fixedInfoList, scrollbarSize, start, end])
  // Rows are of one height, which is that of their text: whoever wants them wide has higher ones.
  useLayoutEffect(() => {
    const measured = lines.current?.firstElementChild?.getBoundingClientRect().height
    if (measured) setRowHeight(measured)
  }, [cells])

  const count = Math.ceil(height / rowHeight) + 2 * beyond
  const from = Math.max(0, Math.min(first - beyond, rows.length - count))
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    if (currentTarget.scrollLeft !== left) given.onScroll({ currentTarget })
    const now = Math.floor(currentTarget.scrollTop / rowHeight)
    if (now === first) return
    const inside = currentTarget.contains(document.activeElement)
    // In the frame that moves the rows, or their place is empty for one.
    flushSync(() => setFirst(now))
    // Whoever stood on a row that is gone goes on scrolling by the keyboard.
    if (inside && !currentTarget.contains(document.activeElement)) currentTarget.focus({ preventScroll: true })
  }
  return (
    <div
      ref={given.ref as Ref<HTMLDivElement>}
      className="ant-table-body"
      style={{ maxHeight: height, overflow: 'auto scroll' }}
      onScroll={onScroll}
    >
      <table
        aria-rowcount={rows.length + 1}
        className={styles.windowed}
        style={{
          height: rows.length * rowHeight,
          width: cells.reduce((sum, { style }) => sum + Number(style.width), 0),
        }}
      >
        <tbody ref={lines} className="ant-table-tbody">
          {rows.slice(from, from + count).map((row, i) => {
            const key = String(getRowKey(row))
            const className = typeof rowClassName === 'function' ? rowClassName(row, from + i, 0) : rowClassName
            return (
              <Line
                key={key}
                rowKey={key}
                row={row}
                top={(from + i) * rowHeight}
                index={from + i}
                cells={cells}
                className={`ant-table-row ${className}`}
                onRow={onRow}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
