import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { whenDialogOpens } from '../messages/top-layer.ts'
import styles from './lock.module.css'

/** Who had the focus has it again; where he is gone, or there was none, the counter's scan box. */
const giveBack = (before: Element | null, dialog: HTMLElement) => {
  if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
  const { activeElement } = document
  // Where there was none before, a closed dialog keeps it until it is gone.
  if (activeElement === document.body || dialog.contains(activeElement))
    document.querySelector<HTMLElement>('main [data-scan-box]')?.focus({ preventScroll: true })
}

const first = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>('input:not(:disabled), button:not(:disabled)') ?? dialog

/**
 * Covers the whole page: a modal dialog of the browser is above every layer, and all else is inert below it: no focus,
 * no pointer, nothing to a screen reader, no find in page.
 */
export const Curtain = ({ children }: { children: ReactNode }) => {
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = box.current!
    const before = document.activeElement
    const show = () => {
      const { activeElement } = document
      const inside = dialog.contains(activeElement) ? (activeElement as HTMLElement) : undefined
      if (dialog.open) dialog.close()
      dialog.showModal()
      const target = inside ?? first(dialog)
      target.focus()
    }
    // Whatever closed it, it was no password.
    const closed = () => dialog.open || show()
    // antd keeps the focus in its own topmost dialog by listening at the window.
    const hold = (event: Event) => event.stopPropagation()
    // A press beside the form leaves the focus in it.
    const press = (event: Event) => {
      if (event.target instanceof Element && !event.target.closest('input, button')) event.preventDefault()
    }
    dialog.addEventListener('close', closed)
    dialog.addEventListener('focusin', hold)
    dialog.addEventListener('mousedown', press)
    document.documentElement.dataset.locked = ''
    show()
    const stop = whenDialogOpens(show, dialog)
    return () => {
      stop()
      dialog.removeEventListener('close', closed)
      dialog.removeEventListener('focusin', hold)
      dialog.removeEventListener('mousedown', press)
      delete document.documentElement.dataset.locked
      dialog.close()
      giveBack(before, dialog)
    }
  }, [])
  return (
    <dialog
      ref={box}
      className={styles.lock}
      aria-label="已锁屏"
      tabIndex={-1}
      onCancel={(event) => event.preventDefault()}
    >
      {children}
    </dialog>
  )
}
