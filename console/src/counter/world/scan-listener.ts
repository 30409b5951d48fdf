import { scanDetector } from '../scan.ts'

const silenceAfter = 60

interface Leak {
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
  value: string
}

const fieldOf = (target: EventTarget | null): Leak['field'] | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    ? target
    : undefined

/** Sets a field's text so that React hears of it. */
const setValue = (field: Leak['field'], value: string) => {
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/**
 * Hears scans wherever the focus is, password boxes excepted (ux 2.4). A scan's own keys are kept from the page, its
 * Enter presses no button, and the characters that reached a field before the burst was certain are taken back.
 */
export const listenForScans = (onScan: (text: string) => void) => {
  const detector = scanDetector()
  let leak: Leak | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const scanned = (text: string) => {
    if (leak && leak.field.value !== leak.value) setValue(leak.field, leak.value)
    leak = undefined
    onScan(text)
  }
  const settle = (at: number) => {
    const end = detector.silence(at)
    if (end && 'scan' in end) scanned(end.scan)
    // Fast typing, not a scan: what was kept back is given to the field after all.
    else if (end && leak && document.activeElement === leak.field) setValue(leak.field, leak.field.value + end.typed)
  }

  const onKey = (event: KeyboardEvent) => {
    const field = fieldOf(event.target)
    if (field instanceof HTMLInputElement && field.type === 'password') return
    // When the key was pressed, not when a busy page got around to it: a slow page must not tear a scan apart.
    const at = event.timeStamp
    settle(at)
    const { code, shiftKey: shift, ctrlKey: ctrl, altKey: alt, repeat } = event
    const verdict = detector.key({ code, shift, ctrl, alt, repeat, at })
    // A first character may begin a burst: the field is remembered as it was before it.
    if (detector.length === 1) leak = field ? { field, value: field.value } : undefined
    clearTimeout(timer)
    // Once more around the loop: keys that wait in the queue of a busy page come before the silence.
    timer = setTimeout(() => {
      timer = setTimeout(() => settle(performance.now()))
    }, silenceAfter)
    if (verdict.do === 'pass') return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (verdict.do === 'scan') scanned(verdict.text)
  }

  window.addEventListener('keydown', onKey, true)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKey, true)
  }
}
