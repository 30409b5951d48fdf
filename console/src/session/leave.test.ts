import { CanceledError } from 'axios'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeHttp, fakeUi, ok, type Sent } from '../../test/support/fake-http.ts'
import { http } from '../api/transport.ts'
import { keepBackup } from '../state/backup.ts'
import { readToken, saveLogin } from '../state/session.ts'
import { readText, writeText } from '../state/storage.ts'
import { changeTab, openTab, useTabs } from '../state/tab-store.ts'
import { logout } from './leave.ts'

let gone: string[]
let sent: Sent[]
const loggedOff = () => sent.filter(({ url }) => url.includes('/User/Logoff/')).length

beforeEach(() => {
  vi.useFakeTimers()
  fakeUi()
  gone = []
  vi.stubGlobal('document', { baseURI: 'http://console.test/', cookie: '', querySelector: () => null })
  vi.stubGlobal('location', { replace: (to: string) => gone.push(to) })
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  saveLogin({
    ...{ token: 't-clerk', userName: 'clerk', isAdminUser: false, isSuperAdmin: false },
    ...{ initializeInfo: { isNeedInitialize: false, initializeStep: 0 }, userInfo: { userId: 'u-1' } },
  } as Parameters<typeof saveLogin>[0])
  openTab('/attendance', {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('300 ms, then the log-off, then nothing of the person is left and the login page is there', async () => {
  sent = fakeHttp(() => ok(null))
  writeText('cardReaderTypes', '[{}]')
  keepBackup('area')
  const table = { userId: 'u-1', settings: null, unsent: true }
  writeText('uiTable', JSON.stringify({ orders: table, prescriptions: { ...table, unsent: false } }))
  const leaving = logout()
  await vi.advanceTimersByTimeAsync(299)
  expect([loggedOff(), readToken(), gone]).toEqual([0, 't-clerk', []])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await leaving
  expect([loggedOff(), gone]).toEqual([1, ['/login']])
  const keys = ['token', 'userInfo', 'role', 'cardReaderTypes', 'userBackup'] as const
  expect(keys.map(readText)).toEqual(keys.map(() => ''))
  // The server keeps tables for him; only what it has not heard yet waits for his return.
  expect(JSON.parse(readText('uiTable'))).toEqual({ orders: table })
  writeText('uiTable', '{}')
  expect(useTabs.getState().tabs.map(({ name }) => name)).toEqual(['Dashboard'])
})

test('a server that does not answer keeps nobody inside', async () => {
  sent = fakeHttp(() => ({ failure: { message: 'Network Error' } }))
  const leaving = logout()
  await vi.advanceTimersByTimeAsync(300)
  vi.useRealTimers()
  await leaving
  expect([loggedOff(), readToken(), gone]).toEqual([1, '', ['/login']])
})

test('nor does one that hangs: after 5 s it is left without it', async () => {
  http.defaults.adapter = ({ signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener?.('abort', () => reject(new CanceledError()))
    })
  const leaving = logout()
  await vi.advanceTimersByTimeAsync(5299)
  expect([readToken(), gone]).toEqual(['t-clerk', []])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await leaving
  expect([readToken(), gone]).toEqual(['', ['/login']])
})

test('whoever wants to keep what is not saved stays signed in', async () => {
  const shown = fakeUi('stay')
  sent = fakeHttp(() => ok(null))
  changeTab('/medical-insurance-settlement/attendance', { dirty: true })
  await logout()
  expect(shown).toEqual([expect.stringContaining('未保存')])
  expect([loggedOff(), readToken(), gone]).toEqual([0, 't-clerk', []])
  changeTab('/medical-insurance-settlement/attendance', { dirty: false })
})
