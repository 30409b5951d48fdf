const severalLines = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)

const keepBack = (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !event.repeat || severalLines(event.target)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Enter counts once however long it is held (ux N5): a browser presses a button again with every repeat, so a key that
 * stays down would answer the question which it has just opened, and go through a form to its end. In a text of several
 * lines it makes lines.
 */
export const countEnterOnce = (): void => addEventListener('keydown', keepBack, true)
