import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../../tools/free-port.ts'
import { CentreClient } from './client.ts'
import { profileOf } from './profiles.ts'
import { answer, type Behaviour, type Liar, liar } from './test/liar.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const serve = async (behaviour: Behaviour): Promise<Liar> => {
  const server = await liar(behaviour)
  open.push(server)
  return server
}
const clientOf = (url: string, options = {}) => {
  const client = new CentreClient(profileOf('320500', url), options)
  open.push(client)
  return client
}
const send = (url: string, over: { infno?: string; timeoutMs?: number; signal?: AbortSignal } = {}, options = {}) =>
  clientOf(url, options).send('{"input":"张三"}', over.infno ?? '2102', { timeoutMs: 5000, ...over })

const good = '{"infcode":0,"inf_refmsgid":"R","output":{}}'

test('a refused connection is not sent', async () => {
  const outcome = await send(`http://127.0.0.1:${await freePort()}`)
  expect(outcome).toEqual({ kind: 'notSent', reason: '未连上医保中心：ECONNREFUSED' })
})

test('a name that does not exist is not sent', async () => {
  // A label of 64 characters is none: no name server is asked.
  expect(await send(`http://${'x'.repeat(64)}.test:80`)).toMatchObject({ kind: 'notSent' })
})

test('an address that is none is not sent', async () => {
  expect(await send('no address')).toEqual({ kind: 'notSent', reason: '医保中心地址或请求头不可用：ERR_INVALID_URL' })
})

test('a TLS handshake that fails is not sent, and the other side saw no request', async () => {
  const server = await serve({ onConnection: (socket) => socket.once('data', () => socket.end('no TLS here')) })
  expect(await send(server.url.replace('http', 'https'))).toMatchObject({ kind: 'notSent' })
  expect(server.text()).not.toMatch(/POST|input/)
})

test('a TLS handshake that never ends is not sent', async () => {
  const server = await serve({})
  const outcome = await send(server.url.replace('http', 'https'), {}, { connectMs: 100 })
  expect(outcome).toEqual({ kind: 'notSent', reason: '未连上医保中心：connect timeout' })
  expect(server.text()).not.toMatch(/POST|input/)
})

