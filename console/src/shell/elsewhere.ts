import { letGo } from '../session/leaving.ts'
import { isLocked } from '../state/lock.ts'
import { placeOf, type SessionMe, useMe } from '../state/me.ts'
import { hrefOf, leaveToLogin } from '../state/place.ts'
import { ownerOf, readToken, readUserInfo, type UserInfo } from '../state/session.ts'
import { isOwnWindow } from '../state/storage.ts'
import { dropTabs, frontOf, scopeOf, useTabs } from '../state/tab-store.ts'
import { homeId } from '../state/tabs.ts'
import { lacksArea } from './area/area-gate.tsx'
import { openDialog } from './messages/ui-store.ts'

/**
 * What became of the session that this window shows: `ended` is for the next answer to tell (401), `left` a logout,
 * `another` a different person or area, under whom this window's pages would show and book what they do not say.
 */
export const fateOf = (shown: UserInfo, token: string, now: UserInfo | null): 'same' | 'ended' | 'left' | 'another' => {
  if (!token) return now ? 'ended' : 'left'
  return now && ownerOf(now) !== ownerOf(shown) ? 'another' : 'same'
}

let asking = false

/** One message at a time that only its button ends; false = another one is up. */
const tell = async (title: string, body: string, button: string): Promise<boolean> => {
  if (asking) return false
  // Under the lock nobody could read it, and nobody can open this window's lock any more.
  if (isLocked()) return true
  asking = true
  const buttons = [{ text: button, value: 'ok', primary: true }]
  await openDialog({ tone: 'warn', title, body, buttons, dismissible: false })
  asking = false
  return true
}

const another = async ({ user: shown }: SessionMe, now: UserInfo) => {
  const samePerson = now.userId === shown.userId
  const title = samePerson
    ? `已在另一个窗口切换到${placeOf(now)}`
    : `已在另一个窗口用 ${now.name || now.surName || now.userName} 的账号登录`
  const here = samePerson ? placeOf(shown) : `${shown.userName} ${placeOf(shown)}`
  const body = `本窗口仍是 ${here} 的内容，不能再操作。没有保存的内容请先抄下，刷新后不再保留。`
  if (!(await tell(title, body, '刷新本窗口'))) return
  letGo()
  const there = readUserInfo()
  // His own page in front: the one that is shown may not be his, and names what belongs to the other area.
  location.replace(hrefOf((there && frontOf(scopeOf(there))) ?? homeId))
}

const left = async () => {
  const title = '已在另一个窗口退出登录'
  const unsaved = useTabs.getState().tabs.some(({ dirty }) => dirty)
  if (unsaved && !(await tell(title, '没有保存的内容请先抄下，离开后不再保留。', '到登录页'))) return
  letGo()
  dropTabs()
  leaveToLogin('', readToken() ? '' : title)
}

const look = () => {
  const { me } = useMe.getState()
  if (!me || isOwnWindow()) return
  const now = readUserInfo()
  const fate = fateOf(me.user, readToken(), now)
  // Both windows were waiting for an area: there is nothing here yet that could be of another one.
  if (fate === 'another' && lacksArea(me) && now?.userId === me.user.userId) location.reload()
  else if (fate === 'another') void another(me, now!)
  else if (fate === 'left') void left()
}

/** Keeps this window true to the session that the windows of a browser share, for as long as the shell lives. */
export const followElsewhere = (): (() => void) => {
  const hear = ({ key, storageArea }: StorageEvent) => {
    if (storageArea === localStorage && (key === null || key === 'token')) look()
  }
  addEventListener('storage', hear)
  // What was done before somebody listened.
  look()
  return () => removeEventListener('storage', hear)
}
