import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ServerClient, ServerRefused, ServerUnreachable } from './server-client.ts'
import { isSignedBy } from './signature.ts'

const identity = { agentId: 'a'.repeat(22), publicKey: '', sign: () => 'x' }

test('no answer in time is none, whether or not somebody may call it off; nor is the word of a server that is broken', async () => {
  let status = 0
  const silent = createServer((_, response) => {
    if (status) response.writeHead(status).end(JSON.stringify({ success: false, resultNotice: { error: '停机' } }))
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const client = new ServerClient(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, identity)
  const post = (signal?: AbortSignal, wait = 50) => client.post('/x', {}, z.unknown(), signal, wait)
  await expect(post()).rejects.toThrow(ServerUnreachable)
  await expect(post(new AbortController().signal)).rejects.toThrow(ServerUnreachable)
  status = 503
  await expect(post(undefined, 10_000)).rejects.toThrow(ServerUnreachable)
  status = 400
  await expect(post(undefined, 10_000)).rejects.toThrow(ServerRefused)
  silent.closeAllConnections()
  silent.close()
})

test('what answers tells from which of this PC’s addresses it was reached', async () => {
  const server = createServer((_, response) => response.end(JSON.stringify({ success: true })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = new ServerClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, identity)
  expect(client.localAddress).toBeUndefined()
  await client.post('/x', {}, z.unknown())
  expect(client.localAddress).toBe('127.0.0.1')
  server.closeAllConnections()
  server.close()
})

test('an answer that has no end is not taken into memory', async () => {
  let answer = Buffer.alloc(5)
  let type = 'application/octet-stream'
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': type }).end(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = new ServerClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, identity)
  const bytes = () => client.bytes('/x', {}, 5)
  expect(await bytes()).toHaveLength(5)
  answer = Buffer.alloc(6)
  await expect(bytes()).rejects.toThrow(ServerUnreachable)
  type = 'application/json'
  answer = Buffer.from(JSON.stringify({ success: true, result: 'x'.repeat(4 * 1024 * 1024) }))
  await expect(client.post('/x', {}, z.string())).rejects.toThrow(ServerUnreachable)
  server.closeAllConnections()
  server.close()
})

test('bytes are those of our server: what a proxy answers in its place is none, whatever it calls itself', async () => {
  let answer: [status: number, type: string | undefined, body: string] = [200, undefined, '']
  const proxy = createServer((_, response) => {
    const [status, type, body] = answer
    response.writeHead(status, type ? { 'content-type': type } : {}).end(body)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const client = new ServerClient(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, identity)
  const page = '<html><body>请登录上网认证</body></html>'
  for (const one of [
    [200, 'text/html', page],
    [200, undefined, page],
    [302, 'text/html', ''],
    [502, 'application/octet-stream', page],
    [206, 'application/octet-stream', 'half'],
    [200, 'application/json', '{"success":true,"result":"bytes"}'],
  ] as const) {
    answer = [...one]
    await expect(client.bytes('/x', {}, 1000), String(one)).rejects.toThrow(ServerUnreachable)
  }
  answer = [200, 'application/json', JSON.stringify({ success: false, resultNotice: { error: '已撤回' } })]
  await expect(client.bytes('/x', {}, 1000)).rejects.toThrow(ServerRefused)
  answer = [200, 'application/octet-stream', 'whole']
  expect((await client.bytes('/x', {}, 1000)).toString()).toBe('whole')
  proxy.closeAllConnections()
  proxy.close()
})

test('only an Ed25519 key signs: one of another kind that the policy names vouches for nothing', () => {
  for (const [kind, counts] of [
    ['ed25519', true],
    ['ed448', false],
  ] as const) {
    const { privateKey, publicKey } = generateKeyPairSync(kind as 'ed25519')
    const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')
    const data = Buffer.from('a policy')
    expect(isSignedBy(spki, data, sign(null, data, privateKey)), kind).toBe(counts)
  }
})

test('a piece of a file takes as long as something comes, and no longer', async () => {
  let pause = 150
  const open: NodeJS.Timeout[] = []
  const slow = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    let left = 10
    const drip = () => {
      response.write('x')
      left -= 1
      if (left === 0) response.end()
      else open.push(setTimeout(drip, pause))
    }
    drip()
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const client = new ServerClient(`http://127.0.0.1:${(slow.address() as AddressInfo).port}`, identity)
  const bytes = () => client.bytes('/x', {}, 10, undefined, 1_000)
  expect(await bytes()).toHaveLength(10)
  pause = 60_000
  await expect(bytes()).rejects.toThrow(ServerUnreachable)
  for (const one of open) clearTimeout(one)
  slow.closeAllConnections()
  slow.close()
})
