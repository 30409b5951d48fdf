/**
 * Calls `raise` whenever a modal dialog opens: the browser shows the latest one above everything, whatever its z-index.
 * What has to stay above it shows itself anew, before anything is painted.
 */
export const whenDialogOpens = (raise: () => void, except?: HTMLElement): (() => void) => {
  const observer = new MutationObserver((changes) => {
    const opened = ({ target }: MutationRecord) =>
      target !== except && target instanceof HTMLDialogElement && target.open
    if (changes.some(opened)) raise()
  })
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['open'] })
  return () => observer.disconnect()
}

/**
 * Keeps a manual popover above every dialog of the browser for as long as it is wanted. Browsers of before 114 show it
 * below those dialogs, and above everything else.
 */
export const stayOnTop = (popover: HTMLElement): (() => void) | undefined => {
  if (typeof popover.showPopover !== 'function') return
  const hide = () => popover.matches(':popover-open') && popover.hidePopover()
  const raise = () => {
    hide()
    popover.showPopover()
  }
  raise()
  const stop = whenDialogOpens(raise)
  return () => {
    stop()
    hide()
  }
}
