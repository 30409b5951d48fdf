import { expect, test } from 'vitest'
import { CallError } from '../api/error.ts'
import { guardFailure } from '../session/load-me.ts'
import { judge } from './guard.ts'
import { loginPath, safeTarget } from './place.ts'
import { readToken, saveToken } from './session.ts'

const clerk = { isSuperAdmin: false, isAdminUser: false, menus: ['Attendance', 'Dashboard'], buttons: [] }
const base = {
  path: '/dashboard',
  search: '',
  token: 't',
  initializeInfo: { isNeedInitialize: false, initializeStep: 0 },
  me: clerk,
}
const at = (part: Partial<Parameters<typeof judge>[0]>) => judge({ ...base, ...part })

test('without a token: the login page with the wanted path, query included', () => {
  expect(at({ token: '', path: '/attendance', search: '?a=1' })).toEqual({
    do: 'go',
    to: '/login?redirect=%2Fattendance%3Fa%3D1',
  })
  expect(at({ token: '', path: '/' })).toEqual({ do: 'go', to: '/login?redirect=%2F' })
  expect(loginPath('')).toBe('/login')
})

test('public pages need no token', () => {
  for (const path of ['/404', '/401', '/login', '/tools', '/install-init'])
    expect(at({ token: '', me: null, path })).toMatchObject({ do: 'show' })
})

test('404 and 401, opened or loaded again by somebody who is signed in, stand in the shell: his roles are loaded first', () => {
  for (const path of ['/404', '/401']) {
    expect(at({ me: null, path, search: '?menu=Attendance' }), path).toEqual({ do: 'load' })
    expect(at({ path }), path).toMatchObject({ do: 'show' })
  }
  // What has the window to itself waits for nobody.
  for (const path of ['/tools', '/install-init']) expect(at({ me: null, path })).toMatchObject({ do: 'show' })
})

test('a logged-in user on /login goes to / (SPEC 2); a redirect leads to no other site', () => {
  for (const search of ['', '?redirect=%2Fattendance'])
    expect(at({ path: '/login', search })).toEqual({ do: 'go', to: '/' })
  for (const bad of ['/\t/evil.example', 'https://evil.example', '//evil.example', '/\\evil.example', null])
    expect(safeTarget(bad)).toBe('/')
})

test('roles not loaded: load, then the same route', () => {
  expect(at({ me: null })).toEqual({ do: 'load' })
})

test('/ leads home, an alias shows its page, unknown paths and sections 404', () => {
  expect(at({ path: '/' })).toEqual({ do: 'go', to: '/dashboard' })
  expect(at({ path: '/attendance' })).toMatchObject({ do: 'show', row: { of: 'Attendance' } })
  for (const path of ['/nowhere', '/reconciliation']) expect(at({ path }), path).toEqual({ do: 'go', to: '/404' })
})

test('a store that needs its set-up is led to the wizard at its step, from everywhere but the public pages', () => {
  const initializeInfo = { isNeedInitialize: true, initializeStep: 3 }
  for (const path of ['/', '/attendance', '/nowhere'])
    for (const me of [clerk, null])
      expect(at({ path, me, initializeInfo }), path).toEqual({ do: 'go', to: '/initialization?step=2' })
  expect(at({ path: '/initialization', search: '?step=5', initializeInfo })).toMatchObject({ do: 'show' })
  expect(at({ path: '/initialization', me: null, initializeInfo })).toEqual({ do: 'load' })
  expect(at({ path: '/tools', initializeInfo })).toMatchObject({ do: 'show' })
  expect(at({ path: '/initialization', search: '?step=2', token: '' })).toEqual({
    do: 'go',
    to: '/login?redirect=%2Finitialization%3Fstep%3D2',
  })
})

test('a slash behind a path means the same page, with or without a token', () => {
  for (const token of ['t', ''])
    expect(at({ token, path: '/attendance/', search: '?a=1' })).toEqual({ do: 'go', to: '/attendance?a=1' })
  expect(at({ path: '/nowhere/' })).toEqual({ do: 'go', to: '/404' })
})

test('a page without the right says which menu is missing', () => {
  expect(at({ path: '/reconciliation/order-management' })).toEqual({ do: 'go', to: '/401?menu=OrderManagement' })
})

test('/redirect/{path} refreshes', () => {
  expect(at({ path: '/redirect/medical-insurance-settlement/attendance', search: '?a=1' })).toEqual({
    do: 'refresh',
    path: '/medical-insurance-settlement/attendance?a=1',
  })
  for (const path of ['/redirect//evil.example', '/redirect/\\evil.example', '/redirect///evil.example'])
    expect(at({ path }), path).toEqual({ do: 'refresh', path: '/evil.example' })
})

test('a failing guard resets the token and gives its words; the 401 message is not repeated', () => {
  saveToken('t')
  expect(guardFailure(new Error('Request failed with status code 401'))).toBe('')
  expect(readToken()).toBe('t')
  expect(guardFailure(new Error('没有菜单'))).toBe('没有菜单')
  expect(readToken()).toBe('')
  expect(guardFailure(undefined)).toBe('Has Error')
  // A page that is loaded again while the server is away ends at the login page, which says how to go on.
  const away = new CallError('本机助手连接不到云服务', { code: 'network', tips: '请检查网络' })
  expect(guardFailure(away)).toBe('本机助手连接不到云服务。请检查网络')
  expect(guardFailure(new CallError('/api/x 接口无法访问', { code: 'network' }))).toMatch(/。请检查网络后重新登录$/)
  expect(guardFailure(new CallError('账号已停用', { statusCode: 403 }))).toBe('账号已停用')
})

test('the login path keeps no redirect to itself', () => {
  expect(loginPath('/login?redirect=%2Fx')).toBe('/login')
})
