import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { which } from '../../../../tools/machine.ts'
import { startAgent, type TestAgent } from '../test/agent.ts'
import { startCloud } from '../test/fake-cloud.ts'
import { makeServer } from '../test/keys.ts'
import { raw } from '../test/raw.ts'
import { readable } from '../test/socket.ts'
import { withBase } from './app-files.ts'

const hasOpenssl = which('openssl') !== undefined

let agent: TestAgent
let cloud: Awaited<ReturnType<typeof startCloud>>
const consoleDir = mkdtempSync(join(tmpdir(), 'yibao-console-'))
beforeAll(async () => {
  mkdirSync(join(consoleDir, 'assets'))
  writeFileSync(join(consoleDir, 'index.html'), indexOf('医保云'))
  writeFileSync(join(consoleDir, 'assets', 'index-abc123.js'), 'export {}')
  writeFileSync(join(consoleDir, '..', 'yibao-secret.txt'), 'secret')
  cloud = await startCloud(makeServer())
  agent = await startAgent({ serverUrl: cloud.url, consoleDir })
})
afterAll(async () => {
  await agent.stop()
  await cloud.stop()
  rmSync(consoleDir, { recursive: true })
  rmSync(join(consoleDir, '..', 'yibao-secret.txt'))
})

const get = (path: string, headers: Record<string, string> = {}) =>
  raw(agent.port, 'GET', path, { host: `127.0.0.1:${agent.port}`, ...headers })
const indexOf = (title: string) => `<!doctype html><html><head><title>${title}</title></head><body></body></html>`
const sameOrigin = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }

