import { type ReactNode, useEffect, useState } from 'react'

/**
 * Gives an element the focus when nobody has it, or what can no longer keep it; one that is gone, hidden or disabled does
 * not take it.
 */
export const focusIfLost = (element: Element | null | undefined): void => {
  if (document.activeElement?.matches('body, :disabled') && element instanceof HTMLElement)
    element.focus({ preventScroll: true })
}

/**
 * Around a dialog or drawer that is taken away when it closes: who had the focus before gets it back (ux 2.2), or where
 * that is gone, such as a notice that left the unread ones, what the keyboard stops at around it.
 */
export const FocusBack = ({ children }: { children: ReactNode }) => {
  // Taken while rendering: the first field inside gets the focus before any effect runs.
  const [before] = useState(() => document.activeElement)
  const [around] = useState(() => before?.parentElement?.closest('[tabindex="0"]'))
  useEffect(() => () => focusIfLost(before?.isConnected ? before : around), [before, around])
  return <>{children}</>
}
