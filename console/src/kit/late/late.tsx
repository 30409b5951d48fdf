import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { whenIdle } from './idle.ts'

/**
 * A component whose code comes after the page: what a list shows only when somebody opens it. It is read while the
 * browser is idle (`idle.ts`), so that it opens at once; asked for earlier, `waiting` stands in its place.
 */
export const late = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  waiting: (props: P) => ReactNode = () => null,
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
  whenIdle(read)
  return function Late(props: P) {
    // Chosen once: another type at the same place would lose the state of what is shown.
    const [Part] = useState<ComponentType<P>>(() => known ?? Unread)
    return (
      <Suspense fallback={waiting(props)}>
        <Part {...props} />
      </Suspense>
    )
  }
}
