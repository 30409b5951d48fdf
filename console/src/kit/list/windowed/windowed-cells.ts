import type { TableContextProps } from '@rc-component/table/es/context/TableContext.js'
import type { CSSProperties } from 'react'
import type { Row } from '../spec.ts'

/** What the body of a table takes from antd's own. */
export type Shared = Pick<
  TableContextProps<Row>,
  'flattenColumns' | 'fixedInfoList' | 'scrollInfo' | 'scrollbarSize' | 'onRow' | 'rowClassName' | 'getRowKey'
>

export interface Cell {
  key: string
  className: string
  style: CSSProperties
  /** Both as one text: two cells of one look are drawn alike. */
  look: string
  /** At the edge of fixed columns: the text is cut inside of the cell, whose shadow falls outside. */
  edge: boolean
  render: Shared['flattenColumns'][number]['render']
}

export const cellClass = 'ant-table-cell'

/** The cells of every row, as antd's own body has them; `start` and `end`: something lies below those edges. */
export const cellsOf = (
  { flattenColumns, fixedInfoList, scrollbarSize }: Shared,
  start: boolean,
  end: boolean,
): Cell[] =>
  flattenColumns.map((column, i) => {
    const fix = fixedInfoList[i]!
    const [toStart, toEnd] = [typeof fix.fixStart === 'number', typeof fix.fixEnd === 'number']
    const classes = [
      ...[cellClass, column.className],
      column.ellipsis && `${cellClass}-ellipsis`,
      (toStart || toEnd) && `${cellClass}-fix`,
      toStart && `${cellClass}-fix-start`,
      toEnd && `${cellClass}-fix-end`,
      fix.fixedStartShadow && `${cellClass}-fix-start-shadow${start ? ` ${cellClass}-fix-start-shadow-show` : ''}`,
      fix.fixedEndShadow && `${cellClass}-fix-end-shadow${end ? ` ${cellClass}-fix-end-shadow-show` : ''}`,
    ]
    const className = classes.filter(Boolean).join(' ')
    const style = {
      width: Number(column.width) - (i === flattenColumns.length - 1 ? scrollbarSize : 0),
      textAlign: column.align,
      ...(toStart && { insetInlineStart: fix.fixStart! }),
      ...(toEnd && { insetInlineEnd: fix.fixEnd! }),
      ...((toStart || toEnd) && { '--z-offset': fix.zIndex, '--z-offset-reverse': fix.zIndexReverse }),
    } as CSSProperties
    return {
      ...{ className, style, look: className + JSON.stringify(style) },
      key: String(column.key ?? i),
      edge: !!(fix.fixedStartShadow || fix.fixedEndShadow),
      render: column.render,
    }
  })