test('an abort before anything happened is not sent', async () => {
  const server = await serve({})
  expect(await send(server.url, { signal: AbortSignal.abort() })).toMatchObject({ kind: 'notSent' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(server.seen()).toBe(0)
})

test.each<[string, Behaviour, string]>([
  ['closes after the first bytes', { onConnection: (s) => s.once('data', () => s.destroy()) }, 'closed'],
  ['closes after the whole request', { onRequest: (s) => s.end() }, 'closed'],
  ['resets after the whole request', { onRequest: (s) => s.resetAndDestroy() }, 'closed'],
  ['closes inside the answer', { onRequest: (s) => s.end(answer(good).subarray(0, 80)) }, 'closed'],
  ['never answers', {}, 'timeout'],
  ['starts to answer and stops', { onRequest: (s) => s.write(answer(good).subarray(0, 80)) }, 'timeout'],
  ['answers 500', { onRequest: (s) => s.write(answer('<h1>', 500, 'text/html')) }, 'http'],
  ['answers html', { onRequest: (s) => s.write(answer('<h1>', 200, 'text/html')) }, 'unreadable'],
  ['answers half a JSON', { onRequest: (s) => s.write(answer('{"infcode":0,"out')) }, 'unreadable'],
  ['speaks no HTTP', { onRequest: (s) => s.write('hello there\r\n\r\n') }, 'closed'],
])('once connected, a server that %s leaves the outcome unknown', async (_, behaviour, reason) => {
  const server = await serve(behaviour)
  expect(await send(server.url, { timeoutMs: reason === 'timeout' ? 150 : 5000 })).toMatchObject({
    kind: 'unknown',
    reason,
  })
})

test('an abort while waiting is unknown and closes the connection', async () => {
  const controller = new AbortController()
  let closed: Promise<unknown> = Promise.resolve()
  const server = await serve({
    onConnection: (socket) => {
      closed = new Promise((resolve) => socket.on('close', resolve))
    },
    onRequest: () => controller.abort(),
  })
  expect(await send(server.url, { signal: controller.signal })).toMatchObject({ kind: 'unknown', reason: 'closed' })
  await closed
})

// Whatever the moment of a break, what counts is the one promise: not sent = the server saw no byte.
const turns = (count: number): Promise<void> =>
  count === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(() => resolve(turns(count - 1))))

test.each<[string, Behaviour]>([
  ['the server resets at once', { onConnection: (s) => s.resetAndDestroy() }],
  ['the server closes at once', { onConnection: (s) => s.end() }],
  ['the caller gives up at any moment', {}],
])('when %s, not sent is claimed only if no byte was seen', async (name, behaviour) => {
  const kinds: string[] = []
  for (let moment = 0; moment < 12; moment += 1) {
    const server = await serve(behaviour)
    const controller = new AbortController()
    const sent = send(server.url, { signal: controller.signal })
    if (name.includes('caller')) await turns(moment).then(() => controller.abort())
    const { kind } = await sent
    await turns(20)
    expect(['notSent', 'unknown']).toContain(kind)
    if (kind === 'notSent') expect(server.seen()).toBe(0)
    kinds.push(kind)
  }
  if (name.includes('caller')) expect(new Set(kinds)).toEqual(new Set(['notSent', 'unknown']))
})

test('an answer larger than allowed is unknown', async () => {
  const server = await serve({ onRequest: (s) => s.write(answer('x'.repeat(2000))) })
  expect(await send(server.url, {}, { maxBytes: 1000 })).toMatchObject({ kind: 'unknown', reason: 'unreadable' })
})

test('a slow good answer is good', async () => {
  const bytes = answer(good)
  const server = await serve({
    onRequest: (s) => {
      s.write(bytes.subarray(0, 90))
      setTimeout(() => s.write(bytes.subarray(90)), 100)
    },
  })
  expect(await send(server.url)).toMatchObject({ kind: 'booked', refMsgid: 'R' })
})

test('nothing is repeated: one connection, one request', async () => {
  const server = await serve({ onRequest: (s) => s.resetAndDestroy() })
  await send(server.url)
  await send(server.url, { infno: '1101' })
  expect(server.connections()).toBe(2)
  expect(server.text().match(/POST /g)).toHaveLength(2)
})

/** Whatever is booked, applied for, filed or confirmed, and what takes it back. */
const apart = [
  ...['2102', '2103', '2601', '3203', '3203A', '3204', '3204A', '3691', '3692', '3261', '3262', '7203', '7204'],
  ...['2201', '2202', '2203', '2204', '2205', '2207', '2208'],
  ...['2503', '2504', '2505', '2506', '2591', '2594', '2595', '2596', '2691', '2692', '3401', '3402', '3403'],
]

test('queries share a connection, a booking or a filing has its own', async () => {
  const server = await serve({ onRequest: (s) => s.write(answer(good)) })
  const client = clientOf(server.url, { keepMs: 600_000 })
  const ask = (infno: string) => client.send('{}', infno, { timeoutMs: 5000 })
  for (const infno of ['1101', '5203', '3505', '2101']) await ask(infno)
  expect(server.connections()).toBe(1)
  for (const [before, infno] of apart.entries()) {
    await ask(infno)
    expect(server.connections(), infno).toBe(before + 2)
  }
  await ask('1101')
  expect(server.connections()).toBe(apart.length + 1)
})

test('a kept connection that the server closed meanwhile is never called not sent', async () => {
  const server = await serve({
    onRequest: (s, request) => (request.includes('first') ? s.write(answer(good)) : s.resetAndDestroy()),
  })
  const client = clientOf(server.url)
  expect(await client.send('first', '1101', { timeoutMs: 5000 })).toMatchObject({ kind: 'booked' })
  expect(await client.send('again', '1101', { timeoutMs: 5000 })).toMatchObject({ kind: 'unknown', reason: 'closed' })
})

test('a connection that nobody uses is closed before the other side forgets it, one that waits for its answer is not', async () => {
  let line: Socket | undefined
  let late: (() => void) | undefined
  const server = await serve({
    onConnection: (s) => {
      line = s
    },
    onRequest: (s, request) => {
      if (!request.includes('late')) return s.write(answer(good))
      late = () => s.write(answer(good))
    },
  })
  const client = clientOf(server.url, { keepMs: 50 })
  expect(await client.send('first', '1101', { timeoutMs: 5000 })).toMatchObject({ kind: 'booked' })
  await expect.poll(() => line?.readableEnded, { timeout: 5000 }).toBe(true)
  const answered = client.send('late', '1101', { timeoutMs: 60_000 })
  await expect.poll(() => late).toBeDefined()
  // Several times as long as one that nobody uses is kept.
  setTimeout(() => late?.(), 250)
  expect(await answered).toMatchObject({ kind: 'booked' })
  expect(server.connections()).toBe(2)
})

test('the body arrives byte for byte, with its length and the headers of the area', async () => {
  const server = await serve({ onRequest: (s) => s.write(answer(good)) })
  await send(server.url)
  expect(server.text()).toMatch(/^POST \/fsi\/api\/rsfComIfsService\/callService HTTP\/1.1\r\n/)
  expect(server.text()).toMatch(/Content-Type: text\/plain; charset=utf-8\r\n/)
  expect(server.text()).toMatch(/x-tif-paasid: P320500\r\n/)
  expect(server.text().endsWith('\r\n\r\n{"input":"张三"}')).toBe(true)
})
