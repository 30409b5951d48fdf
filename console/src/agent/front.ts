/** Whether this window has what only one may take, and how it gives it up. */
interface Front {
  isFront: () => boolean
  end: () => void
}

/**
 * Which of a browser's windows has what only one may take: the one that had the focus last, and when that one goes or is
 * hidden, another one (Web Locks; where they are missing each window has it). `onFront`: this one has it from now on.
 */
export const standInFront = (name: string, onFront: () => void): Front => {
  const locks = globalThis.navigator?.locks
  if (!locks) return { isFront: () => true, end: () => undefined }
  /** The request by which it has it: one that was overtaken ends behind the next, and says nothing of that. */
  let held: object | undefined
  let ended = false
  let waits: AbortController | undefined
  let release = () => {}
  const ask = (how: LockOptions) => {
    const mine = {}
    const granted = () => {
      if (how.steal) waits?.abort()
      waits = undefined
      if (ended) return undefined
      held = mine
      onFront()
      // Until it goes to the back, or another window takes it.
      return new Promise<void>((resolve) => {
        release = resolve
      })
    }
    locks.request(name, how, granted).catch(() => {
      if (held === mine) wait()
    })
  }
  const wait = () => {
    held = undefined
    if (ended) return
    waits = new AbortController()
    ask({ signal: waits.signal })
  }
  const take = () => {
    if (!held && document.hasFocus()) ask({ steal: true })
  }
  const leave = () => {
    if (!held || document.visibilityState === 'visible') return
    const goes = release
    wait()
    goes()
  }
  wait()
  take()
  addEventListener('focus', take)
  document.addEventListener('visibilitychange', leave)
  return {
    isFront: () => held !== undefined,
    end: () => {
      ended = true
      held = undefined
      removeEventListener('focus', take)
      document.removeEventListener('visibilitychange', leave)
      waits?.abort()
      release()
    },
  }
}
