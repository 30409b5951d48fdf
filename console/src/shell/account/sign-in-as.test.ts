import { CanceledError } from 'axios'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeHttp, fakeUi, ok, type Sent } from '../../../test/support/fake-http.ts'
import { http } from '../../api/transport.ts'
import { keepBackup, readBackup } from '../../state/backup.ts'
import { readToken, saveLogin } from '../../state/session.ts'
import { onlyAdministrator, onlyOperator, signInAs } from './sign-in-as.ts'

const login = (userId: string, isAdminUser: boolean) =>
  ({ token: `t-${userId}`, userName: userId, isAdminUser, isSuperAdmin: false, userInfo: { userId } }) as Parameters<
    typeof saveLogin
  >[0]

const server = (next: Parameters<typeof saveLogin>[0]) =>
  fakeHttp(({ url }) => {
    if (url.includes('PublicKey')) return ok({ customDataInfo: false, publicKey: '', serverTime: 0 })
    return url.endsWith('/Auth/Login') ? ok(next) : ok(null)
  })
const loggedOff = (sent: Sent[]) =>
  sent
    .filter(({ url }) => url.includes('/User/Logoff/'))
    .map(({ url, headers }) => [url.split('/').at(-1), headers.Authorization])

beforeEach(() => {
  fakeUi()
  saveLogin(login('admin', true))
})
afterEach(() => void vi.useRealTimers())

test('the session that is left is logged off with its own token', async () => {
  const sent = server(login('clerk', false))
  await signInAs('clerk', 'x', { refuse: onlyOperator, kept: () => keepBackup('admin') })
  expect(readToken()).toBe('t-clerk')
  expect(loggedOff(sent)).toEqual([['admin', 'Bearer t-admin']])
})

test('an account that is no administrator’s changes nothing, and its session ends at once', async () => {
  saveLogin(login('clerk', false))
  const sent = server(login('clerk2', false))
  await expect(signInAs('clerk2', 'x', { refuse: onlyAdministrator, kept: () => undefined })).rejects.toThrow(
    'clerk2 不是管理员账号',
  )
  expect(readToken()).toBe('t-clerk')
  expect(loggedOff(sent)).toEqual([['clerk2', 'Bearer t-clerk2']])
})

test('an administrator or a super administrator is one', () => {
  expect(onlyAdministrator(login('area', true))).toBeUndefined()
  expect(onlyAdministrator({ ...login('admin', false), isSuperAdmin: true })).toBeUndefined()
})

test('where logging off does not work the new session counts all the same', async () => {
  fakeHttp(({ url }) => {
    if (url.includes('Logoff')) return { status: 401 }
    if (url.includes('PublicKey')) return ok({ customDataInfo: false, publicKey: '', serverTime: 0 })
    return ok(login('clerk', false))
  })
  await signInAs('clerk', 'x', { refuse: onlyOperator, kept: () => keepBackup('admin') })
  expect(readToken()).toBe('t-clerk')
})

test('nobody is an operator who could switch again, and write over whose record was kept', () => {
  expect(onlyOperator(login('clerk', false))).toBeUndefined()
  expect(onlyOperator(login('area', true))).toBe('area 是管理员账号，请用门店操作员的账号登录')
})

test('the record is kept with the session, whatever becomes of the one before; a log-off that hangs is left after 5 s', async () => {
  server(login('clerk', false))
  const answer = http.defaults.adapter as (config: object) => Promise<never>
  http.defaults.adapter = (config) =>
    config.url?.includes('Logoff')
      ? new Promise((_, reject) => config.signal?.addEventListener?.('abort', () => reject(new CanceledError())))
      : answer(config)
  vi.useFakeTimers()
  const switched = signInAs('clerk', 'x', { refuse: onlyOperator, kept: () => keepBackup('admin') })
  await vi.waitFor(() => expect(readToken()).toBe('t-clerk'))
  expect(readBackup()?.userName).toBe('admin')
  await vi.advanceTimersByTimeAsync(5000)
  expect((await switched).userId).toBe('clerk')
})
