import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import css from './dialogs.module.css'

interface Props {
  title: string
  wide?: boolean
  /** It came by itself: an Enter or a click on its way to something else must answer nothing. */
  unasked?: boolean | undefined
  onClose: () => void
  children: ReactNode
  /** Buttons, the safe one first: it has the focus (ux 2.7). */
  buttons?: ReactNode
}

/** The second click of a double click was meant for what stood here before: it presses nothing and leaves no focus. */
const dropSecond = (event: MouseEvent) => {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

/** A dialog of the counter: keeps the focus inside and gives it back; Esc closes it and nothing else. */
export const Frame = ({ title, wide, unasked, onClose, children, buttons }: Props) => {
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Taken while rendering: the dialog's own first field gets the focus before any effect runs.
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    const dialog = box.current!
    // A question in whose place this one stands has given the focus back by now, and is gone with its button.
    const from = before?.isConnected ? before : document.activeElement
    const show = () => {
      dialog.showModal()
      // A modal dialog takes its first field by itself; the safe answer comes before it (ux 2.7).
      if (unasked) dialog.focus()
      else dialog.querySelector<HTMLElement>('[data-first]')?.focus()
    }
    // The browser closes it at the second Esc whatever is said to it: what may not be closed now stays in sight.
    const closed = () => dialog.open || show()
    dialog.addEventListener('close', closed)
    show()
    return () => {
      dialog.removeEventListener('close', closed)
      dialog.close()
      if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true })
    }
  }, [before, unasked])
  return (
    <dialog
      ref={box}
      className={css.dialog}
      tabIndex={-1}
      data-wide={wide || undefined}
      aria-labelledby={titleId}
      onMouseDownCapture={unasked ? dropSecond : undefined}
      onClickCapture={unasked ? dropSecond : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      <div className={css.content}>{children}</div>
      {buttons && <div className={css.buttons}>{buttons}</div>}
    </dialog>
  )
}

interface ButtonProps {
  children: ReactNode
  onClick: () => void
  danger?: boolean
  primary?: boolean
  /** Has the focus when the dialog opens. Never a button that moves money. */
  first?: boolean
  disabled?: boolean
  busy?: boolean
}

/** A button of a dialog's foot; `first` has the focus when it opens, a dangerous one never. */
export const DialogButton = ({ children, onClick, danger, primary, first, disabled, busy }: ButtonProps) => (
  <button
    type="button"
    className={css.button}
    data-danger={danger || undefined}
    data-primary={primary || undefined}
    data-first={first || undefined}
    disabled={disabled}
    aria-busy={busy}
    onClick={onClick}
  >
    {children}
  </button>
)