test.each(['/app/', '/app/index.html', '/app/swiping-card', '/app/reconciliation/rx-management?x=1'])(
  '%s is the console',
  async (path) => {
    const page = await get(path, { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' })
    expect(page.status).toBe(200)
    expect(page.text).toContain('<head><base href="/app/"><title>')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain('frame-ancestors https://erp.example.cn')
    expect(policy).toContain(`ws://127.0.0.1:${agent.port}`)
    expect(page.headers['cache-control']).toBe('no-cache')
  },
)

test('a new build under a running agent counts at once, and its old chunks are missing', async () => {
  writeFileSync(join(consoleDir, 'assets', 'old-1.js'), 'export {}')
  expect((await get('/app/assets/old-1.js', sameOrigin)).status).toBe(200)
  rmSync(join(consoleDir, 'assets', 'old-1.js'))
  writeFileSync(join(consoleDir, 'assets', 'new-2.js'), 'export {}')
  writeFileSync(join(consoleDir, 'index.html'), indexOf('新版'))
  expect((await get('/app/swiping-card')).text).toContain('新版')
  expect((await get('/app/assets/new-2.js', sameOrigin)).status).toBe(200)
  expect((await get('/app/assets/old-1.js', sameOrigin)).status).toBe(404)
})

test('files of the build, and nothing outside of it', async () => {
  const file = await get('/app/assets/index-abc123.js', sameOrigin)
  expect([file.status, file.text]).toEqual([200, 'export {}'])
  expect(file.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  for (const path of [
    '/app/../yibao-secret.txt',
    '/app/%2e%2e/yibao-secret.txt',
    '/app/..%2fyibao-secret.txt',
    '/app/assets/../../yibao-secret.txt',
    '/app/%00.js',
    '/app/assets/none.js',
  ])
    expect((await get(path)).text).not.toContain('secret')
  expect((await get('/app/assets/none.js')).status).toBe(404)
  expect((await get('/app/assets/none')).status).toBe(404)
  expect((await get('/app')).headers.location).toBe('/app/')
})

test('a base already there is replaced', () => {
  expect(withBase('<head><base href="./"><title>x</title></head>')).toBe(
    '<head><base href="/app/"><title>x</title></head>',
  )
})

test('calls pass to the one server, Authorization untouched, nothing opened to others', async () => {
  const host = `127.0.0.1:${agent.port}`
  const headers = {
    host,
    ...sameOrigin,
    authorization: 'Bearer user-token',
    'content-type': 'application/json',
    'idempotency-key': 'k1',
  }
  const answer = await raw(agent.port, 'POST', '/prod-api/echo?a=1', headers, '{"x":"王䶮"}')
  const echoed = JSON.parse(answer.text)
  expect(echoed).toMatchObject({ method: 'POST', body: { x: '王䶮' }, query: { a: '1' } })
  expect(echoed.headers).toMatchObject({
    authorization: 'Bearer user-token',
    'idempotency-key': 'k1',
    host: new URL(cloud.url).host,
  })
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  expect(answer.headers['refresh-token']).toBe('t2')
})

test('answers name the build of the console that this agent serves, not the server’s', async () => {
  const named = async () => (await get('/prod-api/echo', sameOrigin)).headers['x-console-build']
  expect(await named()).toBeUndefined()
  const page = (build: number) => `<!doctype html><html><head><meta name="build" content="${build}"></head></html>`
  for (const build of [1729, 1730]) {
    writeFileSync(join(consoleDir, 'index.html'), page(build))
    // Two writes may fall into one tick of the file system's clock.
    utimesSync(join(consoleDir, 'index.html'), build, build)
    expect(await named()).toBe(String(build))
  }
})

test('the proxy leads nowhere else', async () => {
  for (const path of [
    '/prod-api/../health',
    '/prod-api/%2e%2e/health',
    '/prod-api/..%2f..%2fhealth',
    '/socket.io/%2e%2e/health',
  ])
    expect([path, await get(path, sameOrigin)]).toEqual([path, expect.objectContaining({ status: 404 })])
  expect((await get('/prod-api//evil.test/x', sameOrigin)).status).toBeGreaterThanOrEqual(400)
  // It is no fault of ours that support would have to look into.
  expect(agent.lines.join('')).not.toContain('request failed')
})

const upgrade = (path: string, headers: Record<string, string>) =>
  readable(new WebSocket(`ws://127.0.0.1:${agent.port}${path}`, { headers }))

test('a proxied upgrade reaches the server once and carries messages both ways', async () => {
  const line = upgrade('/socket.io/?EIO=4&transport=websocket', { origin: agent.base, cookie: 'io=1' })
  await line.opened()
  line.socket.send('"40"')
  expect(await line.next()).toEqual({ echo: '40' })
  expect(cloud.upgrades).toMatchObject([{ url: '/socket.io/?EIO=4&transport=websocket', cookie: 'io=1' }])
  // Both plugins listen for upgrades; only one of them may have got this one.
  expect(agent.lines.filter((one) => one.includes('upgrade failed'))).toEqual([])
  line.socket.terminate()
})

test('a proxied upgrade of another page is refused before 101', async () => {
  const before = cloud.upgrades.length
  for (const origin of ['https://evil.test', 'https://console.example.cn', `http://localhost:${agent.port}`])
    expect(await upgrade('/socket.io/?EIO=4', { origin }).refused()).toEqual({
      status: 403,
      code: 'ORIGIN_NOT_ALLOWED',
    })
  expect((await upgrade('/socket.io/?EIO=4', { origin: agent.base, host: 'evil.test' }).refused()).status).toBe(403)
  expect(cloud.upgrades).toHaveLength(before)
})

test('a server that is away is said to be away', async () => {
  const lonely = await startAgent({ consoleDir })
  const answer = await raw(lonely.port, 'GET', '/prod-api/echo', { host: `127.0.0.1:${lonely.port}`, ...sameOrigin })
  expect([answer.status, answer.code]).toEqual([502, 'SERVER_UNREACHABLE'])
  await lonely.stop()
})

test('what only reads is asked again where the connection ended under it; what may have been done is not', async () => {
  const heard: string[] = []
  const upstream = createPlainServer((request, response) => {
    // The agent's own questions are none of a page's.
    if (request.url !== '/prod-api/echo') return response.writeHead(404).end()
    heard.push(String(request.method))
    // Every first one of its kind is cut off unanswered.
    if (heard.filter((method) => method === request.method).length === 1) request.socket.destroy()
    else response.setHeader('content-type', 'application/json').end('{"well":true}')
  })
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  const { port } = upstream.address() as { port: number }
  const behind = await startAgent({ consoleDir, serverUrl: `http://127.0.0.1:${port}` })
  const headers = { host: `127.0.0.1:${behind.port}`, ...sameOrigin }
  const read = await raw(behind.port, 'GET', '/prod-api/echo', headers)
  expect([read.status, read.text]).toEqual([200, '{"well":true}'])
  const settle = await raw(
    behind.port,
    'POST',
    '/prod-api/echo',
    { ...headers, 'content-type': 'application/json' },
    '{}',
  )
  expect([settle.code, heard]).toEqual(['SERVER_UNREACHABLE', ['GET', 'GET', 'POST']])
  await behind.stop()
  upstream.close()
})

test.skipIf(!hasOpenssl)('a server whose certificate nobody vouches for is not spoken to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-tls-'))
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name))
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync('openssl', [...made, '-subj', '/CN=127.0.0.1', '-keyout', key!, '-out', cert!], { stdio: 'ignore' })
  const heard: string[] = []
  const pretender = createServer({ key: readFileSync(key!), cert: readFileSync(cert!) }, (request, response) => {
    heard.push(String(request.headers.authorization))
    response.end('{}')
  })
  pretender.listen(0, '127.0.0.1')
  await once(pretender, 'listening')
  const { port } = pretender.address() as { port: number }
  const deceived = await startAgent({ consoleDir, serverUrl: `https://127.0.0.1:${port}` })
  const host = `127.0.0.1:${deceived.port}`
  const headers = { host, ...sameOrigin, authorization: 'Bearer user-token' }
  const answer = await raw(deceived.port, 'GET', '/prod-api/echo', headers)
  expect([answer.code, heard]).toEqual(['SERVER_UNREACHABLE', []])
  await deceived.stop()
  pretender.close()
  rmSync(folder, { recursive: true })
})

