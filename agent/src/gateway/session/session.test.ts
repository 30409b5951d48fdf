import { createHash } from 'node:crypto'
import { sessionText } from '@yibao/shared/agent/ticket.ts'
import { test as base, expect } from 'vitest'
import { isSignedBy } from '../../cloud/signature.ts'
import { sha256hex } from '../../hash.ts'
import { consoleOrigin, startAgent, type TestAgent } from '../test/agent.ts'
import { makeBrowser } from '../test/keys.ts'
import { raw } from '../test/raw.ts'

const test = base.extend<{ agent: TestAgent }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures a function needs from this pattern
  agent: async ({}, use) => {
    const agent = await startAgent()
    await use(agent)
    await agent.stop()
  },
})

const drivers = (agent: TestAgent, token: string, headers = {}) =>
  agent.send('/v1/drivers', { method: 'GET', token, proof: false, headers })

test('a ticket of the server opens a session, the token opens the routes', async ({ agent }) => {
  const { accessToken, expiresIn, kind } = await agent.login()
  expect({ expiresIn, kind }).toEqual({ expiresIn: 900, kind: 'operator' })
  expect(Buffer.from(accessToken, 'base64url')).toHaveLength(32)
  expect((await drivers(agent, accessToken)).json).toMatchObject({ ok: true, result: [{ id: 'demo' }] })
  // The desk knows that a page asks, and looks at the folder again.
  expect(agent.desk.of('drivers.list').at(-1)?.caller).toEqual(expect.any(String))
})

test('an agent shows whose port this is: its key is its id, and what it signs is this session', async ({ agent }) => {
  const ticket = agent.server.ticket(agent.claims())
  const { json } = await agent.send('/v1/session', { body: { ticket } })
  const { accessToken, publicKey, agentSignature } = json.result
  const key = Buffer.from(publicKey, 'base64url')
  const { agentId } = agent.gateway.identity
  expect(createHash('sha256').update(key).digest('base64url').slice(0, 22)).toBe(agentId)
  const text = Buffer.from(sessionText(sha256hex(ticket), sha256hex(accessToken)))
  expect(isSignedBy(publicKey, text, Buffer.from(agentSignature, 'base64url'))).toBe(true)
})

test('a token ends after 900 s, with its closing, and with a new policy', async ({ agent }) => {
  const first = await agent.login()
  agent.pass(899_000)
  expect((await drivers(agent, first.accessToken)).status).toBe(200)
  agent.pass(2_000)
  const late = await drivers(agent, first.accessToken)
  expect([late.status, late.json.code, late.json.retryable]).toEqual([401, 'TOKEN_EXPIRED', true])
  const second = await agent.login()
  await agent.send('/v1/session', { method: 'DELETE', token: second.accessToken })
  expect((await drivers(agent, second.accessToken)).json.code).toBe('TOKEN_EXPIRED')
  const third = await agent.login()
  agent.gateway.sessions.closeAll()
  expect((await drivers(agent, third.accessToken)).json.code).toBe('TOKEN_EXPIRED')
})

test.each([-86_400_000, 86_400_000])(
  'a clock that is set by %i ms holds nobody back and prolongs nothing',
  async (ms) => {
    const agent = await startAgent()
    const first = await agent.login()
    for (let n = 0; n < 5; n++) await drivers(agent, first.accessToken)
    agent.setClock(ms)
    expect((await drivers(agent, first.accessToken)).status).toBe(200)
    const { accessToken } = await agent.login()
    expect((await drivers(agent, accessToken)).status).toBe(200)
    agent.pass(901_000)
    for (const token of [first.accessToken, accessToken])
      expect((await drivers(agent, token)).json.code).toBe('TOKEN_EXPIRED')
    await agent.stop()
  },
)

