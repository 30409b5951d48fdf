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
