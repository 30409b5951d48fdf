/** ms between two looks at the clock. */
export const lookMs = 5000
/** ms of activity that are kept as one: the moment is written where every window of the browser hears of it. */
const grain = 2000

interface IdleWorld {
  now: () => number
  /** Unix ms of the last activity in any window; 0 = nothing is known. */
  last: () => number
  keep: (at: number) => void
  /** A person at a device, or money, is being waited for: that is no absence. */
  underWay: () => boolean
  lock: () => void
}

/**
 * Locks after `minutes` without a hand at the console. Clock moments are compared: a PC that slept, or a window whose
 * timers the browser slowed down, finds at its first look or touch how long it really was.
 */
export const idleWatch = (minutes: number, { now, last, keep, underWay, lock }: IdleWorld) => {
  /** False: it was too long, and is locked now. */
  const look = (): boolean => {
    const at = now()
    const before = last()
    // Nobody has been here yet, or the clock was put back: it begins now.
    if (underWay() || !before || before > at) keep(at)
    else if (at - before >= minutes * 60_000) {
      lock()
      return false
    }
    return true
  }
  return {
    look,
    /** A key, the mouse, a touch. The one that ends an absence which was too long does not undo it. */
    touch: () => {
      if (look() && now() - last() >= grain) keep(now())
    },
  }
}
