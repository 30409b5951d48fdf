import { once } from 'node:events'
import { connect } from 'node:net'
import { closeCodes, limits } from '@yibao/shared/agent/protocol.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Limiter } from '../session/limiter.ts'
import { consoleOrigin, startAgent, type TestAgent } from '../test/agent.ts'
import { startCloud } from '../test/fake-cloud.ts'
import { makeServer } from '../test/keys.ts'
import { readable } from '../test/socket.ts'
import { buildServer } from './server.ts'

// What one page may take of this PC (agent.md 3.2, DoS); rates, sockets and bodies stand in session, sockets, bad-input.

let agent: TestAgent
beforeAll(async () => {
  agent = await startAgent()
})
afterAll(() => agent.stop())

test('five requests of a caller at a time, a sixth is sent away and another caller is served', async () => {
  const limiter = new Limiter(() => 0)
  const ends: (() => void)[] = []
  const slow = () => limiter.run('a', () => new Promise<void>((resolve) => ends.push(resolve)))
  const five = Array.from({ length: limits.concurrent }, slow)
  await expect(slow()).rejects.toMatchObject({ code: 'RATE', detail: { seconds: 1 } })
  expect(await limiter.run('b', async () => 'served')).toBe('served')
  ends[0]!()
  await five[0]
  const sixth = slow()
  for (const end of ends) end()
  await Promise.all([...five, sixth])
  expect(limiter.running).toBe(0)
})

test('reads that were called off behind a driver that hangs keep nobody from the printer', async () => {
  const { accessToken: token } = await agent.login()
  const ends: (() => void)[] = []
  agent.desk.answers['card.read'] = new Promise<void>((resolve) => ends.push(resolve))
  const reads = Array.from({ length: limits.concurrent }, () => {
    const control = new AbortController()
    const answer = agent.send('/v1/card/test', { token, body: { medium: 'socialCard' }, signal: control.signal })
    return { control, gone: answer.catch((fault: Error) => fault.name) }
  })
  const jobs = () => agent.send('/v1/drivers', { method: 'GET', token })
  await expect.poll(() => agent.desk.of('card.read').length).toBe(limits.concurrent)
  expect((await jobs()).json.code).toBe('RATE')
  for (const { control } of reads) control.abort()
  expect(await Promise.all(reads.map(({ gone }) => gone))).toEqual(reads.map(() => 'AbortError'))
  await expect.poll(async () => (await jobs()).status).toBe(200)
  // They are still under way here: an update waits for them.
  expect(agent.gateway.limiter.running).toBe(limits.concurrent)
  ends[0]!()
  await expect.poll(() => agent.gateway.limiter.running).toBe(0)
})

test('a message larger than 256 kB ends its socket, and nobody else’s', async () => {
  const [mine, other] = await Promise.all([agent.login(), agent.login()])
  const [line, stays] = [readable(agent.open(mine.wsTicket)), readable(agent.open(other.wsTicket))]
  await Promise.all([line.opened(), stays.opened()])
  const closed = once(line.socket, 'close')
  line.socket.send('a'.repeat(limits.message + 1))
  const [code] = await closed
  expect([1006, 1009]).toContain(code)
  stays.send({ type: 'hello', protocol: 1 })
  expect(await stays.next()).toMatchObject({ type: 'welcome' })
  stays.socket.terminate()
})

test('who goes on though the agent says to wait is sent away, and who asks again in time is not', async () => {
  const [mine, other] = await Promise.all([agent.login(), agent.login()])
  const [line, stays] = [readable(agent.open(mine.wsTicket)), readable(agent.open(other.wsTicket))]
  await Promise.all([line.opened(), stays.opened()])
  for (const one of [line, stays]) {
    one.send({ type: 'hello', protocol: 1 })
    expect(await one.next()).toMatchObject({ type: 'welcome' })
  }
  const closed = line.closed()
  for (let i = 0; i < 3 * limits.requestsPerMinute; i += 1) line.send({ id: `r${i}`, verb: 'driver.list' })
  expect(await closed).toBe(closeCodes.rate)
  const codes: unknown[] = []
  for (let i = 0; i < limits.requestsPerMinute + 20; i += 1) {
    stays.send({ id: `r${i}`, verb: 'driver.list' })
    codes.push((await stays.next()).code)
  }
  expect(codes).toContain('RATE')
  agent.pass(60_000)
  stays.send({ id: 'later', verb: 'driver.list' })
  expect(await stays.next()).toMatchObject({ id: 'later', ok: true })
  stays.socket.terminate()
})

test('who begins a request and does not go on is cut off after 5 s', async () => {
  const socket = connect(agent.port, '127.0.0.1')
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  socket.resume()
  socket.write('GET /v1/hello HTTP/1.1\r\nHost: 127.0.0.1\r\n')
  await closed
}, 15_000)

test('a body that stops on its way to the agent is cut off; one that goes on to the server takes as long as its line', async () => {
  const cloud = await startCloud(makeServer())
  const slow = await startAgent({ serverUrl: cloud.url, bodyMs: 200 })
  /** A request of four bytes, of which two are sent. */
  const begin = (path: string, headers: string[]) => {
    const socket = connect(slow.port, '127.0.0.1').on('error', () => {})
    const closed = once(socket, 'close')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    const lines = [`POST ${path} HTTP/1.1`, `Host: 127.0.0.1:${slow.port}`, 'Content-Length: 4']
    socket.write([...lines, ...headers, 'Content-Type: application/json', '', '{ '].join('\r\n'))
    return { socket, closed, said: () => text }
  }
  const upload = begin('/prod-api/echo', [`Origin: ${slow.base}`])
  const late = begin('/v1/session', [`Origin: ${consoleOrigin}`, 'X-Agent-Client: console/1.0'])
  await late.closed
  expect(late.said()).not.toContain('HTTP/1.1 200')
  upload.socket.write(' }')
  await expect.poll(upload.said).toContain('HTTP/1.1 200')
  upload.socket.destroy()
  // Node's own limit is for whole requests: it is longer than the console waits.
  const built = await buildServer(slow.gateway, { logger: false, steady: () => performance.now() })
  expect(built.server.requestTimeout).toBeGreaterThan(300_000)
  await built.close()
  await slow.stop()
  await cloud.stop()
})