test.each([
  ['61 days ahead', 61 * 86_400_000, 'expired', 'ORIGIN_NOT_ALLOWED'],
  ['61 days behind', -61 * 86_400_000, 'enrolled', 'CLOCK_SKEW'],
  ['in 1970', -Date.now(), 'enrolled', 'CLOCK_SKEW'],
  ['3 minutes ahead', 200_000, 'enrolled', 'TICKET_EXPIRED'],
  ['2 minutes ahead', 110_000, 'enrolled', undefined],
  ['2 minutes behind', -110_000, 'enrolled', undefined],
])(
  'a clock %s: the console hears that there is an agent, and a session is refused by name',
  async (_, ms, pairing, code) => {
    const agent = await startAgent()
    const ticket = agent.server.ticket(agent.claims())
    agent.setClock(ms)
    const hello = await agent.send('/v1/hello', { method: 'GET', proof: false })
    expect(hello.json?.result).toMatchObject({ pairing })
    expect(hello.headers.get('access-control-allow-origin')).toBe(consoleOrigin)
    expect((await agent.send('/v1/session', { body: { ticket } })).json.code).toBe(code)
    const stranger = await agent.send('/v1/hello', {
      method: 'GET',
      proof: false,
      headers: { origin: 'https://evil.test' },
    })
    expect([stranger.json.code, stranger.headers.get('access-control-allow-origin')]).toEqual([
      'ORIGIN_NOT_ALLOWED',
      null,
    ])
    // Set right, it works on without anybody's doing.
    agent.setClock(-ms)
    expect((await agent.send('/v1/session', { body: { ticket: agent.server.ticket(agent.claims()) } })).status).toBe(
      200,
    )
    await agent.stop()
  },
)

test('a token is bound to its origin', async ({ agent }) => {
  const { accessToken } = await agent.login()
  expect((await drivers(agent, accessToken, { origin: agent.base })).json.code).toBe('ORIGIN_NOT_ALLOWED')
  const headers = { origin: undefined, 'sec-fetch-site': 'same-origin' }
  expect((await drivers(agent, accessToken, headers)).json.code).toBe('ORIGIN_NOT_ALLOWED')
  const own = await agent.login({ origin: agent.base })
  expect((await drivers(agent, own.accessToken, headers)).status).toBe(200)
  // Only a GET of its own page comes without an origin: whatever does more names it.
  const wsTicket = (more: Record<string, string | undefined>) =>
    agent.send('/v1/session/ws-ticket', { token: own.accessToken, headers: more })
  expect((await wsTicket(headers)).json.code).toBe('ORIGIN_NOT_ALLOWED')
  expect((await wsTicket({ origin: agent.base })).status).toBe(200)
})

type Change = (agent: TestAgent, token: string) => string
const url = (agent: TestAgent) => `${agent.base}/v1/drivers/demo/repair`
const body = '{"args":{}}'
const good = (agent: TestAgent, accessToken: string) => ({
  htm: 'POST',
  htu: url(agent),
  body,
  accessToken,
  nowMs: agent.gateway.clock(),
})
const changed =
  (over: object): Change =>
  (agent, token) => {
    const { browser } = agent
    return browser.jws(browser.header, { ...browser.claims(good(agent, token)), ...over })
  }
const headed =
  (over: object): Change =>
  (agent, token) => {
    const { browser } = agent
    return browser.jws({ ...browser.header, ...over }, browser.claims(good(agent, token)))
  }

