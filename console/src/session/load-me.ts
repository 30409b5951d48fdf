import { role, user } from '@yibao/shared/calls/auth.ts'
import { CallError, sentenceOf } from '../api/error.ts'
import { callServer } from '../api/index.ts'
import { type SessionMe, setMe, useMe } from '../state/me.ts'
import { hrefOf } from '../state/place.ts'
import { readingRights } from '../state/rights.ts'
import { forgetToken, readUserInfo, sessionOwner } from '../state/session.ts'
import { writeJson } from '../state/storage.ts'
import { enterScope, scopeOf } from '../state/tab-store.ts'
import { cardReaderTypes, districtOptions, medicalAreaCodes } from './caches.ts'

const unauthorized = 'Request failed with status code 401'

/**
 * Roles first, then the lists every page may need (SPEC 4). A guest of /forwarding sees no list. `before` has its say when
 * it is known who it will be, and everything is still as it was.
 */
export const loadMe = async (before?: (next: SessionMe) => Promise<unknown>): Promise<SessionMe> => {
  const quiet = { silent: true }
  // Such a session may do nothing else: every other read would be refused.
  if (readUserInfo()?.mustChange) {
    location.replace(hrefOf('/change'))
    return new Promise<never>(() => undefined)
  }
  readingRights()
  const owner = sessionOwner()
  const [info, menus, buttons] = await Promise.all([
    callServer(user.getLoginUserInfo, {}, quiet),
    callServer(role.getMenuList, {}, quiet),
    callServer(role.getMenuButtonByUser, {}, quiet),
  ])
  // Somebody else has signed in beside meanwhile: what was read is of the one before, under whose name nothing may be done.
  // A window that shows him already is told so (elsewhere.ts).
  if (sessionOwner() !== owner) {
    if (!useMe.getState().me) location.reload()
    return new Promise<never>(() => undefined)
  }
  writeJson('userInfo', info)
  writeJson('role', { roleV2: buttons })
  if (!info.guest) await Promise.all([districtOptions(), medicalAreaCodes(), cardReaderTypes()])
  const me: SessionMe = {
    user: info,
    isSuperAdmin: info.isSuperAdmin,
    isAdminUser: info.isAdminUser,
    menus: menus.menus.map((menu) => menu.menuCode),
    buttons: buttons.buttons,
  }
  await before?.(me)
  enterScope(scopeOf(info))
  setMe(me)
  return me
}

/** Guard failure (SPEC 4 and 8): token reset; the words for the login page, '' where the 401 alert has said it. */
export const guardFailure = (error: unknown): string => {
  const message = error instanceof Error ? error.message : ''
  if (message === unauthorized) return ''
  forgetToken()
  const away = error instanceof CallError && (error.statusCode === 0 || error.statusCode >= 500)
  if (!away) return message || 'Has Error'
  // The login page cannot help where the server is away: it says how to go on (ux N6).
  return error.tips ? sentenceOf(error) : `${message}。请检查网络后重新登录`
}
