import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whenIdle } from './idle.ts'

/** How somebody is already at the place of a component that has not come yet, and how far he is with what he types. */
export type Entered = { how: 'focused' | 'pressed'; typed?: string } | undefined

interface Waiting<P> {
  /** Stands in its place meanwhile, and tells how somebody enters it. */
  show: (props: P, enter: (entered: Entered) => void) => ReactNode
  /** What the component is given besides where somebody waits for it: it opens as if it had been there. */
  arrive?: (entered: NonNullable<Entered>) => Partial<P>
}

/** One that has a place in its text: another one, such as a box, throws when it is asked to set it. */
const fieldNow = (): HTMLInputElement | undefined => {
  const at = document.activeElement as HTMLInputElement | null
  return at?.selectionStart == null ? undefined : at
}

/** Whoever types on does it behind what is there: a field that gets the focus begins before its text. */
const toEnd = (field = fieldNow()): void => field?.setSelectionRange(field.value.length, field.value.length)

/** What somebody was typing, for a field that knows of it only once it is left. */
const typeAgain = (typed: string): void => {
  const field = fieldNow()
  field?.setRangeText(typed, 0, field.value.length, 'end')
  field?.dispatchEvent(new Event('input', { bubbles: true }))
}

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
  const Arrival = ({ Part, given, at }: { Part: ComponentType<P>; given: P; at: { current: Entered } }) => {
    // Somebody has gone to a field: what comes now does not take him away from it.
    const [elsewhere] = useState(
      () => Part !== known && 'autoFocus' in given && document.activeElement?.matches('input, textarea'),
    )
    // What is drawn is shown some time later: whoever came in between is in what has just been taken away, so it begins anew
    // with him in it.
    const entered = at.current
    const [anew, setAnew] = useState(0)
    useLayoutEffect(() => {
      if (at.current && at.current !== entered) setAnew(anew + 1)
      else if (at.current) toEnd()
    }, [at, anew])
    // Behind the effects of the component, which write its value into its field. Once: a page that is shown again runs
    // its effects again, and by then the focus is where somebody has gone.
    useEffect(() => {
      if (at.current !== entered) return
      if (entered?.typed !== undefined) typeAgain(entered.typed)
      at.current = undefined
    }, [at, anew])
    return <Part key={anew} {...given} {...(elsewhere && { autoFocus: false })} {...(entered && arrive?.(entered))} />
  }
  return function Late(props: P) {
    // Chosen once: another type at the same place would lose the state of what is shown.
    const [Part] = useState<ComponentType<P>>(() => known ?? Unread)
    const at = useRef<Entered>(undefined)
    const enter = (entered: Entered) => {
      at.current = entered
    }
    return (
      <Suspense fallback={show(props, enter)}>
        <Arrival Part={Part} given={props} at={at} />
      </Suspense>
    )
  }
}
