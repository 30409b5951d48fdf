import { type Verb, verbRow, verbs } from '@yibao/shared/agent/verbs.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { consoleOrigin, startAgent, type TestAgent } from '../test/agent.ts'
import { lookAlikes } from '../test/look-alikes.ts'
import { raw } from '../test/raw.ts'
import { addGuards } from './guards.ts'

let agent: TestAgent
let token = ''
beforeAll(async () => {
  agent = await startAgent()
})
beforeEach(() => renew())
afterAll(() => agent.stop())

const renew = () => {
  const who = { kind: 'operator', origin: consoleOrigin, jkt: agent.browser.jkt, sub: 'u1', org: 'P1' } as const
  token = agent.gateway.sessions.open(who).accessToken
}

interface Route {
  guard: 'open' | 'ticket' | 'api' | 'admin' | 'files' | 'proxy'
  method: string
  path: string
  page?: boolean | undefined
  /** content types that may carry its body */
  types: string[]
}

const fromTable = (verb: Verb): Route => {
  const { guard, method, path, page, body } = verbRow(verb)
  if (guard === 'app') throw new Error('no verb is of the app class')
  const types =
    method !== 'POST' ? [] : body === 'pdf' ? ['application/pdf', 'application/octet-stream'] : ['application/json']
  return { guard, method, path: path.replace(/:\w+/g, 'x1'), page, types }
}

const routes: Route[] = [
  ...(Object.keys(verbs) as Verb[]).map(fromTable),
  { guard: 'files', method: 'GET', path: '/app/', types: [] },
  { guard: 'files', method: 'GET', path: '/app/assets/index.js', types: [] },
  { guard: 'proxy', method: 'GET', path: '/prod-api/api/Order/Get/1', types: [] },
  { guard: 'proxy', method: 'POST', path: '/prod-api/api/Auth/Login', types: ['application/json'] },
  { guard: 'proxy', method: 'GET', path: '/socket.io/?EIO=4&transport=polling', types: [] },
]

interface Asked {
  host: string
  origin: string | undefined
  mode: string | undefined
  site: string | undefined
}

/** The rules of agent 3.3 in a second wording: the first refusal, or 'pass'. */
const expected = (route: Route, { host, origin, mode, site }: Asked, own: string): string => {
  if (!['own', 'localhost'].includes(host)) return 'HOST_NOT_ALLOWED'
  const self = host === 'own' ? own : own.replace('127.0.0.1', 'localhost')
  const isOurs = origin === consoleOrigin || origin === own || origin === own.replace('127.0.0.1', 'localhost')
  if (route.guard === 'admin')
    return [origin, site].some((sign) => sign !== undefined) || ![undefined, 'cors'].includes(mode)
      ? 'ORIGIN_NOT_ALLOWED'
      : 'TOKEN_EXPIRED'
  if (route.guard === 'files') {
    if (mode === 'navigate') return 'pass'
    if (site !== undefined && site !== 'same-origin') return 'FETCH_MODE'
    return origin === undefined || origin === self ? 'pass' : 'ORIGIN_NOT_ALLOWED'
  }
  if (route.guard === 'proxy') {
    if (mode === 'navigate' || mode === 'websocket') return 'FETCH_MODE'
    if (site !== undefined && site !== 'same-origin') return 'FETCH_MODE'
    if (origin !== undefined) return origin === self ? 'pass' : 'ORIGIN_NOT_ALLOWED'
    return site === 'same-origin' ? 'pass' : 'ORIGIN_NOT_ALLOWED'
  }
  if (route.page) {
    if (mode !== undefined && mode !== 'navigate') return 'FETCH_MODE'
    return origin === undefined ? 'pass' : 'ORIGIN_NOT_ALLOWED'
  }
  const modes = ['cors', 'same-origin', undefined]
  if (!modes.includes(mode)) return 'FETCH_MODE'
  if (origin !== undefined && !isOurs) return 'ORIGIN_NOT_ALLOWED'
  if (route.guard === 'open') return 'pass'
  if (route.guard === 'ticket') return origin === undefined ? 'ORIGIN_NOT_ALLOWED' : 'pass'
  // The bearer of this table belongs to the console's origin and to no other.
  return origin === consoleOrigin ? 'pass' : 'ORIGIN_NOT_ALLOWED'
}

