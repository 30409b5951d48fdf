import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleOrigin, startAgent, type TestAgent } from '../test/agent.ts'
import { addGuards } from './guards.ts'

// What no browser and no client library writes: a request put together by hand, byte by byte.

let agent: TestAgent
let token = ''
beforeAll(async () => {
  agent = await startAgent()
  token = (await agent.login()).accessToken
})
afterAll(() => agent.stop())

const own = () => `127.0.0.1:${agent.port}`

/** Status and error code of a request with exactly these lines; `good` is what the console would send. */
const ask = async (line: string, lines: (good: string[]) => string[], body = '') => {
  const good = [
    ...[`Host: ${own()}`, `Origin: ${consoleOrigin}`, 'X-Agent-Client: console/1.0'],
    ...[`Authorization: Bearer ${token}`, 'Connection: close'],
  ]
  const socket = connect(agent.port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  socket.write(Buffer.from([line, ...lines(good), '', body].join('\r\n'), 'latin1'))
  await once(socket, 'close')
  return [Number(text.slice(9, 12)), /"code":"(\w+)"/.exec(text)?.[1] ?? ''] as const
}

test('as the console sends it, it passes', async () => {
  expect(await ask('GET /v1/drivers HTTP/1.1', (good) => good)).toEqual([200, ''])
})

test.each([
  ['the same host twice', (good: string[]) => [good[0]!, ...good]],
  ['another host behind ours', (good: string[]) => [...good, 'Host: evil.test']],
  ['another host before ours', (good: string[]) => ['hOST: evil.test', ...good]],
  ['our host in a list', (good: string[]) => [`${good[0]}, evil.test`, ...good.slice(1)]],
  ['our host behind a name', (good: string[]) => [`Host: a@${own()}`, ...good.slice(1)]],
  ['our host with a byte behind it', (good: string[]) => [`${good[0]}\xff`, ...good.slice(1)]],
])('one host, exactly ours: %s', async (_, lines) => {
  expect(await ask('GET /v1/drivers HTTP/1.1', lines)).toEqual([403, ''])
})

test('a target that names a host itself is not ours, whatever the header says', async () => {
  for (const host of ['evil.test', own()])
    for (const path of ['/v1/drivers', '/prod-api/echo', '/app/'])
      expect([host, path, await ask(`GET http://${host}${path} HTTP/1.1`, (good) => good)]).toEqual([
        ...[host, path],
        [403, ''],
      ])
  expect(await ask('OPTIONS * HTTP/1.1', (good) => good)).toEqual([403, ''])
})

test('HTTP/1.0 gets through by the same rules, and not without a host', async () => {
  expect(await ask('GET /v1/drivers HTTP/1.0', (good) => good)).toEqual([200, ''])
  expect(await ask('GET /v1/drivers HTTP/1.0', (good) => good.slice(1))).toEqual([403, ''])
})

test.each([
  ['two origins', 1, `Origin: https://evil.test`, 'ORIGIN_NOT_ALLOWED'],
  ['our origin twice', 1, `Origin: ${consoleOrigin}`, 'ORIGIN_NOT_ALLOWED'],
  ['two clients', 2, 'X-Agent-Client: console/1.0', 'CLIENT_HEADER'],
  ['two fetch modes', 2, 'Sec-Fetch-Mode: cors\r\nSec-Fetch-Mode: navigate', 'FETCH_MODE'],
  ['a fetch mode of nothing', 2, 'Sec-Fetch-Mode:', 'FETCH_MODE'],
])('what stands twice is neither: %s', async (_, at, more, code) => {
  expect(await ask('GET /v1/drivers HTTP/1.1', (good) => good.toSpliced(at, 0, more))).toEqual([403, code])
})

test('of two bearers the first counts, for us as for the server behind us', async () => {
  const other = `Authorization: Bearer ${'a'.repeat(43)}`
  expect(await ask('GET /v1/drivers HTTP/1.1', (good) => [other, ...good])).toEqual([401, 'TOKEN_EXPIRED'])
})

test('a path is spelled in one way only, but for letters written as bytes', async () => {
  expect(await ask('GET /v1/%64rivers HTTP/1.1', (good) => good)).toEqual([200, ''])
  for (const path of ['//v1/drivers', '/v1//drivers', '/v1/drivers/', '/V1/drivers', '/v1%2Fdrivers', '/v1/./drivers'])
    expect([path, await ask(`GET ${path} HTTP/1.1`, (good) => good)]).toEqual([path, [404, 'NOT_FOUND']])
})

test('a body that does not say how long it is, or says it twice', async () => {
  const json = 'Content-Type: application/json'
  const line = 'POST /v1/card/test HTTP/1.1'
  expect(await ask(line, (good) => [...good, json])).toEqual([422, 'ARGS_INVALID'])
  expect((await ask(line, (good) => [...good, json], '{}'))[0]).toBe(400)
  const chunked = 'Transfer-Encoding: chunked'
  expect(await ask(line, (good) => [...good, json, chunked], '2\r\n{}\r\n0\r\n\r\n')).toEqual([422, 'ARGS_INVALID'])
  for (const lengths of [
    ['Content-Length: 2', chunked],
    ['Content-Length: 2', 'Content-Length: 3'],
    ['Content-Length: -1'],
  ])
    expect((await ask(line, (good) => [...good, json, ...lengths], '{}'))[0]).toBe(400)
})

test('who is not on this machine gets nowhere, wherever we listen', async () => {
  const app = Fastify()
  addGuards(app, agent.gateway)
  let served = 0
  app.get('/v1/here', { config: { guard: 'open' } }, async () => {
    served += 1
    return 'x'
  })
  await app.ready()
  const from = (remoteAddress: string) => app.inject({ url: '/v1/here', remoteAddress, headers: { host: own() } })
  for (const remoteAddress of ['192.168.1.7', '::ffff:10.0.0.1', '128.0.0.1']) {
    from(remoteAddress).catch(() => {}) // its socket is gone: there may be no answer
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  }
  expect(served).toBe(0)
  expect((await from('127.0.0.1')).body).toBe('x')
})
