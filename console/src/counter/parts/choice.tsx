import { type KeyboardEvent, useState } from 'react'
import css from './choice.module.css'

interface Props {
  className?: string | undefined
  label: string
  value: string
  options: readonly { value: string; name: string }[]
  disabled?: boolean
  onChoose: (value: string) => void
}

/**
 * A choice of the page itself. The browser's own open list takes every key before the page hears it, and with the keys a
 * scan (ux 2.4): this one lies in the page, the field keeps the focus, and every scan is heard.
 */
export const Choice = ({ className, label, value, options, disabled, onChoose }: Props) => {
  const [open, setOpen] = useState(false)
  const move = (by: number) => {
    const next = options[options.findIndex((one) => one.value === value) + by]
    if (next) onChoose(next.value)
  }
  // The hand is free again (ux 2.2).
  const leave = (from: HTMLElement) => {
    setOpen(false)
    from.closest('[data-counter]')?.querySelector<HTMLElement>('[data-scan-box]')?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLSelectElement>) => {
    if (event.key === ' ' || (event.altKey && event.key.startsWith('Arrow'))) setOpen(!open)
    else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape' && open) leave(event.currentTarget)
    else return
    event.preventDefault()
  }
  return (
    <span className={`${css.choice} ${className ?? ''}`}>
      <select
        aria-label={label}
        value={value}
        disabled={disabled}
        onMouseDown={(event) => {
          event.preventDefault()
          event.currentTarget.focus()
          setOpen(!open)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
        onChange={(event) => onChoose(event.target.value)}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.name}
          </option>
        ))}
      </select>
      {open && !disabled && (
        // What the field says of itself is enough for who cannot see the list: it moves with the arrows.
        <span className={css.list} data-layer aria-hidden="true">
          {options.map((one) => (
            <button
              key={one.value}
              type="button"
              tabIndex={-1}
              data-chosen={one.value === value || undefined}
              // The field keeps the focus until something was chosen.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => {
                onChoose(one.value)
                leave(event.currentTarget)
              }}
            >
              {one.name}
            </button>
          ))}
        </span>
      )}
    </span>
  )
}
