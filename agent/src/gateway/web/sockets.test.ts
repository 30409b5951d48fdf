import { closeCodes, limits } from '@yibao/shared/agent/protocol.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { consoleOrigin, startAgent, type TestAgent } from '../test/agent.ts'
import { lookAlikes } from '../test/look-alikes.ts'
import { readable } from '../test/socket.ts'

let agent: TestAgent
const lines: ReturnType<typeof readable>[] = []
beforeAll(async () => {
  agent = await startAgent()
})
afterEach(() => {
  for (const line of lines.splice(0)) line.socket.terminate()
  agent.pass(60_000)
})
afterAll(() => agent.stop())

const line = (socket: WebSocket) => {
  const made = readable(socket)
  lines.push(made)
  return made
}
/** A greeted socket of a new session. */
const connect = async (hello: object = {}, session?: { wsTicket: string }) => {
  const { wsTicket } = session ?? (await agent.login())
  const made = line(agent.open(wsTicket))
  await made.opened()
  made.send({ type: 'hello', protocol: 1, ...hello })
  const welcome = await made.next()
  return { ...made, welcome }
}
const wsUrl = () => `ws://127.0.0.1:${agent.port}/v1/events`

test('the agent answers its own protocol and never the ticket', async () => {
  const { wsTicket } = await agent.login()
  const made = line(agent.open(wsTicket))
  await made.opened()
  expect(made.socket.protocol).toBe('agent.v1')
})

test('an upgrade is refused with HTTP before 101', async () => {
  const refusal = (protocols: string[], headers: Record<string, string> = {}) =>
    line(new WebSocket(wsUrl(), protocols, { headers: { origin: consoleOrigin, ...headers } })).refused()
  const ticket = async () => `ticket.${(await agent.login()).wsTicket}`
  expect(await refusal(['agent.v1'])).toEqual({ status: 401, code: 'TOKEN_MISSING' })
  expect(await refusal(['agent.v1', 'ticket.AAAAAAAAAAAAAAAAAAAAAA'])).toEqual({ status: 401, code: 'TICKET_INVALID' })
  expect(await refusal(['agent.v9', await ticket()])).toEqual({ status: 412, code: 'PROTOCOL_TOO_OLD' })
  expect(await refusal(['agent.v1', await ticket()], { host: 'evil.test' })).toEqual({ status: 403, code: undefined })
  expect(await refusal(['agent.v1', await ticket()], { 'sec-fetch-mode': 'navigate' })).toEqual({
    status: 403,
    code: 'FETCH_MODE',
  })
  const elsewhere = { origin: agent.base }
  expect(await refusal(['agent.v1', await ticket()], elsewhere)).toEqual({ status: 401, code: 'TICKET_INVALID' })
})

test('an upgrade from an origin that looks like ours is refused', async () => {
  for (const origin of lookAlikes(agent.port).filter((one) => one !== '')) {
    const made = line(new WebSocket(wsUrl(), ['agent.v1', 'ticket.x'], { headers: { origin } }))
    expect([origin, await made.refused()]).toEqual([origin, { status: 403, code: 'ORIGIN_NOT_ALLOWED' }])
  }
})

test('an upgrade elsewhere is refused', async () => {
  for (const path of ['/v1/drivers', '/v1/nothing', '/v1/hello']) {
    const made = line(new WebSocket(`ws://127.0.0.1:${agent.port}${path}`, { headers: { host: 'evil.test' } }))
    expect((await made.refused()).status).toBe(403)
    const ours = line(new WebSocket(`ws://127.0.0.1:${agent.port}${path}`, { headers: { origin: consoleOrigin } }))
    expect([path, await ours.refused()]).toEqual([path, { status: 404, code: 'NOT_FOUND' }])
  }
})

test('a socket ticket opens one socket within 30 s', async () => {
  const session = await agent.login()
  await connect({}, session)
  expect((await line(agent.open(session.wsTicket)).refused()).code).toBe('TICKET_INVALID')
  const late = await agent.login()
  agent.pass(31_000)
  expect((await line(agent.open(late.wsTicket)).refused()).code).toBe('TICKET_INVALID')
  const more = await agent.send('/v1/session/ws-ticket', { token: late.accessToken })
  await connect({}, more.json.result)
})

test('a session that is closed leaves no ticket behind: nobody listens in its name', async () => {
  const { accessToken: token, wsTicket } = await agent.login()
  await agent.send('/v1/session', { method: 'DELETE', token })
  expect((await line(agent.open(wsTicket)).refused()).code).toBe('TICKET_INVALID')
})

test('nine sockets of one origin are one too many, and take no place of another one', async () => {
  for (let i = 0; i < 8; i += 1) await connect()
  const { wsTicket } = await agent.login()
  expect(await line(agent.open(wsTicket)).refused()).toEqual({ status: 429, code: 'SOCKETS' })
  const own = await agent.login({ origin: agent.base })
  await line(agent.open(own.wsTicket, { origin: agent.base })).opened()
})

