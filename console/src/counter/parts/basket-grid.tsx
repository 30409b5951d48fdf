import { trimZeros } from '@yibao/shared/money.ts'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { lateOf } from '../../kit/late/late-of.ts'
import { piecesOf, shown, totalOf } from '../flow/amounts.ts'
import { whyNotEdit } from '../flow/basket.ts'
import { herbKinds } from '../flow/herbs.ts'
import type { Line } from '../flow/model.ts'
import { secondText, twoOf } from '../flow/second.ts'
import { seldom } from '../late.ts'
import css from './basket-grid.module.css'
import { BasketRow, type Cell, cellId, type RowActs } from './basket-row.tsx'
import { hintsOf } from './line-hints.ts'
import { useCounter, useStore } from './store-context.ts'
import { useRows } from './use-rows.ts'

const HerbsWord = lateOf(seldom, 'HerbsWord')

const heads = [
  ['#', css.index],
  ['名称 / 规格', css.name],
  ['数量', `${css.number} ${css.quantity}`],
  ['单位', css.unit],
  ['单价', `${css.number} ${css.price}`],
  ['金额', css.number],
  ['等级', css.class],
  ['自付', css.ratio],
  ['处方', css.rx],
  ['追溯码', css.trace],
  ['提示', css.hint],
] as const

