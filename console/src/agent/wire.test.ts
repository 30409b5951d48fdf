import { afterEach, expect, test, vi } from 'vitest'
import type { CallError } from '../api/error.ts'
import { ask, openSession, requestOfVerb, utf8 } from './wire.ts'

const { key } = vi.hoisted(() => ({ key: async () => ({ jkt: 'jkt', prove: async () => 'proof' }) }))
vi.mock('./key.ts', () => ({ getBrowserKey: key }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const target = { base: 'http://127.0.0.1:47610', accessToken: 'token' }
const bodyOf = (body: Uint8Array | undefined) => JSON.parse(new TextDecoder().decode(body))

test('card.read carries args and ticket and is proven', () => {
  const request = requestOfVerb('card.read', { medium: 'socialCard' }, 'jws')
  expect(request).toMatchObject({ method: 'POST', path: '/v1/card/read', proof: true })
  expect(bodyOf(request.body)).toEqual({ args: { medium: 'socialCard' }, ticket: 'jws' })
})

test('dll.call puts driver and function into the path, its own arguments into the body', () => {
  const request = requestOfVerb('dll.call', { driver: 'heasec', function: 'Read', args: { a: 1 } }, 'jws')
  expect(request.path).toBe('/v1/dll/heasec/Read')
  expect(bodyOf(request.body)).toEqual({ args: { a: 1 }, ticket: 'jws' })
})

test('a GET sends what is left as query', () => {
  expect(requestOfVerb('erp.list', { since: 3 })).toMatchObject({ path: '/v1/erp/frames', query: { since: '3' } })
  expect(requestOfVerb('print.get', { id: 'j 1' }).path).toBe('/v1/print/jobs/j%201')
})

test('a request names client and bearer, and the answer is given whole', async () => {
  const seen: [string, RequestInit][] = []
  const fetcher = async (url: string, init: RequestInit = {}) => {
    seen.push([url, init])
    return Response.json({ ok: true, result: '{"name":"x"}', agentSignature: 'sig' })
  }
  const request = {
    method: 'POST',
    path: '/v1/card/read',
    proof: true,
    body: utf8('{}'),
    query: { a: 'b', c: undefined },
  }
  expect(await ask(target, request, key, fetcher)).toMatchObject({ result: '{"name":"x"}', agentSignature: 'sig' })
  expect(seen[0]![0]).toBe('http://127.0.0.1:47610/v1/card/read?a=b')
  expect(seen[0]![1].headers).toMatchObject({
    'x-agent-client': expect.stringMatching(/^console\/[0-9A-Za-z.+-]+$/),
    authorization: 'Bearer token',
    'x-agent-proof': 'proof',
    'content-type': 'application/json',
  })
})

const failure = (fetcher: () => Promise<Response>) =>
  ask(target, { method: 'GET', path: '/v1/drivers' }, key, fetcher).catch((error: CallError) => error)

test('a refusal keeps the agent’s code, words, hint and outcome', async () => {
  const body = { ok: false, code: 'OUTCOME_UNKNOWN', message: '结果未知', hint: '不要重复收费', outcome: 'unknown' }
  expect(await failure(async () => Response.json(body, { status: 504 }))).toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    message: '结果未知',
    tips: '不要重复收费',
    statusCode: 504,
    extend: { outcome: 'unknown' },
  })
})

test('a silent or strange agent', async () => {
  expect(await failure(async () => Promise.reject(new TypeError('x')))).toMatchObject({ code: 'agent.stopped' })
  expect(await failure(async () => new Response('<html>'))).toMatchObject({ code: 'agent.garbled' })
})

const opening = (fetcher: (url: string, init: RequestInit) => Promise<Response>) => {
  vi.stubGlobal('fetch', fetcher)
  return openSession(target.base, 'agent', { ticket: 'ticket' }).catch((error: CallError) => error.code)
}

test.each([undefined, {}, { accessToken: 1, wsTicket: 'w', expiresIn: 900 }, 'yes'])(
  'what is no session (%j) opens none, whoever says ok',
  async (result) => expect(await opening(async () => Response.json({ ok: true, result }))).toBe('agent.garbled'),
)

test('who takes the request for a session and never ends his answer holds nobody for longer than ten seconds', async () => {
  vi.useFakeTimers()
  const held = (init: RequestInit) =>
    new ReadableStream({
      start: (body) => init.signal?.addEventListener('abort', () => body.error(new Error('aborted'))),
    })
  const opened = opening(async (_, init) => new Response(held(init)))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await Promise.race([opened, Promise.resolve('waits')])).toBe('agent.stopped')
})
