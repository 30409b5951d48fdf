import { create } from 'zustand'
import { readCookie, writeCookie } from './storage.ts'

/** Mobile below 992 px (SPEC 9). */
const mobileQuery = '(max-width: 991px)'

const cookie = 'sidebarStatus'

interface ShellState {
  /** Default open; the cookie holds 1 or 0 (SPEC 4). */
  sidebarOpened: boolean
  withoutAnimation: boolean
  /** A counter page is in front: the sidebar stays away until it is asked for, which no cookie remembers. */
  counter: boolean
  device: 'desktop' | 'mobile'
  /** Pages or roles being loaded: the progress bar shows while it is above 0. */
  navigating: number
}

const isMobile = () => typeof matchMedia === 'function' && matchMedia(mobileQuery).matches

/** Sidebar, kind of device and what is on its way, as SPEC 2 has them. */
export const useShell = create<ShellState>(() => ({
  sidebarOpened: readCookie(cookie) !== '0' && !isMobile(),
  withoutAnimation: false,
  counter: false,
  device: isMobile() ? 'mobile' : 'desktop',
  navigating: 0,
}))

const set = useShell.setState

/** Opens or closes it; on a desktop for the next visits too. */
export const toggleSidebar = (): void =>
  set((s) => {
    // On mobile the menu is an overlay: its state says nothing about the desktop's.
    if (s.device === 'desktop' && !s.counter) writeCookie(cookie, s.sidebarOpened ? '0' : '1', 365)
    return { sidebarOpened: !s.sidebarOpened, withoutAnimation: false }
  })

/** A counter page comes to the front, or leaves it: the sidebar closes, or is again as the person had it. */
export const setCounter = (counter: boolean): void =>
  set((s) =>
    s.counter === counter
      ? s
      : {
          counter,
          sidebarOpened: !counter && s.device === 'desktop' && readCookie(cookie) !== '0',
          withoutAnimation: true,
        },
  )

/** Closes it; on a desktop for the next visits too. */
export const closeSidebar = (withoutAnimation: boolean): void => {
  if (useShell.getState().device === 'desktop') writeCookie(cookie, '0', 365)
  set({ sidebarOpened: false, withoutAnimation })
}

/** On mobile the sidebar closes by itself, also on route change (SPEC 2). */
export const closeOnMobile = (): void => {
  if (useShell.getState().device === 'mobile') closeSidebar(false)
}

/** Follows the window's width for as long as the page lives. */
export const watchDevice = (): (() => void) => {
  const query = matchMedia(mobileQuery)
  const follow = () =>
    set(
      query.matches
        ? { device: 'mobile', sidebarOpened: false, withoutAnimation: true }
        : (s) => ({
            device: 'desktop',
            sidebarOpened: !s.counter && readCookie(cookie) !== '0',
            withoutAnimation: true,
          }),
    )
  // The login page has no shell that follows: its window may have been widened, or its phone turned, since it was opened.
  if (isMobile() !== (useShell.getState().device === 'mobile')) follow()
  query.addEventListener('change', follow)
  return () => query.removeEventListener('change', follow)
}

/** Counts something that loads; call the answer when it is there. */
export const startNavigating = (): (() => void) => {
  set((s) => ({ navigating: s.navigating + 1 }))
  let open = true
  return () => {
    if (open) set((s) => ({ navigating: s.navigating - 1 }))
    open = false
  }
}
