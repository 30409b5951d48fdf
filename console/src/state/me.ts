import type { Me } from '@yibao/shared/permission.ts'
import { can as mayDo, type Wanted } from '@yibao/shared/permission.ts'
import { create } from 'zustand'
import type { UserInfo } from './session.ts'

export interface SessionMe extends Me {
  user: UserInfo
}

/** Who is signed in, once roles are loaded; null before (SPEC 4: roles not loaded). */
export const useMe = create<{ me: SessionMe | null }>(() => ({ me: null }))

/** Who is signed in, with his menus and buttons; null behind a logout. */
export const setMe = (me: SessionMe | null): void => useMe.setState({ me })

/** Whether the signed-in person works for one store; an administrator has none of his own, and all of his area's. */
export const hasStore = (): boolean => useMe.getState().me?.user.isAdminUser === false

/** Whether the signed-in person may; false before roles are loaded, so nothing forbidden flashes up. */
export const useCan = (): ((wanted: Wanted) => boolean) => {
  const me = useMe((state) => state.me)
  return (wanted) => me !== null && mayDo(me, wanted)
}

/** What the navbar calls the person and the place (SPEC 1): administrators see the area, others the institution. */
export const placeOf = (user: UserInfo): string =>
  (user.isAdminUser
    ? [user.medicalAreaName, user.medicalAreaCode]
    : [user.medicalName, user.medicalNo || user.medicalAreaCode]
  )
    .filter(Boolean)
    .join(' ')
