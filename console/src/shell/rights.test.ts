import { auth, role, user } from '@yibao/shared/calls/auth.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeHttp, fakeUi, ok, type Sent } from '../../test/support/fake-http.ts'
import { callServer } from '../api/index.ts'
import { setUi, ui } from '../api/ui.ts'
import { loadMe } from '../session/load-me.ts'
import { setNavigate } from '../state/go.ts'
import { setMe, useMe } from '../state/me.ts'
import { useRights } from '../state/rights.ts'
import { changeTab, openTab, useTabs } from '../state/tab-store.ts'
import { emptyTabs } from '../state/tabs.ts'
import { followRights } from './rights.ts'

const info = { guest: false, userId: 'u', medicalAreaCode: '320500', isSuperAdmin: false, isAdminUser: false }
let mark: string
let menus: string[]
let sent: Sent[]
let shown: string[]
let stop = () => {}
let cut = false
beforeEach(() => {
  cut = false
  ;[mark, menus] = ['a', ['SwipingCard', 'OperationLog']]
  useTabs.setState(emptyTabs())
  useRights.setState({ mark: '', changed: false })
  setMe(null)
  shown = fakeUi()
  sent = fakeHttp(({ url }) => {
    if (cut && url.endsWith(role.getMenuList.path)) return { failure: { message: 'Network Error' } }
    const answers: Record<string, unknown> = {
      [user.getLoginUserInfo.path]: info,
      [role.getMenuList.path]: { menus: menus.map((menuCode) => ({ menuCode })) },
      [role.getMenuButtonByUser.path]: { buttons: [], version: 1 },
    }
    const [, result = []] = Object.entries(answers).find(([path]) => url.endsWith(path)) ?? []
    return { ...ok(result), headers: { 'x-rights': mark } }
  })
  stop = followRights()
})
afterEach(() => stop())

const ask = () => callServer(auth.refreshLogInRoleCache, {}, { silent: true })
const asked = (path: string) => sent.filter(({ url }) => url.endsWith(path)).length

test('a role that was changed is read again with the next answer, once, and the person is told', async () => {
  await ask()
  await ask()
  expect(asked(role.getMenuList.path)).toBe(0)
  ;[mark, menus] = ['b', ['SwipingCard']]
  await Promise.all([ask(), ask()])
  await expect.poll(() => useMe.getState().me?.menus).toEqual(['SwipingCard'])
  await expect.poll(() => shown.join()).toContain('管理员调整了本账号的权限')
  await ask()
  expect(asked(role.getMenuList.path)).toBe(1)
})

test('not while a purchase is open at the counter, then at once', async () => {
  openTab('/swiping-card', {})
  const { active } = useTabs.getState()
  changeTab(active, { dirty: true })
  await ask()
  mark = 'b'
  await ask()
  expect(asked(role.getMenuList.path)).toBe(0)
  changeTab(active, { dirty: false })
  await expect.poll(() => asked(role.getMenuList.path)).toBe(1)
})

test('what is unsaved on a page that is lost is seen once more, and the page in front stays in front', async () => {
  menus = ['Attendance', 'OrderManagement', 'MsgCenter']
  const steps: unknown[] = []
  setNavigate((to) => steps.push(to))
  await loadMe()
  for (const path of ['/attendance', '/reconciliation/order-management', '/msg-center']) openTab(path, {})
  const { tabs } = useTabs.getState()
  for (const { id } of tabs.slice(1, 3)) changeTab(id, { dirty: true })
  setUi({
    ...ui(),
    confirm: async ({ title }) => {
      steps.push([title, useMe.getState().me?.menus.length])
      return undefined
    },
  })
  await ask()
  ;[mark, menus] = ['b', ['OrderManagement', 'MsgCenter']]
  await ask()
  await expect.poll(() => useMe.getState().me?.menus).toEqual(menus)
  expect(steps).toEqual([tabs[1]!.id, ['管理员收回了「签到签退」的权限', 3], tabs[3]!.id])
})

test('a line that is cut while they are read leaves them to be read with the next step', async () => {
  await ask()
  ;[mark, menus, cut] = ['b', ['SwipingCard'], true]
  await ask()
  await expect.poll(() => asked(role.getMenuList.path)).toBe(1)
  await expect.poll(() => useRights.getState().changed).toBe(true)
  cut = false
  openTab('/attendance', {})
  await expect.poll(() => useMe.getState().me?.menus).toEqual(['SwipingCard'])
})
