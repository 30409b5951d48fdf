import { envelope } from '@yibao/shared/envelope.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { signOn } from './sign-on.ts'

afterEach(() => vi.unstubAllGlobals())

const sent = async (query: Record<string, string>) => {
  const requests: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: object; body: string }) => {
    requests.push([url, headers, JSON.parse(body)])
    return new Response(JSON.stringify(envelope({ result: { token: 'new' } })))
  })
  expect(await signOn(query).login()).toEqual({ token: 'new' })
  return requests
}
const json = { 'content-type': 'application/json' }

test('a token travels as Authorization only and is exchanged', async () => {
  expect(await sent({ token: 'abc' })).toEqual([
    ['/prod-api/api/Auth/RefreshToken', { ...json, authorization: 'Bearer abc' }, {}],
  ])
})

test('a code is a silent login of the client', async () => {
  expect(await sent({ code: 'a+b', companyId: '10001', clientNo: 'C001' })).toEqual([
    ['/prod-api/api/Auth/SilentLogin', json, { companyId: '10001', clientNo: 'C001', verifyCode: 'a%2Bb' }],
  ])
})

test('neither of them is missing login data', () => {
  for (const query of [{}, { code: 'x' }, { code: 'x', companyId: '1' }, { companyId: '1', clientNo: '2' }])
    expect(() => signOn(query as Record<string, string>)).toThrow('缺少登录信息，请从 ERP 重新打开')
})

test('it leads to a page of this console, never to another site', () => {
  expect(signOn({ token: 't', redirect: '/attendance?a=1' }).target).toBe('/attendance?a=1')
  for (const redirect of ['https://evil.example/', '//evil.example', '/login?redirect=/x', ''])
    expect(signOn({ token: 't', redirect }).target).toBe('/')
})