base.each<[string, Change]>([
  ['no proof', () => ''],
  ['garbage', () => 'a.b.c'],
  ['another method', changed({ htm: 'GET' })],
  ['another address', changed({ htu: 'http://127.0.0.1:1/v1/drivers/demo/repair' })],
  ['another body', changed({ bh: createHash('sha256').update('x').digest('base64url') })],
  ['no body hash', changed({ bh: undefined })],
  ['another token', changed({ ath: createHash('sha256').update('x').digest('base64url') })],
  ['no token', changed({ ath: undefined })],
  ['no jti', changed({ jti: undefined })],
  ['an unknown claim', changed({ exp: 1 })],
  ['alg none', headed({ alg: 'none' })],
  ['another typ', headed({ typ: 'dpop+jwt' })],
  ['a kid', headed({ kid: 'k1' })],
  [
    'a private key in its header',
    (agent, token) => headed({ jwk: { ...agent.browser.header.jwk, d: 'A'.repeat(43) } })(agent, token),
  ],
  [
    'a key that is no point of the curve',
    (agent, token) => headed({ jwk: { ...agent.browser.header.jwk, y: 'A'.repeat(43) } })(agent, token),
  ],
  ['another key, in the open', (agent, token) => makeBrowser().proof(good(agent, token))],
  [
    'another key, hidden behind our header',
    (agent, token) => makeBrowser().jws(agent.browser.header, agent.browser.claims(good(agent, token))),
  ],
])('a proof is refused: %s', async (_, make) => {
  const agent = await startAgent()
  const { accessToken } = await agent.login()
  const answer = await agent.send('/v1/drivers/demo/repair', { token: accessToken, proof: make(agent, accessToken) })
  expect([answer.status, answer.json.code]).toEqual([401, 'PROOF_INVALID'])
  expect(agent.desk.of('drivers.repair')).toEqual([])
  await agent.stop()
})

test('a proof that is bound to a token opens no session', async ({ agent }) => {
  const args = { ticket: agent.server.ticket(agent.claims()) }
  const open = (bound: object) => {
    const about = { htm: 'POST', htu: `${agent.base}/v1/session`, body: JSON.stringify({ args }) }
    const proof = agent.browser.proof({ ...about, nowMs: agent.gateway.clock(), ...bound })
    return agent.send('/v1/session', { body: args, proof })
  }
  expect((await open({ accessToken: 'x'.repeat(43) })).json.code).toBe('PROOF_INVALID')
  expect((await open({})).status).toBe(200)
})

test('a session whose time is over ends with the next one: nobody listens on it any more', async ({ agent }) => {
  const ended: string[] = []
  agent.gateway.sessions.onEnd(({ sub }) => ended.push(sub))
  await agent.login()
  agent.pass(899_000)
  await agent.login()
  expect(ended).toEqual([])
  agent.pass(2_000)
  await agent.login()
  expect(ended).toHaveLength(1)
})

test('a proof counts once, and only near its time', async ({ agent }) => {
  const { accessToken: token } = await agent.login()
  const proof = agent.browser.proof(good(agent, token))
  const ask = (made: string) => agent.send('/v1/drivers/demo/repair', { token, proof: made })
  expect((await ask(proof)).status).toBe(200)
  expect((await ask(proof)).json.code).toBe('PROOF_INVALID')
  for (const off of [-121, 122]) {
    const iat = Math.floor(agent.gateway.clock() / 1000) + off
    expect((await ask(changed({ iat })(agent, token))).json.code).toBe('CLOCK_SKEW')
  }
})

test('a proof that was seen is known, though the clock was set an hour ahead and back again', async ({ agent }) => {
  const { accessToken: token } = await agent.login()
  const proof = agent.browser.proof(good(agent, token))
  const repair = (made: string) => agent.send('/v1/drivers/demo/repair', { token, proof: made })
  expect((await repair(proof)).status).toBe(200)
  agent.setClock(3600_000)
  expect((await repair(agent.browser.proof(good(agent, token)))).status).toBe(200)
  agent.setClock(-3600_000)
  expect((await repair(proof)).json.code).toBe('PROOF_INVALID')
  // Nor is it forgotten while its token lives.
  agent.pass(600_000)
  agent.setClock(-600_000)
  expect((await repair(proof)).json.code).toBe('PROOF_INVALID')
})

