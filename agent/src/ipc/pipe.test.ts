import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { AgentError } from '../agent-error.ts'
import {
  connectToParent,
  DeadlineError,
  encodeFrame,
  FrameReader,
  listenForChild,
  listenForDesk,
  type Peer,
  PeerGone,
  type PeerRequest,
} from './pipe.ts'

const pair = async (maxBytes = 4096, handle = async ({ args }: PeerRequest): Promise<unknown> => args) => {
  const events: unknown[] = []
  const listener = await listenForChild({ maxBytes, onEvent: (event, data) => events.push([event, data]) })
  const child = await connectToParent(listener.path, listener.secret, { maxBytes, handle })
  const parent = await listener.peer
  return { parent, child, events, listener }
}

test('frames survive any cut of the stream, Chinese and empty objects included', () => {
  const sent = [{ text: '张三䶮𠮷' }, {}, { n: [1, 2] }]
  const bytes = Buffer.concat(sent.map((message) => encodeFrame(message, 1000)))
  for (const step of [1, 3, 4, 7, bytes.length]) {
    const got: unknown[] = []
    const reader = new FrameReader(1000, (message) => got.push(message))
    for (let at = 0; at < bytes.length; at += step) reader.push(bytes.subarray(at, at + step))
    expect(got).toEqual(sent)
  }
})

test('a frame longer than allowed is refused by its length alone, come whole or in parts', () => {
  const reader = new FrameReader(10, () => {})
  expect(() => reader.push(Buffer.from([255, 255, 255, 255]))).toThrow('frame of')
  const whole = encodeFrame({ text: 'longer than ten' }, 1000)
  expect(() => new FrameReader(10, () => {}).push(whole)).toThrow('frame of')
})

test('requests, answers, refusals and events pass both ways', async () => {
  const { parent, child, events } = await pair(4096, async ({ verb, args }) => {
    if (verb === 'no') throw new AgentError('CARD_NONE', { hint: 1 })
    if (verb === 'bug') throw new TypeError('320501199001011238')
    return args
  })
  expect(await parent.request('echo', { name: '张三' })).toEqual({ name: '张三' })
  await expect(parent.request('no', {})).rejects.toMatchObject({ code: 'CARD_NONE', detail: { hint: 1 } })
  await expect(parent.request('bug', {})).rejects.toMatchObject({
    code: 'INTERNAL',
    detail: { fault: 'TypeError' },
  })
  child.emit('driver.state', { a: 1 })
  await parent.request('echo', 1)
  expect(events).toEqual([['driver.state', { a: 1 }]])
  await expect(child.request('echo', 1)).rejects.toMatchObject({ code: 'ARGS_INVALID' })
  parent.close()
})

test('a request ends by its deadline, by the death of the peer, and by an answer too large to carry', async () => {
  const { parent, child } = await pair(500, ({ verb }) =>
    verb === 'big' ? Promise.resolve('x'.repeat(600)) : new Promise(() => {}),
  )
  await expect(parent.request('never', {}, { deadlineMs: 20 })).rejects.toBeInstanceOf(DeadlineError)
  await expect(parent.request('big', {})).rejects.toMatchObject({ code: 'INTERNAL' })
  await expect(parent.request('x', 'y'.repeat(600))).rejects.toMatchObject({ code: 'ARGS_INVALID' })
  const open = parent.request('never', {})
  child.close()
  await expect(open).rejects.toSatisfy((error) => error instanceof PeerGone && error.sent)
  await expect(parent.request('late', {})).rejects.toSatisfy((error) => error instanceof PeerGone && !error.sent)
})

test('one that was answered in time is not late afterwards, when another one is', async () => {
  const { parent } = await pair(4096, ({ verb }) => (verb === 'soon' ? Promise.resolve(1) : new Promise(() => {})))
  expect(await parent.request('soon', {}, { deadlineMs: 50 })).toBe(1)
  await expect(parent.request('never', {}, { deadlineMs: 100 })).rejects.toBeInstanceOf(DeadlineError)
  parent.close()
})

