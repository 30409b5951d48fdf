import { decideKey, type KeyAction, type KeyRow, lacksNumLock } from '../keys.ts'

interface KeyPlace {
  table: () => readonly KeyRow[]
  dialogOpen: () => boolean
  run: (action: KeyAction) => void
  /** Where a printable key goes that was typed outside of every field. */
  scanBox: () => HTMLInputElement | null
  /** F5 is the browser's own unless somebody is being served. */
  holds: () => boolean
  /** The number pad sends arrows instead of digits. */
  numLockOff: () => void
}

/** The basket takes digits for its cells and no letters. */
const typesText = ({ target, key }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) ||
    (target.closest('[role=grid]') !== null && /^[\d.]$/.test(key)))

const printable = (event: KeyboardEvent) =>
  event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.altKey && !event.metaKey

const isCell = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.dataset.cell !== undefined

/** A sign of the number pad that is typed: in a cell, in a dialog, and the `*` of `3*` in the scan box (ux 1.1). */
const writesHere = ({ target, code }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement &&
  ((isCell(target) && code !== 'NumpadAdd') ||
    target.closest('dialog') !== null ||
    (code === 'NumpadMultiply' && 'scanBox' in target.dataset && /^[\d.]+$/.test(target.value)))

/** Keys that do something once however long they are held; what they do to a text goes on. */
const actsOnce = ({ code, target }: KeyboardEvent): boolean =>
  !(target instanceof HTMLTextAreaElement) &&
  (/^(Numpad)?Enter$/.test(code) || (code === 'Delete' && !(target instanceof HTMLInputElement)))

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
 * A message of the shell or a dialog of the kit lies over the page: the keyboard is its own, and nothing below it moves
 * (ux 2.3).
 */
const covered = () => [...document.querySelectorAll('[aria-modal=true]')].some((one) => one.getClientRects().length > 0)

/**
 * The counter's keys, heard before the page and the browser: every key of the table is kept from the browser (ux 2.3),
 * repeats and other layers are ignored, and stray letters end up in the scan box.
 */
export const listenForKeys = ({ table, dialogOpen, run, scanBox, holds, numLockOff }: KeyPlace) => {
  const onKey = (event: KeyboardEvent) => {
    if (lacksNumLock(event)) {
      event.preventDefault()
      return numLockOff()
    }
    if (event.repeat && actsOnce(event)) {
      event.preventDefault()
      return event.stopImmediatePropagation()
    }
    const layer = covered()
    const { prevent, action } = decideKey(event, { dialog: layer || dialogOpen(), table: table() })
    // The number pad's signs belong to a field that is being edited, as Esc does to a cell and to an input method; F5 is held only for a customer.
    if (event.code.startsWith('Numpad') && writesHere(event)) return
    if (action === 'close' && (layer || event.isComposing || isCell(event.target))) return
    if (action === 'hold' && !holds()) return
    if (prevent) event.preventDefault()
    // What stands in an open cell is said: no price or settlement may be made of the quantity before it.
    if (action && isCell(event.target)) (event.target as HTMLElement).blur()
    if (action) return run(action)
    if (prevent || layer) return
    nextField(event)
    if (!dialogOpen() && printable(event) && !typesText(event)) scanBox()?.focus({ preventScroll: true })
  }
  window.addEventListener('keydown', onKey, true)
  return () => window.removeEventListener('keydown', onKey, true)
}
