import type { KeyboardEvent, PointerEvent, ThHTMLAttributes } from 'react'
import { useRef } from 'react'
import styles from './table.module.css'

interface Props extends ThHTMLAttributes<HTMLTableCellElement> {
  /** px; called when a drag ended or with each arrow key. */
  onResize?: (width: number) => void
}

const narrowest = 50
const step = 10

/**
 * A column's head whose right edge drags its width. A head that sorts has the focus for that, and its arrow keys change
 * the width: the edges are no stops, a list has a dozen of them. 列设置 has every column's width as a number.
 */
export const HeadCell = ({ onResize, children, ...cell }: Props) => {
  const head = useRef<HTMLTableCellElement>(null)
  if (!onResize) return <th {...cell}>{children}</th>

  const widthNow = () => head.current!.getBoundingClientRect().width
  const onPointerDown = (down: PointerEvent<HTMLElement>) => {
    down.preventDefault()
    down.stopPropagation()
    const handle = down.currentTarget
    const width = widthNow()
    const widthAt = (x: number) => Math.max(narrowest, Math.round(width + x - down.clientX))
    handle.setPointerCapture(down.pointerId)
    // Only a line moves with the pointer: the table itself is laid out once, at the end.
    handle.onpointermove = ({ clientX }) => {
      handle.style.transform = `translateX(${widthAt(clientX) - width}px)`
    }
    handle.onpointerup = ({ clientX }) => {
      handle.style.transform = ''
      handle.onpointermove = handle.onpointerup = null
      if (clientX !== down.clientX) onResize(widthAt(clientX))
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableCellElement>) => {
    cell.onKeyDown?.(event)
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (!by) return
    event.preventDefault()
    onResize(Math.max(narrowest, Math.round(widthNow() + by)))
  }
  return (
    <th {...cell} ref={head} onKeyDown={onKeyDown}>
      {children}
      <span
        className={styles.resize}
        aria-hidden="true"
        onPointerDown={onPointerDown}
        onClick={(event) => event.stopPropagation()}
      />
    </th>
  )
}
