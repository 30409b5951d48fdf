import { decideKey, type KeyAction, type KeyRow, lacksNumLock } from '../keys.ts'

interface KeyPlace {
  table: () => readonly KeyRow[]
  dialogOpen: () => boolean
  /** A message of the shell stands above the page: the keyboard is its own, and nothing below it moves. */
  covered: () => boolean
  run: (action: KeyAction) => void
  /** Where a printable key goes that was typed outside of every field. */
  scanBox: () => HTMLInputElement | null
  /** F5 is the browser's own unless somebody is being served. */
  holds: () => boolean
  /** The number pad sends arrows instead of digits. */
  numLockOff: () => void
}

const typesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) ||
    target.closest('[role=grid]') !== null)

const printable = (event: KeyboardEvent) =>
  event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.altKey && !event.metaKey

/** Enter leads to the next field, except where it has a meaning of its own (ux 2.7). */
const nextField = (event: KeyboardEvent) => {
  const { target, code } = event
  if (!(target instanceof HTMLSelectElement) || (code !== 'Enter' && code !== 'NumpadEnter')) return
  const root = target.closest('[data-counter]')
  const fields = [
    ...(root?.querySelectorAll<HTMLElement>('input:not([disabled]), select:not([disabled]), [role=grid]') ?? []),
  ]
  event.preventDefault()
  fields[fields.indexOf(target) + 1]?.focus()
}

/**
 * The counter's keys, heard before the page and the browser: every key of the table is kept from the browser (ux 2.3),
 * repeats and other layers are ignored, and stray letters end up in the scan box.
 */
export const listenForKeys = ({ table, dialogOpen, covered, run, scanBox, holds, numLockOff }: KeyPlace) => {
  const onKey = (event: KeyboardEvent) => {
    if (lacksNumLock(event)) {
      event.preventDefault()
      return numLockOff()
    }
    const { prevent, action } = decideKey(event, { dialog: dialogOpen() || covered(), table: table() })
    const editing = event.target instanceof HTMLInputElement && event.target.dataset.cell !== undefined
    // The number pad's signs belong to a field that is being edited; F5 is held only for a customer.
    if (event.code.startsWith('Numpad') && editing) return
    if (action === 'hold' && !holds()) return
    if (prevent) event.preventDefault()
    if (covered()) return
    if (action) return run(action)
    if (prevent) return
    nextField(event)
    if (!dialogOpen() && printable(event) && !typesText(event.target)) scanBox()?.focus({ preventScroll: true })
  }
  window.addEventListener('keydown', onKey, true)
  return () => window.removeEventListener('keydown', onKey, true)
}