test('who has not proved himself gets no room for more than a proof, and none outside of this PC knocks', async () => {
  const listener = await listenForDesk({ maxBytes: 1024 * 1024 }, () => true)
  const [, port] = listener.path.split(':')
  const knock = (host: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ host, port: Number(port) }, () => socket.write(Buffer.from([1, 16, 0, 0])))
      socket.resume().on('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)))
      socket.on('close', () => resolve('left'))
    })
  const began = performance.now()
  expect(await knock('127.0.0.1')).toBe('left')
  expect(performance.now() - began, 'at once, not when its time is up').toBeLessThan(4_000)
  // Another address of the same PC: whoever listens on all of them is reached by it as by the network.
  if (process.platform === 'linux') expect(await knock('127.0.0.2')).toBe('ECONNREFUSED')
  listener.close()
})

test('a stranger learns nothing and does not take the place of the child', async () => {
  const listener = await listenForChild({ maxBytes: 4096 })
  await expect(connectToParent(listener.path, 'wrong', { maxBytes: 4096 })).rejects.toBeInstanceOf(PeerGone)
  const noise = connect(listener.path)
  noise.write('GET / HTTP/1.1\r\n\r\n')
  await new Promise((resolve) =>
    noise
      .resume()
      .on('close', resolve)
      .on('error', () => {}),
  )
  const child = await connectToParent(listener.path, listener.secret, { maxBytes: 4096 })
  const parent = await listener.peer
  await expect(parent.request('hello', {})).rejects.toMatchObject({ code: 'ARGS_INVALID' })
  child.close()
  await parent.closed
})

test('a child does not serve a process that took the name of its parent', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'yb-')), 's')
  const impostor = createServer((socket) => {
    socket.write(encodeFrame({ nonce: 'n' }, 4096))
    socket.once('data', () => socket.write(encodeFrame({ proof: 'guess' }, 4096)))
  })
  await new Promise<void>((resolve) => impostor.listen(path, resolve))
  await expect(connectToParent(path, 'secret', { maxBytes: 4096 })).rejects.toBeInstanceOf(PeerGone)
  impostor.close()
  rmSync(dirname(path), { recursive: true })
})

test('a request in the same chunk as the proof finds the peer already opened', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'yb-')), 's')
  const answered: unknown[] = []
  const eager = createServer((socket) => {
    socket.write(encodeFrame({ nonce: 'n' }, 4096))
    const reader = new FrameReader(4096, ({ nonce, ...answer }) => {
      if (nonce === undefined) return answered.push(answer)
      const proof = createHmac('sha256', 'secret').update(`parent:${nonce}`).digest('base64')
      return socket.write(Buffer.concat([encodeFrame({ proof }, 4096), encodeFrame({ id: 1, verb: 'tell' }, 4096)]))
    })
    socket.on('data', (chunk) => reader.push(chunk))
  })
  await new Promise<void>((resolve) => eager.listen(path, resolve))
  let peer: Peer | undefined
  const handle = async () => {
    peer?.emit('driver.state', {})
    return typeof peer
  }
  peer = await connectToParent(path, 'secret', { maxBytes: 4096, handle })
  await vi.waitFor(() =>
    expect(answered).toEqual([
      { event: 'driver.state', data: {} },
      { id: 1, ok: true, result: 'object' },
    ]),
  )
  peer.close()
  eager.close()
  rmSync(dirname(path), { recursive: true })
})

test('a second child is not accepted', async () => {
  const { child, listener } = await pair()
  await expect(connectToParent(listener.path, listener.secret, { maxBytes: 4096 })).rejects.toBeInstanceOf(PeerGone)
  child.close()
})

test('whoever is not who he should be is left, though he knows the secret: at either end', async () => {
  let welcome = false
  const listener = await listenForDesk({ maxBytes: 4096 }, () => welcome)
  const { path, secret } = listener
  await expect(connectToParent(path, secret, { maxBytes: 4096 })).rejects.toBeInstanceOf(PeerGone)
  welcome = true
  await expect(connectToParent(path, secret, { maxBytes: 4096 }, () => false)).rejects.toBeInstanceOf(PeerGone)
  listener.close()
})