const guardCodes = [
  'HOST_NOT_ALLOWED',
  'METHOD',
  'FETCH_MODE',
  'ORIGIN_NOT_ALLOWED',
  'CONTENT_TYPE',
  'CLIENT_HEADER',
  'TOKEN_MISSING',
  'TOKEN_EXPIRED',
]
const verdict = ({ status, code, text }: { status: number; code: string; text: string }) =>
  guardCodes.includes(code) ? code : status === 403 && text === '' ? 'HOST_NOT_ALLOWED' : 'pass'

const hosts = ['own', 'localhost', 'evil.test', '127.0.0.1', 'localhost:80', '0.0.0.0:47610']
const modes = [undefined, 'cors', 'same-origin', 'navigate', 'no-cors', 'websocket']

describe.each(routes.map((route) => [`${route.guard} ${route.method} ${route.path}`, route] as const))(
  '%s',
  (_, route) => {
    const port = () => agent.port
    const common = (host: string) => ({
      host: host === 'own' ? `127.0.0.1:${port()}` : host === 'localhost' ? `localhost:${port()}` : host,
      'x-agent-client': 'console/1.0',
      authorization: `Bearer ${token}`,
      ...(route.types[0] && { 'content-type': route.types[0] }),
    })
    const body = route.method === 'POST' ? '{}' : undefined

    test('host × origin × fetch metadata', async () => {
      const own = `http://127.0.0.1:${port()}`
      const wrong: unknown[] = []
      for (const host of hosts)
        for (const origin of [undefined, consoleOrigin, own, 'https://evil.test', 'null'])
          for (const mode of modes)
            for (const site of [undefined, 'same-origin', 'cross-site', 'none']) {
              const headers = { ...common(host), origin, 'sec-fetch-mode': mode, 'sec-fetch-site': site }
              const got = verdict(await raw(port(), route.method, route.path, headers, body))
              if (route.method === 'DELETE' && got === 'pass') renew()
              const want = expected(route, { host, origin, mode, site }, own)
              if (got !== want) wrong.push({ host, origin, mode, site, got, want })
            }
      expect(wrong).toEqual([])
    })

    test('origins that look like ours', async () => {
      const passed: string[] = []
      for (const origin of lookAlikes(port())) {
        const answer = await raw(port(), route.method, route.path, { ...common('own'), origin }, body)
        if (answer.code !== 'ORIGIN_NOT_ALLOWED' || answer.headers['access-control-allow-origin']) passed.push(origin)
      }
      expect(passed).toEqual([])
    })

    if (['ticket', 'api'].includes(route.guard))
      test('content type, client header, bearer', async () => {
        const ask = async (headers: Record<string, string | undefined>) =>
          verdict(
            await raw(port(), route.method, route.path, { ...common('own'), origin: consoleOrigin, ...headers }, body),
          )
        if (route.method === 'POST') {
          const types = [
            'text/plain',
            'application/x-www-form-urlencoded',
            'multipart/form-data; boundary=x',
            'text/json',
            undefined,
          ]
          for (const type of [...types, 'application/json', 'application/pdf', 'application/octet-stream'])
            expect([type, await ask({ 'content-type': type })]).toEqual([
              type,
              route.types.includes(type ?? '') ? 'pass' : 'CONTENT_TYPE',
            ])
        }
        for (const client of [undefined, '', 'console/', 'other/1.0', 'console/1.0 x'])
          expect(await ask({ 'x-agent-client': client })).toBe('CLIENT_HEADER')
        if (route.guard !== 'api') return
        expect(await ask({ authorization: undefined })).toBe('TOKEN_MISSING')
        expect(await ask({ authorization: `Basic ${token}` })).toBe('TOKEN_MISSING')
        expect(await ask({ authorization: `Bearer ${'a'.repeat(43)}` })).toBe('TOKEN_EXPIRED')
      })

    if (route.path.startsWith('/v1') && !route.page && route.guard !== 'admin')
      test('preflight: exactly these headers, for listed origins only', async () => {
        const headers = {
          host: `127.0.0.1:${port()}`,
          origin: consoleOrigin,
          'access-control-request-method': route.method,
        }
        const answer = await raw(port(), 'OPTIONS', route.path, headers)
        const named = Object.entries(answer.headers).filter(
          ([name]) => name.startsWith('access-control-') || name === 'vary',
        )
        expect(answer.status).toBe(204)
        expect(Object.fromEntries(named)).toEqual({
          vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
          'access-control-allow-origin': consoleOrigin,
          'access-control-allow-methods': 'GET, POST, DELETE',
          'access-control-allow-headers':
            'authorization, content-type, x-agent-client, x-agent-proof, x-request-id, idempotency-key',
          'access-control-max-age': '600',
        })
        const foreign = await raw(port(), 'OPTIONS', route.path, { ...headers, origin: 'https://evil.test' })
        expect([foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([403, undefined])
      })
  },
)

test('a page that may frame the console may ask which port is the agent’s, and nothing else', async () => {
  const alone = await startAgent({ policy: { erpOrigins: ['https://erp.example.cn'] } })
  const headers = { host: `127.0.0.1:${alone.port}`, origin: 'https://erp.example.cn' }
  const hello = await raw(alone.port, 'GET', '/v1/hello', headers)
  expect([hello.status, hello.headers['access-control-allow-origin']]).toEqual([200, headers.origin])
  for (const path of ['/v1/drivers', '/v1/printers', '/v1/erp/frames', '/v1/setup'])
    expect((await raw(alone.port, 'GET', path, headers)).code).toBe('ORIGIN_NOT_ALLOWED')
  const foreign = await raw(alone.port, 'GET', '/v1/hello', { ...headers, origin: 'https://erp.example.cn.evil.test' })
  expect(foreign.code).toBe('ORIGIN_NOT_ALLOWED')
  await alone.stop()
})

test('every answer carries the closed headers', async () => {
  for (const [path, headers] of [
    ['/v1/hello', { origin: consoleOrigin }],
    ['/v1/nothing', {}],
    ['/v1/drivers', {}],
  ] as const) {
    const answer = await raw(agent.port, 'GET', path, { host: `127.0.0.1:${agent.port}`, ...headers })
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'origin' in headers ? 'cross-origin' : 'same-origin',
    })
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/)
  }
})

