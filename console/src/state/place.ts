import { readWindow, writeWindow } from './storage.ts'

/** Path prefix the console is served under, without a trailing slash: '' or '/app'. */
export const basename = (): string => new URL(document.baseURI).pathname.replace(/\/[^/]*$/, '')

/** Address of a console path. */
export const hrefOf = (path: string): string => `${basename()}${path}`

/** Current path inside the console; a slash behind it means the same page. */
export const currentPath = (): string => {
  const path = location.pathname.slice(basename().length).replace(/\/+$/, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** A redirect target from a query: only a path of this console, never another site (a browser drops tabs and line ends). */
export const safeTarget = (value: string | null | undefined): string =>
  value && /^\/(?![/\\])[^\t\r\n]*$/.test(value) && !value.startsWith('/login') ? value : '/'

/** Login page that leads back to `wanted`; '' = to nothing in particular. */
export const loginPath = (wanted: string): string =>
  !wanted || wanted.startsWith('/login') ? '/login' : `/login?redirect=${encodeURIComponent(wanted)}`

const flashKey = 'yibao.flash'

/** Leaves to the login page with a fresh document; the message is shown there once. */
export const leaveToLogin = (wanted: string, message = ''): void => {
  if (message) writeWindow(flashKey, message)
  location.replace(hrefOf(loginPath(wanted)))
}

/** What the page before left to be said here, once; '' when nothing. */
export const takeFlash = (): string => {
  const message = readWindow(flashKey)
  writeWindow(flashKey, '')
  return message
}

const frameKey = 'yibao.frame'

/** Opened by a silent ERP login: sidebar and tab bar are hidden (DESIGN 9). Lives as long as the window. */
export const inFrame = (): boolean => readWindow(frameKey) === '1'
/** Notes whether an ERP has this window in its frame: it stays so over a reload. */
export const enterFrame = (on: boolean): void => writeWindow(frameKey, on ? '1' : '')

/** What to do where nobody may know a password: a clerk or a guest whom an ERP signed in; '' = sign in again. */
export const reopening = (): string => (inFrame() ? '请从 ERP 重新打开本页' : '')
