import { letGo } from '../state/leaving.ts'
import { placeOf, type SessionMe, useMe } from '../state/me.ts'
import { hrefOf, leaveToLogin } from '../state/place.ts'
import { ownerOf, readToken, readUserInfo, type UserInfo } from '../state/session.ts'
import { isGuestWindow } from '../state/storage.ts'
import { dropTabs, frontOf, scopeOf } from '../state/tab-store.ts'
import { homeId } from '../state/tabs.ts'
import { lacksArea } from './area-gate.tsx'
import { openDialog } from './ui-store.ts'

/**
 * What became of the session that this window shows: `ended` is for the next answer to tell (401), `left` a logout,
 * `another` a different person or area, under whom this window's pages would show and book what they do not say.
 */
export const fateOf = (shown: UserInfo, token: string, now: UserInfo | null): 'same' | 'ended' | 'left' | 'another' => {
  if (!token) return now ? 'ended' : 'left'
  return now && ownerOf(now) !== ownerOf(shown) ? 'another' : 'same'
}

const sayAnother = async (shown: UserInfo, now: UserInfo) => {
  const samePerson = now.userId === shown.userId
  const who = now.name || now.surName || now.userName
  await openDialog({
    tone: 'warn',
    title: samePerson ? `已在另一个窗口切换到${placeOf(now)}` : `已在另一个窗口用 ${who} 的账号登录`,
    body: `本窗口仍是 ${samePerson ? '' : `${shown.userName} `}${placeOf(shown)} 的内容，不能再操作。没有保存的内容请先抄下，刷新后不再保留。`,
    buttons: [{ text: '刷新本窗口', value: 'ok', primary: true }],
    dismissible: false,
  })
}

let asking = false

const another = async ({ user }: SessionMe, now: UserInfo) => {
  if (asking) return
  asking = true
  await sayAnother(user, now)
  asking = false
  letGo()
  const there = readUserInfo()
  // His own page in front: the one that is shown may not be his, and names what belongs to the other area.
  location.replace(hrefOf((there && frontOf(scopeOf(there))) ?? homeId))
}

const look = ({ key, storageArea }: StorageEvent) => {
  const { me } = useMe.getState()
  if (!me || isGuestWindow() || storageArea !== localStorage || (key !== null && key !== 'token')) return
  const now = readUserInfo()
  const fate = fateOf(me.user, readToken(), now)
  // Both windows were waiting for an area: there is nothing here yet that could be of another one.
  if (fate === 'another' && lacksArea(me) && now?.userId === me.user.userId) location.reload()
  else if (fate === 'another') void another(me, now!)
  else if (fate === 'left') {
    letGo()
    dropTabs()
    leaveToLogin('/', '已在另一个窗口退出登录')
  }
}

/** Keeps this window true to the session that the windows of a browser share, for as long as the shell lives. */
export const followElsewhere = (): (() => void) => {
  addEventListener('storage', look)
  return () => removeEventListener('storage', look)
}
