import { afterEach, expect, test, vi } from 'vitest'
import { type SessionMe, setMe } from '../state/me.ts'
import { saveToken, type UserInfo } from '../state/session.ts'
import { remove, writeJson } from '../state/storage.ts'
import { fateOf, followElsewhere } from './elsewhere.ts'
import { useUiStore } from './messages/ui-store.ts'

const info = (part: Partial<UserInfo> = {}) =>
  ({ userId: 'u-1', medicalAreaCode: '320500', storeId: 's-1', name: '李店员', ...part }) as UserInfo

test('what another window did to the session: nothing, ended it, left it, or put another in its place', () => {
  const shown = info()
  expect(fateOf(shown, 't-2', info({ name: '李䶮' })), 'renewed, or signed in again').toBe('same')
  expect(fateOf(shown, '', info()), 'a token reset leaves the person').toBe('ended')
  expect(fateOf(shown, '', null)).toBe('left')
  expect(fateOf(shown, 't-2', null), 'nothing known is nothing said').toBe('same')
  const others = [info({ userId: 'u-2' }), info({ medicalAreaCode: '320100' }), info({ storeId: 's-2' })]
  expect(others.map((now) => fateOf(shown, 't-2', now))).toEqual(['another', 'another', 'another'])
})

afterEach(() => {
  setMe(null)
  remove('userInfo', 'token', 'tokenGenerateTimestamp')
  vi.unstubAllGlobals()
})

test('whoever signed in beside before this window listened has it stopped all the same', () => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  setMe({ user: info() } as SessionMe)
  writeJson('userInfo', info())
  saveToken('t-1')
  followElsewhere()()
  expect(useUiStore.getState().dialogs).toEqual([])
  writeJson('userInfo', info({ userId: 'u-2', name: '𠮷䶮' }))
  followElsewhere()()
  expect(useUiStore.getState().dialogs).toMatchObject([{ title: '已在另一个窗口用 𠮷䶮 的账号登录' }])
})