/** R4: the basket as a grid with one tab stop; arrows move, digits edit, Enter opens the line (ux 2.2, 2.7). */
export const BasketGrid = () => {
  const store = useStore()
  const state = useCounter()
  const { lines, erp, flash, phase } = state
  const why = whyNotEdit(state)
  const second = twoOf(state)?.second.lines
  const hintOf = (line: Line) => {
    const [first] = hintsOf(state, line, second, Date.now())
    return { hint: first?.text, sign: first?.sign }
  }
  const behind = secondText(state)
  const body = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const [place, setPlace] = useState<{ index: number; cell: Cell }>({ index: 0, cell: 'quantity' })
  const [typed, setTyped] = useState<{ line: string; cell: Cell; text: string; untouched: boolean }>()
  const valueIn = (line: string, cell: Cell): string | undefined => {
    const one = lines.find(({ id }) => id === line)
    return one && (cell === 'quantity' ? trimZeros(one.quantity) : one.price)
  }
  // A cell that says what its line is goes on saying it: a scan may add to it meanwhile.
  const edit = typed?.untouched ? { ...typed, text: valueIn(typed.line, typed.cell) ?? typed.text } : typed
  const { show, ...rows } = useRows(body, lines.length)
  /** What came last, for whoever does not see it flash. */
  const told = lines.find(({ id }) => id === flash?.line)
  const index = Math.min(place.index, Math.max(0, lines.length - 1))

  // A new or changed line comes into view; nothing above it moves and the focus stays where it is.
  useEffect(() => {
    const at = flash ? lines.findIndex(({ id }) => id === flash.line) : -1
    if (at >= 0) show(at)
  }, [flash, lines, show])

  const begin = (line: string, cell: Cell, text: string) =>
    why
      ? store.dispatch(
          cell === 'quantity' ? { type: 'setQuantity', line, quantity: text } : { type: 'setPrice', line, price: text },
        )
      : setTyped({ line, cell, text, untouched: text === valueIn(line, cell) })
  const scanBox = () => grid.current?.closest('[data-counter]')?.querySelector<HTMLElement>('[data-scan-box]')
  // Esc leaves the cell as it was, for the scan box (ux 2.2).
  const dropped = useRef(false)
  const drop = () => {
    setTyped(undefined)
    // The cell loses the focus while it is still there, and must not take that for an answer.
    dropped.current = true
    scanBox()?.focus({ preventScroll: true })
    dropped.current = false
  }
  const commit = (text: string, back: boolean) => {
    if (!edit || dropped.current) return
    const line = lines.find(({ id }) => id === edit.line)
    setTyped(undefined)
    if (line && edit.cell === 'quantity' && text !== line.quantity)
      store.dispatch({ type: 'setQuantity', line: line.id, quantity: text })
    if (line && edit.cell === 'price' && text !== line.price)
      store.dispatch({ type: 'setPrice', line: line.id, price: text })
    if (back) grid.current?.focus()
  }
  // Named once: a row is drawn anew for what it shows, not because another one is typed in.
  const latest = useRef({ begin, commit, drop })
  latest.current = { begin, commit, drop }
  const acts = useMemo(
    (): RowActs => ({
      onFocus: (next, cell) => setPlace((now) => ({ index: next, cell: cell ?? now.cell })),
      onEdit: (...typed) => latest.current.begin(...typed),
      onCommit: (...said) => latest.current.commit(...said),
      onDrop: () => latest.current.drop(),
      onOpen: (line) => store.dispatch({ type: 'openLine', line }),
    }),
    [store],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[index]
    if (edit || !line) return
    const move = { ArrowUp: -1, ArrowDown: 1, PageUp: -8, PageDown: 8, Home: -lines.length, End: lines.length }[
      event.key
    ]
    if (move !== undefined) {
      const next = Math.min(lines.length - 1, Math.max(0, index + move))
      setPlace((now) => ({ ...now, index: next }))
      show(next)
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      setPlace({ index, cell: event.key === 'ArrowLeft' ? 'quantity' : 'price' })
    } else if (/^[\d.]$/.test(event.key) && !event.ctrlKey && !event.altKey) begin(line.id, place.cell, event.key)
    else if (event.key === 'Enter') acts.onOpen(line.id)
    else if (event.key === 'Delete' && !event.ctrlKey) store.dispatch({ type: 'removeLine', line: line.id })
    else return
    event.preventDefault()
  }

  return (
    <section className={css.panel} data-panel="basket" aria-label="购药明细">
      <div ref={body} className={css.body} onScroll={rows.onScroll}>
        <table
          ref={grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells take keys is a grid
          role="grid"
          className={css.grid}
          data-locked={why === 'basket.locked' || undefined}
          aria-label={erp ? `来自 ERP 销售单 ${erp.billNo}` : '购药明细'}
          aria-rowcount={lines.length + 1}
          aria-readonly={why !== undefined}
          aria-activedescendant={lines[index] && cellId(lines[index].id, place.cell)}
          tabIndex={0}
          onFocus={() => show(index)}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr>
              {heads.map(([title, className]) => (
                <th key={title} scope="col" className={className}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.before > 0 && <tr style={{ height: rows.before }} />}
            {lines.slice(rows.first, rows.last).map((line, i) => (
              <BasketRow
                key={line.id}
                line={line}
                index={rows.first + i}
                cell={rows.first + i === index ? place.cell : undefined}
                editing={edit?.line === line.id ? edit : undefined}
                flash={flash?.line === line.id}
                {...hintOf(line)}
                {...acts}
              />
            ))}
            {rows.after > 0 && <tr style={{ height: rows.after }} />}
          </tbody>
        </table>
        {lines.length === 0 && (
          <p className={css.empty}>
            {phase === 'unknown' ? '这笔购药正在核实' : '扫描药品条码，或输入名称、首字母查找'}
          </p>
        )}
      </div>
      <p className="unseen" role="status">
        {told && `${told.item.name} ${trimZeros(told.quantity)} ${told.item.unit}，合计 ${shown(totalOf(lines))}`}
      </p>
      <p className={css.sum}>
        <span title={behind}>
          {behind && <b>{behind} · </b>}
          {erp && <b>来自 ERP 销售单 {erp.billNo} · </b>}
          合计 {lines.length} 种 {piecesOf(lines)} 件
        </span>
        {herbKinds(lines).length > 0 && <HerbsWord />}
        <strong>{shown(totalOf(lines))}</strong>
      </p>
    </section>
  )
}
