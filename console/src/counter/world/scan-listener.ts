import { characterOf, scanDetector } from '../scan.ts'

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

/** Whether a key outside of every field would do something by its character; one of an input method is not ours. */
const writes = ({ key, isComposing }: KeyboardEvent) => key.length === 1 && !isComposing

const insert = (field: Leak['field'], text: string) => {
  if (field instanceof HTMLSelectElement || field.selectionStart === null) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd ?? field.selectionStart, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Keys that were held back from the page and came from a hand after all, in their order. */
const replayer = () => {
  const replayed = new WeakSet<Event>()
  const deliver = ({ key, code, shiftKey }: KeyboardEvent) => {
    const again = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true })
    replayed.add(again)
    const target = document.activeElement ?? document.body
    // Made by us it writes nothing by itself; a listener may have given the focus to a field.
    const open = fieldOf(target) !== undefined || target.dispatchEvent(again)
    const field = fieldOf(document.activeElement)
    if (open && field) insert(field, key)
  }
  return {
    isOne: (event: Event) => replayed.has(event),
    async replay(keys: readonly KeyboardEvent[]) {
      for (const key of keys) {
        deliver(key)
        // What it opened, a cell for example, is there for the next one.
        await null
      }
    },
  }
}

/**
 * Hears scans wherever the focus is, password boxes excepted (ux 2.4). A scan's own keys are kept from the page, its
 * Enter presses no button, and the characters that reached a field before the burst was certain are taken back. Outside
 * of a field a key does things that cannot be taken back (opens a cell, chooses from a list): it waits until it is
 * surely none of a scanner's.
 */
export const listenForScans = (onScan: (text: string) => void) => {
  const detector = scanDetector()
  const { isOne, replay } = replayer()
  let leak: Leak | undefined
  let held: KeyboardEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const scanned = (text: string) => {
    if (leak && leak.field.value !== leak.value) setValue(leak.field, leak.value)
    leak = undefined
    held = []
    onScan(text)
  }
  const release = () => {
    const keys = held
    held = []
    void replay(keys)
  }
  const settle = (at: number) => {
    const end = detector.silence(at)
    if (end && 'scan' in end) scanned(end.scan)
    // Fast typing, not a scan: what was kept back is given to the field after all.
    else if (end && leak && document.activeElement === leak.field) setValue(leak.field, leak.field.value + end.typed)
    if (detector.length === 0) release()
  }

  const onKey = (event: KeyboardEvent) => {
    if (isOne(event)) return
    const field = fieldOf(event.target)
    if (field instanceof HTMLInputElement && field.type === 'password') return
    // When the key was pressed, not when a busy page got around to it: a slow page must not tear a scan apart.
    const at = event.timeStamp
    settle(at)
    const { code, shiftKey: shift, ctrlKey: ctrl, altKey: alt, repeat } = event
    const verdict = detector.key({ code, shift, ctrl, alt, repeat, at })
    const character = !repeat && !ctrl && !alt && characterOf({ code, shift }) !== undefined
    const begins = character && detector.length === 1
    // A first character may begin a burst: the field is remembered as it was before it.
    if (begins) leak = field ? { field, value: field.value } : undefined
    // What waited was no scanner's: nothing of a scan comes between its characters.
    if (begins || (!character && verdict.do === 'pass' && !/^(Shift|Control)/.test(code))) release()
    clearTimeout(timer)
    // Once more around the loop: keys that wait in the queue of a busy page come before the silence.
    timer = setTimeout(() => {
      timer = setTimeout(() => settle(performance.now()))
    }, silenceAfter)
    // Behind one that waits the others do too: it gives the focus to a field when it goes on, and they would be there first.
    if (character && (!field || held.length > 0) && writes(event)) held.push(event)
    else if (verdict.do === 'pass') return
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
