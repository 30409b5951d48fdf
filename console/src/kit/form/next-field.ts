/** Selector of the fields that may be typed into; a file's own input is never seen. */
export const reachable = 'input:not([type=hidden], [type=file], [disabled]), textarea:not([disabled])'

/**
 * Enter in a form goes to the next field (ux 2.7). `end`: it was the last one, so the form may be sent; `stay`: the
 * key belongs to the field itself (several lines, an open list, a button).
 */
export const nextField = (frame: HTMLElement, target: EventTarget): 'moved' | 'end' | 'stay' => {
  if (!(target instanceof HTMLInputElement)) return 'stay'
  if (target.getAttribute('aria-expanded') === 'true' || target.type === 'checkbox') return 'stay'
  const fields = [...frame.querySelectorAll<HTMLElement>(reachable)]
  const next = fields[fields.indexOf(target) + 1]
  if (!next) return 'end'
  next.focus()
  return 'moved'
}
