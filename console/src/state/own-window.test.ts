import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession, type LoginResult, saveLogin } from './session.ts'

const shelf = (): Storage => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
    key: () => null,
    length: 0,
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', shelf())
  vi.stubGlobal('sessionStorage', shelf())
  localStorage.setItem('locked', 'locked')
})
afterEach(() => vi.unstubAllGlobals())

const login = (more: object) =>
  ({ token: 't', userName: 'clerk', initializeInfo: {}, userInfo: { userId: 'u', ...more } }) as unknown as LoginResult
const lock = () => localStorage.getItem('locked')

test.each([
  ['a guest', { guest: true }],
  ['a view', { viewing: { by: '管理员', left: 1800 } }],
])('%s neither opens nor takes away the lock of the session in the windows beside', (_, more) => {
  saveLogin(login(more))
  expect(lock()).toBe('locked')
  forgetSession()
  expect(lock()).toBe('locked')
})

test('a login opens the lock, and a logout leaves none', () => {
  saveLogin(login({}))
  expect(lock()).toBe('open')
  forgetSession()
  expect(lock()).toBe(null)
})
