import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { FocusBack } from '../focus-back.tsx'

/** Frames that a menu may take to find its place; hidden until then, nothing in it takes the focus. */
const patience = 30

// An item acts when the key goes down; the same press would then click what has the focus by that time, which is the
// dialog that the item has just opened: asked and answered at once.
const spend = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

const Focused = ({ children }: { children: ReactNode }) => {
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let frame = 0
    const look = (left: number) => {
      const items = around.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []
      const first = [...items].find((item) => item.getAttribute('aria-disabled') !== 'true')
      if (first?.checkVisibility({ visibilityProperty: true })) first.focus({ preventScroll: true })
      // The first menu's code may still be on its way: a slow line takes what it takes.
      else if (left) frame = requestAnimationFrame(() => look(items.length ? left - 1 : left))
    }
    look(patience)
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div ref={around} role="none" onKeyDownCapture={spend}>
      {children}
    </div>
  )
}

/**
 * For a Dropdown of actions: its first item has the focus as soon as it is there, so that the arrows and Enter go on in
 * it. Its own `autoFocus` looks too early, while the menu is hidden.
 */
export const focusedMenu = {
  destroyOnHidden: true,
  popupRender: (menu: ReactElement | ReactNode) => (
    <FocusBack>
      <Focused>{menu}</Focused>
    </FocusBack>
  ),
} as const
