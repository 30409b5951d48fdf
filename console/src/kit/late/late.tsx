import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { whenIdle } from './idle.ts'

/** How somebody is already at the place of a component that has not come yet. */
export type Entered = 'focused' | 'pressed' | undefined

interface Waiting<P> {
  /** Stands in its place meanwhile, and tells how somebody enters it. */
  show: (props: P, enter: (how: Entered) => void) => ReactNode
  /** What the component is given besides where somebody waits for it: it opens as if it had been there. */
  arrive?: (how: NonNullable<Entered>) => Partial<P>
}

/** Somebody has gone to a field: what comes now does not take him away from it. */
const typing = (): boolean => document.activeElement?.matches('input, textarea') ?? false

/**
 * A component whose code comes after the page: what a list shows only when somebody opens it. It is read while the
 * browser is idle (`idle.ts`), so that it opens at once; asked for earlier, `waiting` stands in its place.
 */
export const late = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { show, arrive }: Waiting<P> = { show: () => null },
  ahead = true,
): ComponentType<P> => {
  let known: ComponentType<P> | undefined
  const read = async () => {
    try {
      const part = await load()
      known = part.default
      return part
    } catch (error) {
      // React remembers a failed part for good; the next one who opens it asks anew.
      Unread = lazy(read)
      throw error
    }
  }
  let Unread = lazy(read)
  if (ahead) whenIdle(read)
  // Rendered anew when the part is there, which Late is not: so it knows who waits.
  const Arrival = ({ Part, given, how }: { Part: ComponentType<P>; given: P; how: { current: Entered } }) => {
    const [elsewhere] = useState(() => Part !== known && 'autoFocus' in given && typing())
    return <Part {...given} {...(elsewhere && { autoFocus: false })} {...(how.current && arrive?.(how.current))} />
  }
  return function Late(props: P) {
    // Chosen once: another type at the same place would lose the state of what is shown.
    const [Part] = useState<ComponentType<P>>(() => known ?? Unread)
    const how = useRef<Entered>(undefined)
    const enter = (next: Entered) => {
      how.current = next
    }
    return (
      <Suspense fallback={show(props, enter)}>
        <Arrival Part={Part} given={props} how={how} />
      </Suspense>
    )
  }
}
