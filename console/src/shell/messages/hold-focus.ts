/** Tab in a dialog of the shell: round its buttons, and nowhere else. */
export const turnFocus = (box: HTMLElement, event: { shiftKey: boolean; preventDefault: () => void }): void => {
  const buttons = [...box.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  event.preventDefault()
  const next = event.shiftKey ? Math.max(at, 0) - 1 : at + 1
  buttons.at(next % buttons.length)?.focus()
}

/**
 * Takes the focus into a dialog of the shell and gives it back at the end. antd keeps the focus in its own topmost drawer
 * or dialog by listening at the window: what happens in here must not reach it, or the keyboard stays below the dialog.
 */
export const holdFocus = (box: HTMLElement, first: HTMLElement = box): (() => void) => {
  const before = document.activeElement
  box.addEventListener('focusin', (event) => event.stopPropagation())
  first.focus()
  return () => {
    if (before instanceof HTMLElement) before.focus()
  }
}