test('the six digits of the own page open a session for set-up only', async ({ agent }) => {
  const page = await raw(agent.port, 'GET', '/v1/setup', { host: new URL(agent.base).host })
  const digits = /<strong>(\d{6})<\/strong>/.exec(page.text)![1]!
  const answer = await agent.send('/v1/session', { body: { setupCode: digits } })
  expect(answer.json.result).toMatchObject({ kind: 'setup' })
  const token = answer.json.result.accessToken
  expect((await drivers(agent, token)).status).toBe(200)
  const test = await agent.send('/v1/card/test', { token, body: { medium: 'socialCard' } })
  expect(test.json.result).toEqual({
    fields: {
      medium: 'socialCard',
      driver: 'demo',
      'card.name': '**',
      'card.idNumber': '3****************8',
      'card.cardNumber': 'A*******7',
    },
  })
  const withPin = await agent.send('/v1/card/test', { token, body: { medium: 'socialCard', pin: '135790' } })
  expect(withPin.json.code).toBe('ARGS_INVALID')
  for (const path of ['/v1/card/read', '/v1/dll/demo/Version', '/v1/erp/frames'])
    expect((await agent.send(path, { token })).json.code).toBe('SETUP_ONLY')
  expect((await agent.send('/v1/session', { body: { setupCode: digits } })).json.code).toBe('SETUP_CODE_EXPIRED')
})

test('three wrong codes or two minutes, and the code is void', async ({ agent }) => {
  const { setupCodes } = agent.gateway
  const { digits } = setupCodes.issue()
  const wrong = digits === '000000' ? '000001' : '000000'
  const ask = async (setupCode: string) => (await agent.send('/v1/session', { body: { setupCode } })).json
  expect(await ask(wrong)).toMatchObject({ code: 'SETUP_CODE_WRONG', detail: { left: 2 } })
  expect(await ask(wrong)).toMatchObject({ code: 'SETUP_CODE_WRONG', message: '配对码不正确，还可输入 1 次' })
  expect((await ask(wrong)).code).toBe('SETUP_CODE_EXPIRED')
  expect((await ask(digits)).code).toBe('SETUP_CODE_EXPIRED')
  const next = setupCodes.issue()
  agent.pass(121_000)
  expect((await ask(next.digits)).code).toBe('SETUP_CODE_EXPIRED')
})

test('60 requests a minute for a session, then wait', async () => {
  const agent = await startAgent({ still: true })
  const { accessToken } = await agent.login()
  const statuses: number[] = []
  for (let i = 0; i < 61; i += 1) statuses.push((await drivers(agent, accessToken)).status)
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
  const last = await drivers(agent, accessToken)
  expect([last.status, last.json.code]).toEqual([429, 'RATE'])
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  agent.pass(2_000)
  expect((await drivers(agent, accessToken)).status).toBe(200)
  await agent.stop()
})

test('bodies: too large, no JSON, more than args and ticket', async ({ agent }) => {
  const { accessToken: token } = await agent.login()
  const post = (text: string) =>
    agent.send('/v1/card/read', { token, bytes: Buffer.from(text), headers: { 'content-type': 'application/json' } })
  expect((await post(JSON.stringify({ args: { x: 'a'.repeat(65_536) } }))).json).toMatchObject({
    code: 'BODY_TOO_LARGE',
  })
  expect((await post('{"args":')).json.code).toBe('BODY_INVALID')
  expect((await post('{"args":{"__proto__":{}}}')).json.code).toBe('BODY_INVALID')
  expect((await post('{"args":{},"other":1}')).json.code).toBe('ARGS_INVALID')
})

test('before enrolment only the configured server may come, and only with the code', async () => {
  const agent = await startAgent({ unenrolled: true, serverUrl: 'http://127.0.0.1:9' })
  const server = { origin: 'http://127.0.0.1:9' }
  const ticket = agent.server.ticket(agent.claims({ origin: server.origin }))
  expect((await agent.send('/v1/hello', { method: 'GET', headers: server })).json.result.pairing).toBe('unenrolled')
  expect((await agent.send('/v1/session', { body: { ticket }, headers: server })).json.code).toBe('TICKET_INVALID')
  expect((await agent.send('/v1/session', { body: { ticket } })).json.code).toBe('ORIGIN_NOT_ALLOWED')
  const { digits } = agent.gateway.setupCodes.issue()
  expect((await agent.send('/v1/session', { body: { setupCode: digits }, headers: server })).json.ok).toBe(true)
  await agent.stop()
})