test('an agent that is bound to no store says in words what to do next, and lets no file or call through', async () => {
  const free = await startAgent({ serverUrl: `${cloud.url}/`, consoleDir, unenrolled: true })
  const ask = (path: string) => raw(free.port, 'GET', path, { host: `127.0.0.1:${free.port}`, ...sameOrigin })
  for (const path of ['/app', '/app/', '/app/swiping-card', '/app/forwarding?verifyCode=abc']) {
    const page = await ask(path)
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.text).toContain(`请打开<a href="${cloud.url}/install-init">「安装初始化」</a>`)
    expect(page.text).not.toContain('abc')
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
  for (const path of ['/app/assets/index-abc123.js', '/prod-api/echo'])
    expect((await ask(path)).code, path).toBe('NOT_FOUND')
  await free.stop()
})

test('off by policy: no console, no proxy, no upgrade', async () => {
  const off = await startAgent({ serverUrl: cloud.url, consoleDir, policy: { appEnabled: false } })
  const host = `127.0.0.1:${off.port}`
  for (const path of ['/app', '/app/', '/app/assets/index-abc123.js', '/prod-api/echo'])
    expect((await raw(off.port, 'GET', path, { host, ...sameOrigin })).status).toBe(404)
  const { text } = await raw(off.port, 'GET', '/app/', { host, ...sameOrigin })
  expect(text).toContain(`请打开<a href="${cloud.url}/">医保云</a>`)
  const line = readable(new WebSocket(`ws://${host}/socket.io/`, { headers: { origin: off.base } }))
  expect((await line.refused()).status).toBe(404)
  await off.stop()
})

test('without ERP pages in the policy nobody may frame the console', async () => {
  const alone = await startAgent({ consoleDir, policy: { erpOrigins: [] } })
  const page = await raw(alone.port, 'GET', '/app/', { host: `127.0.0.1:${alone.port}` })
  expect(String(page.headers['content-security-policy'])).toContain("frame-ancestors 'none'")
  await alone.stop()
})
