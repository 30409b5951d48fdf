import { create } from 'zustand'
import { inFrame } from './place.ts'
import { readToken } from './session.ts'
import { isOwnWindow, readJson, readText, writeText } from './storage.ts'

/** Nobody has been at any window of this browser for longer than the place's last known setting allows. */
const absent = (): boolean => {
  const { lockMinutes = 0 } = readJson<{ lockMinutes?: number }>('ui', {})
  const last = Number(readText('active'))
  return lockMinutes > 0 && last > 0 && Date.now() - last >= lockMinutes * 60_000 && !inFrame()
}

/** Whether this browser's session is locked, as every window that is opened finds it. */
export const foundLocked = (): boolean =>
  readToken() !== '' && !isOwnWindow() && (readText('locked') === 'locked' || absent())

/** Whether the console is locked: nothing of it is seen, heard or pressed until its person's password has been said. */
export const useLock = create<{ locked: boolean }>(() => ({ locked: foundLocked() }))

/** Whether the screen is locked, in every window of this session. */
export const isLocked = (): boolean => useLock.getState().locked

/** Whether this window may lock: a guest has no password, and what holds a frame guards its own screen. */
export const mayLock = (): boolean => readToken() !== '' && !isOwnWindow() && !inFrame()

/** Locks every window of this session. */
export const lock = (): void => {
  if (!mayLock()) return
  writeText('locked', 'locked')
  useLock.setState({ locked: true })
}

// Named here, before any page is: no key of the shell, the counter or a dialog hears what is typed at the lock. The lock
// itself needs no listener: typing, Tab and Enter are the browser's own.
const keep = (event: KeyboardEvent) => {
  if (!isLocked()) return
  event.stopImmediatePropagation()
  // The browser would close the lock as any other dialog.
  if (event.key === 'Escape') event.preventDefault()
}
if (typeof addEventListener === 'function')
  for (const type of ['keydown', 'keypress', 'keyup'] as const) addEventListener(type, keep, true)
