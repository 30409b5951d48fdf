import type { BareHost } from './host-process.ts'

/**
 * Host processes of one driver, one of them begun before it is needed: of a process that loads nothing yet the start is
 * what costs, and after a crash a clerk is waiting for it.
 */
export const createSpare = (open: () => Promise<BareHost>) => {
  let kept: Promise<BareHost> | undefined
  let closed = false
  const drop = () => {
    kept?.then(({ kill }) => kill()).catch(() => {})
    kept = undefined
  }
  return {
    /** Begins one unless there is one. */
    prepare: (): void => {
      if (kept || closed) return
      const mine = open()
      const forget = () => {
        if (kept === mine) kept = undefined
      }
      kept = mine
      // Ended by somebody else while it stood ready, or not started at all: the next one is a new one.
      mine.then(({ exited }) => exited).then(forget, forget)
    },
    /** The one that stands ready, else a new one. */
    take: (): Promise<BareHost> => {
      const mine = kept ?? open()
      kept = undefined
      return mine
    },
    drop,
    /** For good. */
    close: (): void => {
      closed = true
      drop()
    },
  }
}
