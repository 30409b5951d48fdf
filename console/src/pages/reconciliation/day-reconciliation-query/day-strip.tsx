import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { matrixState } from '@yibao/shared/entities/reconciliation.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { Space } from 'antd'
import type { KeyboardEvent } from 'react'
import type { RowOf } from '../../../kit/index.ts'
import { go } from '../../../state/go.ts'

type Row = RowOf<typeof monthBooks.matrix>
type State = Row['days'][number]['state']

const names = metaOf(matrixState)!.choices as Record<State, string>

// Shape besides colour (ux 2.5): a screen in the sun, or an eye that sees no red, tells them apart all the same.
const looks: Record<State, { mark: string; colour: string; edged?: true }> = {
  none: { mark: '–', colour: 'grey' },
  equal: { mark: '✓', colour: 'good' },
  handled: { mark: '✓', colour: 'good' },
  waiting: { mark: '○', colour: 'text', edged: true },
  running: { mark: '·', colour: 'action' },
  unequal: { mark: '✕', colour: 'harm', edged: true },
  failed: { mark: '△', colour: 'warn', edged: true },
}
const lookOf = (state: State) => {
  const { colour, edged } = looks[state]
  const edge = edged ? 'currentColor' : 'transparent'
  const style = { width: 22, padding: 0, background: 'none', textAlign: 'center', cursor: 'pointer' } as const
  const font = { font: 'inherit', fontSize: 12, lineHeight: '16px' }
  return {
    style: { ...style, ...font, display: 'inline-grid', border: `1px solid ${edge}`, color: `var(--${colour})` },
  }
}
const told: State[] = ['equal', 'unequal', 'failed', 'waiting', 'none']

/** What the marks mean. */
export const Legend = () => (
  <Space wrap size="middle">
    {told.map((state) => (
      <span key={state}>
        <span {...lookOf(state)} aria-hidden="true">
          {looks[state].mark}
        </span>{' '}
        {names[state]}
      </span>
    ))}
    <span>按一天打开它的日对账</span>
  </Space>
)

/** Left and right go from day to day: the strip is one stop of the tabulator key. */
const step = (event: KeyboardEvent<HTMLElement>) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!by) return
  const days = [...event.currentTarget.querySelectorAll('button')]
  const next = days[days.indexOf(event.target as HTMLButtonElement) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** One store's month: a cell for each day that has come, a button where there is something to open. */
export const DayStrip = ({ row: { days, storeId, storeName } }: { row: Row }) => {
  const first = days.find(({ state }) => state !== 'none')?.day
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of cells in a table.
    <div style={{ display: 'flex', flexWrap: 'wrap' }} role="group" aria-label={`${storeName} 每天`} onKeyDown={step}>
      {days.map(({ day, state, open }) => {
        const words = `${day} ${names[state]}${open ? `，${open} 笔差异未处理` : ''}`
        const content = (
          <>
            {Number(day.slice(8))}
            <span aria-hidden="true">{looks[state].mark}</span>
          </>
        )
        if (state === 'none')
          return (
            <span key={day} {...lookOf(state)} title={words}>
              {content}
            </span>
          )
        const address = new URLSearchParams({ 'f.from': day, 'f.to': day, 'f.storeId': storeId })
        return (
          <button
            key={day}
            type="button"
            {...lookOf(state)}
            title={words}
            aria-label={words}
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
