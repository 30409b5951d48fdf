import type { Row } from '../../../console/src/kit/list/spec.ts'
import { columns, width } from './rows.ts'

/** px of a row of text in the tables beside it. */
const height = 39
/** As many as a second of scrolling passes, and no more: nothing is made on the way. */
const most = 400

const box = { height, padding: 8, boxSizing: 'border-box', overflow: 'hidden', whiteSpace: 'nowrap' } as const
const cell = { ...box, flex: `0 0 ${width}px`, textOverflow: 'ellipsis', borderBottom: '1px solid #f0f0f0' } as const

/** The same rows as text in boxes that stay: what the browser itself takes to scroll such a page on this machine. */
export const Still = ({ rows }: { rows: Row[] }) => (
  <div className="still" style={{ height: 560, overflow: 'auto' }}>
    {rows.slice(0, most).map((row) => (
      <div
        key={String(row.id)}
        className="ant-table-row"
        style={{ display: 'flex', width: (columns.length + 1) * width }}
      >
        {columns.map((key) => (
          <div key={key} style={cell}>
            {String(row[key])}
          </div>
        ))}
        <div style={{ ...cell, position: 'sticky', right: 0, background: '#fff' }}>作废</div>
      </div>
    ))}
  </div>
)
