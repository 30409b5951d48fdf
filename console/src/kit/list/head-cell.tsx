import type { KeyboardEvent, PointerEvent, ThHTMLAttributes } from 'react'
import { useRef } from 'react'
import styles from '../kit.module.css'

interface Props extends ThHTMLAttributes<HTMLTableCellElement> {
  /** px it has now. */
  columnWidth?: number
  /** px; called when a drag ended or with each arrow key. */
  onResize?: (width: number) => void
}

const narrowest = 50
const step = 10

/** A column's head whose right edge drags its width; the arrow keys do the same. */
export const HeadCell = ({ columnWidth, onResize, children, ...cell }: Props) => {
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
    const move = (event: globalThis.PointerEvent) => {
      // Only a line moves with the pointer: the table itself is laid out once, at the end.
      handle.style.transform = `translateX(${widthAt(event.clientX) - width}px)`
    }
    const end = (event: globalThis.PointerEvent) => {
      handle.style.transform = ''
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', end)
      if (event.clientX !== down.clientX) onResize(widthAt(event.clientX))
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', end)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    onResize(Math.max(narrowest, Math.round(widthNow() + by)))
  }
  return (
    <th {...cell} ref={head}>
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be dragged inside a table's head */}
      <span
        className={styles.resize}
        role="separator"
        aria-orientation="vertical"
        aria-label="列宽"
        aria-valuenow={columnWidth}
        tabIndex={0}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
        onClick={(event) => event.stopPropagation()}
      />
    </th>
  )
}
