import type { ComponentType } from 'react'

/** ms between two attempts. */
const pause = 3000

/** Reads a part that the page works without, and that must not break it: while it cannot be read it is asked for anew. */
export const untilRead = <P>(load: () => Promise<ComponentType<P>>): Promise<{ default: ComponentType<P> }> =>
  load().then(
    (part) => ({ default: part }),
    () => new Promise((resolve) => setTimeout(() => resolve(untilRead(load)), pause)),
  )
