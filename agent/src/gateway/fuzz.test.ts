import { agentErrors } from '@yibao/shared/agent/errors.ts'
import { type Verb, verbRow, verbs } from '@yibao/shared/agent/verbs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleOrigin, startAgent, type TestAgent } from './test/agent.ts'
import { randomOf } from './test/random.ts'
import { readable } from './test/socket.ts'

// Bounded and seeded: whatever comes in on a route, the socket or as a ticket, the agent answers in its own words, no
// fault of ours is among them, nothing without the server's word reaches a device, and it lives on.

const seed = 20261121
let agent: TestAgent
beforeAll(async () => {
  agent = await startAgent()
})
afterAll(() => agent.stop())

const login = () =>
  agent.gateway.sessions.open({ kind: 'operator', origin: consoleOrigin, jkt: agent.browser.jkt, sub: 'u1', org: 'P1' })

/** What nothing may do without the server's ticket or a page's bytes: none of the noise below gets that far. */
const guarded = ['dll.call', 'card.pin.verify', 'card.pin.change', 'print.submit']
const reached = () => agent.desk.asked.filter(({ verb }) => guarded.includes(verb))
const faults = () => agent.lines.filter((line) => line.includes('request failed'))

const names = Object.keys(verbs) as Verb[]

test.each(names)('noise on %s', async (verb) => {
  const random = randomOf(seed + names.indexOf(verb))
  const { method, path } = verbRow(verb)
  const { accessToken } = login()
  for (let n = 0; n < 25; n += 1) {
    agent.pass(60_000)
    const place = path.replace(/:\w+/g, () =>
      encodeURIComponent(random.text(12).replace(/[\ud800-\udfff]/g, 'x') || 'x'),
    )
    const query =
      random.next() < 0.3 ? `?${random.pick(['since', 'copies', 'printer'])}=${encodeURIComponent(`../${n}`)}` : ''
    const body = random.pick([
      JSON.stringify({ args: random.value() }),
      JSON.stringify(random.value()),
      JSON.stringify({ args: random.value(), ticket: random.text(30) }),
      random.mutate('{"args":{"driver":"demo","function":"Settle","args":{}}}'),
    ])
    const headers = random.pick<Record<string, string>>([
      {},
      { 'idempotency-key': random.mutate('slip-1').replace(/[^\x21-\x7e]/g, 'x') || 'x' },
      { 'x-agent-proof': random.mutate('aaa.bbb.ccc').replace(/[^\x21-\x7e]/g, 'x') || 'x' },
    ])
    const answer = await agent.send(place + query, {
      method,
      token: accessToken,
      ...(method === 'POST' && { bytes: Buffer.from(body) }),
      headers: { ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
    })
    const known = answer.json === undefined || answer.json.ok === true || Object.hasOwn(agentErrors, answer.json.code)
    expect([known, answer.json?.code], `${place} ${body}`).toEqual([true, answer.json?.code])
    expect(answer.json?.code, `${place} ${body}`).not.toBe('INTERNAL')
  }
  expect([reached(), faults()]).toEqual([[], []])
})

test('noise on the socket: an answer in our words or a closed line, never a fault', async () => {
  const random = randomOf(seed)
  const good = { id: 'x', verb: 'driver.list', args: {} }
  const codes = new Set<number>()
  for (let round = 0; round < 20; round += 1) {
    agent.pass(60_000)
    const line = readable(agent.open(login().wsTicket))
    await line.opened()
    line.send({ type: 'hello', protocol: 1 })
    await line.next()
    const closed = line.closed().then((code) => codes.add(code))
    for (let n = 0; n < 10 && line.socket.readyState === line.socket.OPEN; n += 1)
      line.socket.send(
        random.pick([
          () => JSON.stringify({ ...good, verb: random.pick([...names, random.text(10)]), args: random.value() }),
          () => random.mutate(JSON.stringify(good)),
          () => JSON.stringify(random.value()),
          () => random.text(200),
          () => Buffer.from(random.text(50)),
        ])(),
      )
    line.socket.close()
    await closed
  }
  for (const code of codes) expect([1000, 1005, 1006, 4400, 4401, 4429, 1007]).toContain(code)
  expect([reached(), faults()]).toEqual([[], []])
  expect((await fetch(`${agent.base}/v1/hello`)).status).toBe(200)
})

test('a ticket with anything changed in it opens nothing', async () => {
  const random = randomOf(seed)
  const opened: string[] = []
  for (let n = 0; n < 300; n += 1) {
    agent.pass(60_000)
    const ticket = agent.server.ticket(agent.claims())
    const changed = random.mutate(ticket)
    if (changed === ticket) continue
    const { json } = await agent.send('/v1/session', { body: { ticket: changed } })
    if (json?.ok !== false || json.code === 'INTERNAL') opened.push(`${ticket}\n${changed}`)
  }
  expect([opened, faults()]).toEqual([[], []])
})