test('a session that ends takes no other one along', async () => {
  const [mine, other] = [await agent.login(), await agent.login()]
  const [ends, stays] = [await connect({}, mine), await connect({}, other)]
  const closed = ends.closed()
  await agent.send('/v1/session', { method: 'DELETE', token: mine.accessToken })
  expect(await closed).toBe(closeCodes.notAuthenticated)
  stays.send({ id: 'h', verb: 'hello' })
  expect(await stays.next()).toMatchObject({ id: 'h', ok: true })
})

test('events are numbered, and a socket that comes back gets what it missed', async () => {
  const first = await connect()
  agent.desk.emit('card.inserted', { reader: 'r1' })
  const event = await first.next()
  expect(event).toMatchObject({ type: 'event', event: 'card.inserted', data: { reader: 'r1' } })
  first.socket.terminate()
  agent.desk.emit('card.removed', { reader: 'r1' })
  agent.desk.emit('nobody.knows', {})
  const { stream } = first.welcome
  const back = await connect({ stream, since: event.seq })
  expect(back.welcome).toMatchObject({ reset: false, stream })
  expect(await back.next()).toMatchObject({ seq: Number(event.seq) + 1, event: 'card.removed' })
  const stranger = await connect({ stream: 'another-start', since: 1 })
  expect(stranger.welcome.reset).toBe(true)
})

test('an event between the session and its socket is heard by who resumes from where the session began', async () => {
  const session = await agent.login()
  agent.desk.emit('card.inserted', { reader: 'r1' })
  const { stream, seq } = session.events
  const mine = await connect({ stream, since: seq }, session)
  expect([mine.welcome.reset, (await mine.next()).event]).toEqual([false, 'card.inserted'])
})

test('too far behind means: read everything anew', async () => {
  const { welcome } = await connect()
  for (let i = 0; i < 501; i += 1) agent.gateway.events.emit('driver.state', { i })
  expect((await connect({ stream: welcome.stream, since: welcome.seq })).welcome.reset).toBe(true)
  expect((await connect({ stream: welcome.stream, since: Number(welcome.seq) + 1 })).welcome.reset).toBe(false)
})

test('close codes: not a hello, wrong version, not JSON, bytes, superseded, session over', async () => {
  const opened = async () => {
    const { wsTicket } = await agent.login()
    const made = line(agent.open(wsTicket))
    await made.opened()
    return made
  }
  const closing = async (act: (made: ReturnType<typeof readable>) => void) => {
    const made = await opened()
    const closed = made.closed()
    act(made)
    return closed
  }
  expect(await closing((made) => made.send({ id: '1', verb: 'hello' }))).toBe(closeCodes.badMessage)
  expect(await closing((made) => made.send({ type: 'hello', protocol: 0 }))).toBe(closeCodes.protocolTooOld)
  expect(await closing((made) => made.socket.send('x'))).toBe(closeCodes.badMessage)
  expect(await closing((made) => made.socket.send(Buffer.from('{"type":"hello","protocol":1}')))).toBe(
    closeCodes.badMessage,
  )
  expect(await closing((made) => made.socket.send(JSON.stringify({ x: 'a'.repeat(262_145) })))).toBe(1009)

  const session = await agent.login()
  const old = await connect({}, session)
  const superseded = old.closed()
  const more = await agent.send('/v1/session/ws-ticket', { token: session.accessToken })
  const young = await connect({}, more.json.result)
  expect(await superseded).toBe(closeCodes.superseded)
  const over = young.closed()
  const begin = performance.now()
  await agent.send('/v1/session', { method: 'DELETE', token: session.accessToken })
  expect(await over).toBe(closeCodes.notAuthenticated)
  // Of itself, not because the next ping finds it.
  expect(performance.now() - begin).toBeLessThan(limits.pingMs / 2)
})

test('an expired session asks nothing more over its socket', async () => {
  const made = await connect()
  agent.pass(901_000)
  made.send({ id: 'a', verb: 'driver.list' })
  expect(await made.next()).toMatchObject({ id: 'a', ok: false, code: 'TOKEN_EXPIRED' })
})

test('verbs of HTTP only and unknown ones are no verbs here', async () => {
  const made = await connect()
  for (const verb of ['print.submit', 'session.open', 'page.setup', 'nothing', 'toString']) {
    made.send({ id: verb, verb })
    expect(await made.next()).toMatchObject({ id: verb, code: 'VERB_UNKNOWN' })
  }
  made.send({ id: 'h', verb: 'hello' })
  expect(await made.next()).toMatchObject({ id: 'h', ok: true, result: { product: 'yibao-agent' } })
})

test('a session without login neither hears of customers nor reads cards', async () => {
  const { wsTicket } = await agent.setupLogin()
  const made = await connect({}, { wsTicket })
  agent.gateway.events.emit('erp.frame', { billNo: 'B1' })
  agent.gateway.events.emit('printer.state', { name: 'p' })
  expect(await made.next()).toMatchObject({ event: 'printer.state' })
  made.send({ id: 'c', verb: 'card.read', args: { medium: 'socialCard' } })
  expect(await made.next()).toMatchObject({ id: 'c', code: 'SETUP_ONLY' })
})

test('going away says so', async () => {
  const other = await startAgent()
  const { wsTicket } = await other.login()
  const made = line(other.open(wsTicket))
  await made.opened()
  const closed = made.closed()
  await other.stop()
  expect(await closed).toBe(closeCodes.goingAway)
})
