import { envelope } from '@yibao/shared/envelope.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { ask, type LoginError } from './post.ts'

afterEach(() => vi.unstubAllGlobals())

const answer = (body: unknown, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
const failure = () =>
  ask('/api/Auth/Login', {}).then(
    () => expect.fail('it should have failed'),
    (error: LoginError) => error,
  )

test('gives the result of an envelope', async () => {
  answer(envelope({ result: { token: 't' } }))
  expect(await ask('/api/Auth/Login', {})).toEqual({ token: 't' })
})

test('a refusal shows what happened and what to do', async () => {
  answer(envelope({ success: false, resultNotice: { error: '用户名或密码不正确', tips: '还可以尝试 3 次' } }))
  expect(await failure()).toMatchObject({ message: '用户名或密码不正确，还可以尝试 3 次', lockedSeconds: 0 })
})

test('a lockout gives its seconds for the countdown', async () => {
  answer(envelope({ success: false, statusCode: 423, resultNotice: { error: '已锁定', tips: '请在 300 秒后重试' } }))
  expect((await failure()).lockedSeconds).toBe(300)
})

test.each([
  ['', 404, '/prod-api/api/Auth/Login 接口无法访问'],
  ['{}', 503, '系统正在启动，请 10 秒后重试'],
  ['<html>', 502, '服务返回 502'],
  [
    '{"ok":false,"code":"SERVER_UNREACHABLE","message":"本机助手连接不到云服务","hint":"请检查网络后重试"}',
    502,
    '本机助手连接不到云服务，请检查网络后重试',
  ],
])('transport %s %i', async (body, status, message) => {
  answer(body, status)
  expect((await failure()).message).toBe(message)
})

test('a server elsewhere that does not answer may not know this page: what to do is said', async () => {
  vi.stubGlobal('location', { origin: 'https://page.example.cn', href: 'https://page.example.cn/' })
  vi.stubGlobal('document', { baseURI: 'https://page.example.cn/' })
  const asked = async (baseUrl?: string) => {
    vi.resetModules()
    const json = { headers: { 'content-type': 'application/json' } }
    vi.stubGlobal('fetch', async (url: URL | string) => {
      if (String(url).endsWith('config.json')) return new Response(JSON.stringify({ baseUrl }), json)
      throw new TypeError('Failed to fetch')
    })
    const fresh = await import('./post.ts')
    return fresh.ask('/api/Auth/Login', {}).catch(({ message }: Error) => message)
  }
  expect(await asked()).toBe('/prod-api/api/Auth/Login 接口无法访问。请检查网络后重试')
  expect(await asked('https://yibao.example.cn/prod-api')).toBe(
    'https://yibao.example.cn/prod-api/api/Auth/Login 接口无法访问。请检查网络后重试；该服务已启动、网络也正常时，请管理员在它的 CONSOLE_ORIGINS 中加上 https://page.example.cn',
  )
})
