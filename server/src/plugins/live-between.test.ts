import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket as TcpSocket } from 'node:net'
import { lineOptions, turnAbout } from '@yibao/shared/live-line.ts'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeIdOf } from '../seed/organisation.ts'
import { startTestServer, type TestServer } from '../test/kit.ts'
import { openLiveNode } from '../test/live-node.ts'

// What stands between a console and the nodes: a balancer that knows no console again, a proxy that knows no upgrade, one
// that swallows it. The page's own way of opening its line gets through each of them.

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

let server: TestServer
const nodes: Awaited<ReturnType<typeof openLiveNode>>[] = []
beforeEach(async () => {
  server = await startTestServer()
  closing.push(() => server.close())
  nodes.length = 0
  for (let count = 0; count < 2; count++) {
    const node = await openLiveNode(server)
    closing.push(node.close)
    nodes.push(node)
  }
})

/** Answers the first bytes of a connection itself, by what it returns, or gives it to a node. */
type Between = (head: string, count: number) => { answer: string | Buffer } | { to: number } | 'silence'

const openBetween = async (between: Between) => {
  const open = new Set<TcpSocket>()
  let count = 0
  const proxy = createServer((here) => {
    open.add(here)
    here.on('error', () => {})
    here.once('data', (head) => {
      const then = between(head.toString('latin1'), count++)
      if (then === 'silence') return
      if ('answer' in then) return here.end(then.answer)
      const there = connect(then.to, '127.0.0.1')
      open.add(there)
      there.on('error', () => {})
      there.write(head)
      here.pipe(there).pipe(here)
      here.on('close', () => there.destroy())
      there.on('close', () => here.destroy())
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  closing.push(() => {
    for (const socket of open) socket.destroy()
    return new Promise((resolve) => proxy.close(resolve))
  })
  return (proxy.address() as AddressInfo).port
}

interface Opening {
  /** Tries until it stands, as a page does, and waits so long for each, ms; else once. */
  again?: number
  /** How it is opened; else as a page does. */
  by?: object
}

/** Resolves when the line stands, and with it hears an event of `node`. */
const line = async (port: number, { again, by = lineOptions }: Opening = {}) => {
  const { token } = await server.as('clerk')
  const tries = { reconnection: again !== undefined, reconnectionDelay: 1, reconnectionDelayMax: 1 }
  const given = { auth: { token }, forceNew: true, timeout: again ?? 60_000 }
  const socket: Socket = io(`http://127.0.0.1:${port}`, { ...by, ...tries, ...given })
  const begun = turnAbout(socket)
  closing.push(() => socket.disconnect())
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    if (again === undefined) {
      socket.on('connect_error', reject)
      socket.io.on('close', (reason) => reject(new Error(reason)))
    }
  })
  const heard = once(socket as never, 'order')
  for (const { hub } of nodes) hub.publish(`store:${storeIdOf('P32050100001')}`, 'order', { orderId: '1' })
  expect(await heard).toEqual([{ orderId: '1' }])
  return Object.assign(socket, { begun })
}

const isUpgrade = (head: string) => /^upgrade: *websocket/im.test(head)

/** An upgrade that is taken and then closed, as an agent does whose server is away. */
const closed = (head: string) => {
  const key = /^sec-websocket-key: *(\S+)/im.exec(head)![1]
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  const words = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
  // A closing frame: 1011, the server is not there.
  const frame = Buffer.from([0x88, 0x02, 0x03, 0xf3])
  return Buffer.concat([Buffer.from([...words, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n')), frame])
}

test('behind a balancer that sends every connection to the next node the line stands at once', async () => {
  const port = await openBetween((_, count) => ({ to: nodes[count % 2]!.port }))
  await line(port)
  // Else this test would not tell: polling alone does not get through.
  await expect(line(port, { by: { transports: ['polling'] } })).rejects.toThrow()
})

test('where an upgrade is refused it stands by polling', async () => {
  const refused = { answer: 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' }
  const port = await openBetween((head) => (isUpgrade(head) ? refused : { to: nodes[0]!.port }))
  const socket = await line(port)
  expect(socket.io.engine.transport.name).toBe('polling')
})

test('where an upgrade is swallowed without an answer it stands at the next try', async () => {
  const port = await openBetween((head) => (isUpgrade(head) ? 'silence' : { to: nodes[0]!.port }))
  const socket = await line(port, { again: 500 })
  expect(socket.io.engine.transport.name).toBe('polling')
})

test('where an upgrade is taken and then closed, as an agent does whose server is away, nobody waits for its time to be over', async () => {
  const gone = 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
  const port = await openBetween((head, count) =>
    count < 4 ? { answer: isUpgrade(head) ? closed(head) : gone } : { to: nodes[0]!.port },
  )
  await line(port, { again: 600_000 })
})

test('so is a try that a page begins itself, as behind a login elsewhere', async () => {
  let away = false
  const port = await openBetween((head) => {
    if (!away || !isUpgrade(head)) return { to: nodes[0]!.port }
    away = false
    return { answer: closed(head) }
  })
  const socket = await line(port, { again: 600_000 })
  socket.disconnect()
  away = true
  const stands = once(socket as never, 'connect')
  socket.connect()
  socket.begun()
  await stands
})

test('after a node that polling did not get through to, the next try is a connection again', async () => {
  // Swallowed once, so that polling has its turn behind a balancer that breaks it.
  let swallowed = 0
  const port = await openBetween((head, count) =>
    isUpgrade(head) && swallowed++ < 1 ? 'silence' : { to: nodes[count % 2]!.port },
  )
  const socket = await line(port, { again: 500 })
  expect(socket.io.engine.transport.name).toBe('websocket')
})
