import { useEffect, useLayoutEffect } from 'react'
import { useMedicalUi } from '../../session/caches.ts'
import { mayLock, useLock } from '../../state/lock.ts'
import { useMe } from '../../state/me.ts'
import { inFrame } from '../../state/place.ts'
import { isOwnWindow, isViewWindow } from '../../state/storage.ts'
import { Curtain } from './curtain.tsx'
import { LockScreen } from './screen.tsx'
import { followLock, forgetIdle, watchIdle } from './watch.ts'

/** The lock of this browser's session, and what locks it by itself. */
export const Lock = () => {
  const locked = useLock((state) => state.locked)
  const minutes = useMedicalUi(({ ui }) => ui?.lockMinutes ?? 0)
  const known = useMe(({ me }) => me !== null)
  useEffect(followLock, [])
  // Before anything is painted: who left long ago comes back to a lock.
  useLayoutEffect(() => {
    // A hand at a view, or at a person's page in an ERP's frame, is no absence from the windows beside, whose lock ends the
    // one and falls on the other.
    if (isViewWindow() || (known && minutes && inFrame() && !isOwnWindow())) return watchIdle(Number.POSITIVE_INFINITY)
    if (locked || !known || !mayLock()) return
    if (minutes) return watchIdle(minutes)
    forgetIdle()
  }, [locked, known, minutes])
  if (!locked) return null
  return (
    <Curtain>
      <LockScreen />
    </Curtain>
  )
}
