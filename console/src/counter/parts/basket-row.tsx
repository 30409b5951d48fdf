import { formatPrice, trimZeros } from '@yibao/shared/money.ts'
import { memo, useRef } from 'react'
import { amountOf, shown } from '../flow/amounts.ts'
import type { Line } from '../flow/model.ts'
import css from './basket-grid.module.css'

export type Cell = 'quantity' | 'price'

/** By which the grid names the cell that its keys act on. */
export const cellId = (line: string, cell: Cell): string => `${line}-${cell}`

/** What is done in a row; the same for all of them, for as long as the grid stands. */
export interface RowActs {
  /** Without a cell: the one that was chosen before, in this row. */
  onFocus: (index: number, cell?: Cell) => void
  onEdit: (line: string, cell: Cell, text: string) => void
  onCommit: (text: string, next: boolean) => void
  onDrop: () => void
  onOpen: (id: string) => void
}

interface Props extends RowActs {
  line: Line
  index: number
  /** The chosen cell, where it is in this row. */
  cell: Cell | undefined
  /** Text being typed in a cell of this row. */
  editing: { cell: Cell; text: string } | undefined
  flash: boolean
  /** What is to be said of it first, and whether that stops the sale. */
  hint: string | undefined
  sign: string | undefined
}

const longPress = 500

const titles: Record<Cell, string> = { quantity: '数量', price: '单价' }

/** `10%` of a ratio; nothing for none. */
const percent = (ratio: string | undefined) => (ratio ? `${Number((Number(ratio) * 100).toFixed(2))}%` : '')

/** One line of the basket: 32 px, never more (N4). Enter, double click or a long press opens the rest of it. */
export const BasketRow = memo((props: Props) => {
  const { line, index, editing, cell, flash, hint, sign, onFocus, onEdit, onCommit, onDrop, onOpen } = props
  const { item, quantity, price, traceCodes } = line
  const press = useRef<ReturnType<typeof setTimeout>>(undefined)
  const values = { quantity: trimZeros(quantity), price }
  const cellProps = (name: Cell, shownValue: string) => ({
    id: cellId(line.id, name),
    className: `${css.number} ${css[name]}`,
    // Whoever only hears the grid reads in which row its keys act.
    'aria-label': `${item.name} ${titles[name]} ${shownValue}`,
    'data-active': cell === name || undefined,
    onClick: () => {
      // A click into the open cell only moves its cursor.
      if (editing?.cell === name) return
      onFocus(index, name)
      onEdit(line.id, name, values[name])
    },
    children:
      editing?.cell === name ? (
        <input
          className={css.edit}
          data-cell={name}
          aria-label={titles[name]}
          inputMode="decimal"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the cell was just opened by its own key or click
          autoFocus
          value={editing.text}
          onFocus={(event) => event.target.value === values[name] && event.target.select()}
          onChange={(event) => onEdit(line.id, name, event.target.value)}
          onBlur={() => onCommit(editing.text, false)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onCommit(editing.text, true)
            else if (event.key === 'Escape') onDrop()
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
      ) : (
        shownValue
      ),
  })
  return (
    <tr
      className={css.row}
      aria-rowindex={index + 2}
      aria-selected={cell !== undefined}
      data-flash={flash || undefined}
      onClick={(event) => (event.target as HTMLElement).closest('[data-active], input') || onFocus(index)}
      onDoubleClick={() => onOpen(line.id)}
      onPointerDown={(event) => {
        if (event.pointerType === 'touch') press.current = setTimeout(() => onOpen(line.id), longPress)
      }}
      onPointerUp={() => clearTimeout(press.current)}
      onPointerCancel={() => clearTimeout(press.current)}
    >
      <td className={css.index}>{index + 1}</td>
      <td className={css.name} title={`${item.name} ${item.spec}`}>
        <b>{item.name}</b>
        <small>{item.spec || item.ownCode}</small>
      </td>
      <td {...cellProps('quantity', values.quantity)} />
      <td className={css.unit}>{item.unit}</td>
      <td {...cellProps('price', formatPrice(price))} />
      <td className={css.number}>{shown(amountOf(line))}</td>
      <td className={css.class}>{item.itemClass || '--'}</td>
      <td className={css.ratio}>{percent(item.selfPayRatio)}</td>
      <td className={css.rx}>{item.prescription ? '处方' : ''}</td>
      <td className={css.trace}>{item.traceRequired ? `${traceCodes.length}/${Math.ceil(Number(quantity))}` : ''}</td>
      <td className={css.hint} data-harm={sign === '✕' || undefined} title={hint}>
        {hint && (
          <span role="img" aria-label={hint}>
            {sign}
          </span>
        )}
      </td>
    </tr>
  )
})
