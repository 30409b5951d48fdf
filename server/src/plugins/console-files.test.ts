import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { consoleFiles } from './console-files.ts'

let folder: string
let seconds = 0

/** A build as vite leaves it: the old chunks are gone, index.html names the new one. */
const build = (hash: string) => {
  rmSync(join(folder, 'assets'), { recursive: true, force: true })
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', `index-${hash}.js`), `// ${hash}`)
  const index = join(folder, 'index.html')
  writeFileSync(
    index,
    `<!doctype html><head><meta name="build" content="17${seconds + 1}"><base href="/x/"><script src="./assets/index-${hash}.js"></script></head>`,
  )
  seconds += 1
  utimesSync(index, seconds, seconds)
}

const serve = async (agentPorts?: number[]) => {
  const app = Fastify()
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ missing: true }))
  await app.register(consoleFiles, { folder, agentPorts, pace: 0 })
  await app.register(async (calls) => calls.get('/prod-api/api/Any/Call', () => 'answer'))
  return async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ url })
    return {
      status: statusCode,
      type: String(headers['content-type']),
      cache: headers['cache-control'],
      build: headers['x-console-build'],
      body,
    }
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yibao-files-'))
  build('a1')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a new build under a running server counts at once, page and chunks alike', async () => {
  const get = await serve()
  for (const path of ['/', '/index.html', '/swiping-card', '/reconciliation/rx-management?x=1'])
    expect(await get(path)).toMatchObject({ status: 200, cache: 'no-cache', body: expect.stringContaining('index-a1') })
  expect((await get('/')).body).toContain('<base href="/">')
  expect(await get('/assets/index-a1.js')).toMatchObject({ status: 200, cache: 'public, max-age=2592000, immutable' })
  build('b2')
  expect((await get('/swiping-card')).body).toContain('index-b2')
  expect((await get('/assets/index-b2.js')).body).toBe('// b2')
  // The page of before asks for what no longer exists: never the index page under a script's name.
  expect(await get('/assets/index-a1.js')).toMatchObject({ status: 404, body: '{"missing":true}' })
})

test('a file that was packed beside itself travels packed to whoever takes it so', async () => {
  writeFileSync(join(folder, 'assets', 'index-a1.js.gz'), gzipSync('// a1'))
  const app = Fastify()
  await app.register(consoleFiles, { folder, pace: 0 })
  const get = (accepted?: string) =>
    app.inject({ url: '/assets/index-a1.js', headers: accepted ? { 'accept-encoding': accepted } : {} })
  for (const accepted of ['gzip, deflate', 'gzip, deflate, br, zstd']) {
    const { headers, rawPayload } = await get(accepted)
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=2592000, immutable',
      vary: 'accept-encoding',
    })
    expect(String(gunzipSync(rawPayload))).toBe('// a1')
  }
  const plain = await get()
  expect([plain.headers['content-encoding'], plain.headers.vary, plain.body]).toEqual([
    undefined,
    'accept-encoding',
    '// a1',
  ])
})

test('what is missing, ours or outside of the folder is 404', async () => {
  writeFileSync(join(folder, '..', 'yibao-files-secret.txt'), 'secret')
  const get = await serve()
  const none = ['/assets/none.js', '/assets/none', '/floor.js', '/prod-api/none', '/socket.io/', '/health/x']
  for (const path of none) expect([path, (await get(path)).status]).toEqual([path, 404])
  for (const path of ['/%2e%2e/yibao-files-secret.txt', '/..%2fyibao-files-secret.txt', '/assets/%2e%2e/%2e%2e/x.txt'])
    expect((await get(path)).body).not.toContain('secret')
  rmSync(join(folder, '..', 'yibao-files-secret.txt'))
  rmSync(join(folder, 'index.html'))
  expect((await get('/')).status).toBe(404)
})

test('every answer of a call names the build that is served, a new one soon after it is there', async () => {
  const get = await serve()
  const served = async () => (await get('/prod-api/api/Any/Call')).build
  const first = `17${seconds}`
  expect([await served(), (await get('/prod-api/api/none')).build, (await get('/')).build]).toEqual([
    first,
    first,
    undefined,
  ])
  build('b2')
  await expect.poll(served).toBe(`17${seconds}`)
  // A build that does not say, or none at all: nothing is claimed.
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  await expect.poll(served).toBeUndefined()
})

test('config.json carries the configured agent ports beside what the build says', async () => {
  writeFileSync(join(folder, 'config.json'), '{"baseUrl":"https://yibao.example.cn/prod-api"}')
  const plain = await (await serve())('/config.json')
  expect([plain.type, JSON.parse(plain.body)]).toEqual([
    'application/json; charset=utf-8',
    { baseUrl: 'https://yibao.example.cn/prod-api' },
  ])
  const ports = JSON.parse((await (await serve([48610]))('/config.json')).body)
  expect(ports).toEqual({ baseUrl: 'https://yibao.example.cn/prod-api', agentPorts: [48610] })
  rmSync(join(folder, 'config.json'))
  expect(JSON.parse((await (await serve([48610]))('/config.json')).body)).toEqual({ agentPorts: [48610] })
})

test('only the named ERPs may show a page of it in a frame, and its scripts reach only what config.json names', async () => {
  const app = Fastify()
  await app.register(consoleFiles, { folder, erpOrigins: ['https://erp.example'], agentPorts: [48610], pace: 0 })
  const policyOf = async (url: string) => String((await app.inject({ url })).headers['content-security-policy'])
  for (const url of ['/', '/swiping-card']) {
    const policy = await policyOf(url)
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'self' https://erp.example")
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:48610")
  }
  writeFileSync(join(folder, 'config.json'), '{"baseUrl":"https://yibao.example.cn/prod-api"}')
  expect(await policyOf('/')).toContain("connect-src 'self' https://yibao.example.cn wss://yibao.example.cn")
  writeFileSync(join(folder, 'config.json'), 'half a fi')
  expect(await policyOf('/')).toContain("connect-src 'self' http://127.0.0.1:48610")
})
