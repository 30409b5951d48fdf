import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { matrixState } from '@yibao/shared/entities/recon-month.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { Space } from 'antd'
import type { RowOf } from '../../../kit/index.ts'
import { go } from '../../../state/go.ts'
import { cellKey, useCells } from './cells.ts'

type Row = RowOf<typeof monthBooks.matrix>
type Day = Row['days'][number]
type State = Day['state']

const names = metaOf(matrixState)!.choices as Record<State, string>

// Shape besides colour (ux 2.5): a screen in the sun, or an eye that sees no red, tells them apart all the same. What is
// unequal says by how many differences (ux 3), also where a later run did not end; before its rows were compared nobody
// knows.
const looks: Record<State, { mark: string; colour: string; edged?: true }> = {
  none: { mark: '·', colour: 'grey' },
  equal: { mark: '✓', colour: 'good' },
  handled: { mark: '✓', colour: 'good' },
  waiting: { mark: '–', colour: 'text', edged: true },
  running: { mark: '…', colour: 'action' },
  unequal: { mark: '✕', colour: 'harm', edged: true },
  failed: { mark: '△', colour: 'warn', edged: true },
}
const most = 99
const markOf = ({ state, open }: Pick<Day, 'state' | 'open'>) =>
  open && (state === 'unequal' || state === 'failed') ? (open > most ? `${most}+` : open) : looks[state].mark

const lookOf = (state: State, marked = false) => {
  const { colour, edged } = looks[state]
  const edge = edged ? 'currentColor' : 'transparent'
  const style = { width: 22, padding: 0, textAlign: 'center', cursor: 'pointer' } as const
  const font = { font: 'inherit', fontSize: 12, lineHeight: '16px' }
  const ground = {
    background: marked ? 'var(--action-ground)' : 'none',
    outline: marked ? '2px solid currentColor' : undefined,
  }
  return {
    style: {
      ...style,
      ...font,
      ...ground,
      display: 'inline-grid',
      border: `1px solid ${edge}`,
      color: `var(--${colour})`,
    },
  }
}
const told: [State, number][] = [
  ['equal', 0],
  ['unequal', 3],
  ['failed', 0],
  ['waiting', 0],
  ['none', 0],
]

/** What the marks mean, and the keys. */
export const Legend = () => (
  <Space wrap size="middle">
    {told.map(([state, open]) => (
      <span key={state}>
        <span {...lookOf(state)} aria-hidden="true">
          {markOf({ state, open })}
        </span>{' '}
        {names[state]}
        {open > 0 && '，未处理的差异'}
      </span>
    ))}
    <span>方向键移动 · Enter 打开那天 · X 选中 · B 对账选中的天</span>
  </Space>
)

/** One store's month: a cell for each day that has come, a button where there is something to open. */
export const DayStrip = ({ row: { days, storeId, storeName } }: { row: Row }) => {
  const { marked, onKeyDown } = useCells()
  const first = days.find(({ state }) => state !== 'none')?.day
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of cells in a table.
    <div
      style={{ display: 'flex', flexWrap: 'wrap' }}
      role="group"
      aria-label={`${storeName} 每天`}
      data-days=""
      onKeyDown={onKeyDown}
    >
      {days.map(({ day, state, open }) => {
        const words = `${day} ${names[state]}${open ? `，${open} 笔差异未处理` : ''}`
        const content = (
          <>
            <span aria-hidden="true">{Number(day.slice(8))}</span>
            <span aria-hidden="true">{markOf({ state, open })}</span>
            <span className="unseen">{words}</span>
          </>
        )
        if (state === 'none')
          return (
            <span key={day} {...lookOf(state)} title={words}>
              {content}
            </span>
          )
        const key = cellKey({ day, storeId, storeName })
        const address = new URLSearchParams({ 'f.from': day, 'f.to': day, 'f.storeId': storeId })
        return (
          <button
            key={day}
            type="button"
            {...lookOf(state, marked.includes(key))}
            title={words}
            aria-pressed={marked.includes(key)}
            data-cell={key}
            tabIndex={day === first ? 0 : -1}
            onClick={() => go(`/reconciliation/day-reconciliation?${address}`)}
          >
            {content}
          </button>
        )
      })}
    </div>
  )
}
