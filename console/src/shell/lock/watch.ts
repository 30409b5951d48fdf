import { useAgent } from '../../agent/store.ts'
import { endView } from '../../session/view.ts'
import { foundLocked, isLocked, lock, useLock } from '../../state/lock.ts'
import { useMe } from '../../state/me.ts'
import { ownerOf, readToken, sessionOwner, tellUnlocked } from '../../state/session.ts'
import { isOwnWindow, isViewWindow, readText, remove, writeText } from '../../state/storage.ts'
import { isUnderWay } from '../../state/under-way.ts'
import { idleWatch, lookMs } from './idle.ts'

/** Opens the lock, in the windows beside too. The password has been said. */
export const unlock = (): void => {
  tellUnlocked()
  useLock.setState({ locked: false })
}

const hear = ({ key, newValue, storageArea }: StorageEvent) => {
  if (key !== 'locked' || storageArea !== localStorage) return
  // Who leaves his PC leaves what he was looking at, too.
  if (isViewWindow() && newValue === 'locked') return void endView()
  if (isOwnWindow() || !readToken()) return
  const { me } = useMe.getState()
  // Opened for somebody else, or for another area: what this window shows is not his (elsewhere.ts).
  const his = !me || ownerOf(me.user) === sessionOwner()
  if (newValue === 'locked') useLock.setState({ locked: true })
  else if (newValue === 'open' && his) useLock.setState({ locked: false })
  // It was taken away by hand, not opened.
  else if (!newValue && isLocked()) writeText('locked', 'locked')
}

/** Locks and opens with the windows beside. */
export const followLock = (): (() => void) => {
  // What was said before somebody listened; and who was away for too long is so in every window.
  if (isViewWindow() && readText('locked') === 'locked') void endView()
  if (isLocked() || foundLocked()) lock()
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

/** Where nothing is counted nothing is known: a setting that comes later counts from then on. */
export const forgetIdle = (): void => remove('active')

const touches = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/** Locks by itself after `minutes` without a hand at any window of this browser. */
export const watchIdle = (minutes: number): (() => void) => {
  const { look, touch } = idleWatch(minutes, {
    now: Date.now,
    last: () => Number(readText('active')),
    keep: (at) => writeText('active', String(at)),
    underWay: () => isUnderWay() || useAgent.getState().state === 'busy',
    lock,
  })
  look()
  const timer = setInterval(look, lookMs)
  document.addEventListener('visibilitychange', look)
  for (const type of touches) addEventListener(type, touch, { capture: true, passive: true })
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    for (const type of touches) removeEventListener(type, touch, { capture: true })
  }
}