test('other methods, framing of our own page and undecodable paths', async () => {
  const host = `127.0.0.1:${agent.port}`
  expect((await raw(agent.port, 'PUT', '/v1/drivers', { host })).code).toBe('METHOD')
  expect((await raw(agent.port, 'HEAD', '/v1/hello', { host })).status).toBe(405)
  // The console itself may not read the code from the page: a person has to.
  for (const origin of [consoleOrigin, `http://${host}`])
    expect((await raw(agent.port, 'GET', '/v1/setup', { host, origin })).code).toBe('ORIGIN_NOT_ALLOWED')
  const code = await raw(agent.port, 'GET', '/v1/setup', { host, 'sec-fetch-mode': 'navigate' })
  expect(code.headers['cross-origin-opener-policy']).toBe('same-origin')
  const frame = { host, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
  expect((await raw(agent.port, 'GET', '/', frame)).code).toBe('FETCH_MODE')
  expect(await raw(agent.port, 'GET', '/v1/%ZZ', { host })).toMatchObject({ status: 400, text: '' })
  expect((await raw(agent.port, 'GET', '/v1/hello', { host: 'evil.test' })).text).toBe('')
})

test('old shells that ask for private network access get it only for listed origins', async () => {
  const ask = (origin: string | undefined) =>
    raw(agent.port, 'OPTIONS', '/v1/hello', {
      host: `127.0.0.1:${agent.port}`,
      origin,
      'access-control-request-private-network': 'true',
    })
  expect((await ask(consoleOrigin)).headers['access-control-allow-private-network']).toBe('true')
  for (const origin of ['https://evil.test', undefined])
    expect((await ask(origin)).headers['access-control-allow-private-network']).toBeUndefined()
})

test('a route without a guard class stops the start', async () => {
  const app = Fastify()
  addGuards(app, agent.gateway)
  expect(() => app.get('/open-by-mistake', async () => 'x')).toThrow(/no guard class/)
  await app.close()
})

test('nothing listens outside of loopback', () => {
  expect(agent.address()).toEqual({ address: '127.0.0.1', family: 'IPv4', port: agent.port })
})
