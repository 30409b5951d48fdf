import { type ReactNode, useEffect, useState } from 'react'

/** Gives an element the focus when nobody has it; one that is gone, hidden or disabled does not take it. */
export const focusIfLost = (element: Element | null): void => {
  const { activeElement, body } = document
  if ((activeElement === null || activeElement === body) && element instanceof HTMLElement)
    element.focus({ preventScroll: true })
}

/** Around a dialog or drawer that is taken away when it closes: who had the focus before gets it back (ux 2.2). */
export const FocusBack = ({ children }: { children: ReactNode }) => {
  // Taken while rendering: the first field inside gets the focus before any effect runs.
  const [before] = useState(() => document.activeElement)
  useEffect(() => () => focusIfLost(before), [before])
  return <>{children}</>
}
