import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './choices.module.css'

interface PopupItem {
  key: string
  label: ReactNode
  disabled?: boolean
  run: () => void
}

interface Props {
  /** Top left corner wanted, in px of the window; moved in when it would not fit. */
  x: number
  y: number
  label: string
  items?: PopupItem[]
  children?: ReactNode
  onClose: () => void
}

/** A menu or card at a point: closes on Escape, outside press and choice; gives the focus back. */
export const Popup = ({ x, y, label, items = [], children, onClose }: Props) => {
  const box = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = box.current!
    const { width, height } = element.getBoundingClientRect()
    element.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`
    element.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`
  }, [x, y])

  // A layout effect: at its end the popup is still there, and so is the focus in it.
  useLayoutEffect(() => {
    const before = document.activeElement
    box.current?.querySelector<HTMLElement>('button:not(:disabled), a')?.focus({ preventScroll: true })
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) onClose()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.stopPropagation()
        onClose()
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!step) return
      event.preventDefault()
      const all = [...(box.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
      const now = all.indexOf(document.activeElement as HTMLElement)
      all[(now + step + all.length) % all.length]?.focus()
    }
    document.addEventListener('pointerdown', outside, true)
    document.addEventListener('keydown', onKeyDown, true)
    return () => {
      document.removeEventListener('pointerdown', outside, true)
      document.removeEventListener('keydown', onKeyDown, true)
      if (before instanceof HTMLElement && box.current?.contains(document.activeElement)) before.focus()
    }
  }, [onClose])

  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is always one of menu and dialog
    <div
      ref={box}
      className={`${styles.choices} ${styles.popup}`}
      role={items.length ? 'menu' : 'dialog'}
      aria-label={label}
    >
      {children}
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="menuitem"
          disabled={item.disabled}
          onClick={() => {
            onClose()
            item.run()
          }}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}
