import { generateKeyPairSync } from 'node:crypto'
import type { TicketClaims } from '@yibao/shared/agent/ticket.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { hasDuplicateKeys } from '../session/jws.ts'
import { SpentTickets } from '../session/spent-tickets.ts'
import { startAgent, type TestAgent } from '../test/agent.ts'
import { makeBrowser, makeServer } from '../test/keys.ts'

let agent: TestAgent
beforeAll(async () => {
  agent = await startAgent()
})
afterAll(() => agent.stop())

const now = () => Math.floor(Date.now() / 1000)
const open = async (ticket: string) => {
  agent.pass(2_000) // the request rate is another test's
  const { status, json } = await agent.send('/v1/session', { body: { ticket } })
  return json.ok ? 'ok' : `${status} ${json.code}`
}
/** A correctly signed ticket of this header and these claims, as text or object. */
const signed = (header: unknown, payload: unknown) => {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return agent.server.jws(text(header), text(payload))
}
type Make = () => string
const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const invalid: [name: string, make: Make][] = [
  ['alg none', () => `${b64({ ...agent.server.header, alg: 'none' })}.${b64(agent.claims())}.`],
  ['alg HS256 keyed with the public key', () => signed({ ...agent.server.header, alg: 'HS256' }, agent.claims())],
  ['alg in another case', () => signed({ ...agent.server.header, alg: 'eddsa' }, agent.claims())],
  ['another typ', () => signed({ ...agent.server.header, typ: 'JWT' }, agent.claims())],
  ['no typ', () => signed({ alg: 'EdDSA', kid: agent.server.kid }, agent.claims())],
  ['jku', () => signed({ ...agent.server.header, jku: 'https://evil.test/keys' }, agent.claims())],
  ['x5u', () => signed({ ...agent.server.header, x5u: 'https://evil.test/cert' }, agent.claims())],
  ['jwk', () => signed({ ...agent.server.header, jwk: {} }, agent.claims())],
  ['crit', () => signed({ ...agent.server.header, crit: ['exp'] }, agent.claims())],
  ['unknown kid', () => signed({ ...agent.server.header, kid: 'k9' }, agent.claims())],
  ['kid of a prototype', () => signed({ ...agent.server.header, kid: '__proto__' }, agent.claims())],
  ['a stranger with our kid', () => makeServer(agent.server.kid).ticket(agent.claims())],
  [
    'duplicate header key',
    () => signed(`{"alg":"EdDSA","alg":"EdDSA","typ":"agent-ticket+jwt","kid":"k1"}`, agent.claims()),
  ],
  ['duplicate claim', () => signed(agent.server.header, JSON.stringify(agent.claims()).replace('{', '{"aud":"x",'))],
  [
    'duplicate claim, escaped',
    () => signed(agent.server.header, JSON.stringify(agent.claims()).replace('{', '{"\\u0061ud":"x",')),
  ],
  ['unknown claim', () => signed(agent.server.header, { ...agent.claims(), admin: true })],
  ['two acts', () => agent.server.ticket(agent.claims({ act: ['session', 'card.read'] }))],
  ['act of an action', () => agent.server.ticket(agent.claims({ act: ['card.read'] }))],
  ['another origin', () => agent.server.ticket(agent.claims({ origin: 'https://evil.test' }))],
  ['short jti', () => agent.server.ticket(agent.claims({ jti: 'x' }))],
  ['lives longer than a minute', () => agent.server.ticket(agent.claims({ exp: now() + 3600 }))],
  ['ends before it begins', () => agent.server.ticket(agent.claims({ exp: now() - 1 }))],
  ['times as text', () => signed(agent.server.header, { ...agent.claims(), exp: String(now() + 60) })],
  ['payload is no JSON', () => signed(agent.server.header, 'x')],
  ['payload is null', () => signed(agent.server.header, 'null')],
  [
    'payload changed',
    () => agent.server.ticket(agent.claims()).replace(/\.[^.]+\./, `.${b64(agent.claims({ sub: 'u2' }))}.`),
  ],
  ['signature cut', () => agent.server.ticket(agent.claims()).slice(0, -2)],
  ['signature padded', () => `${agent.server.ticket(agent.claims())}==`],
  ['white space in a part', () => agent.server.ticket(agent.claims()).replace('.', ' .')],
  ['four parts', () => `${agent.server.ticket(agent.claims())}.x`],
  ['empty', () => ''],
  ['two dots', () => '..'],
]

test.each(invalid)('refused: %s', async (_, make) => {
  expect(await open(make())).toBe('401 TICKET_INVALID')
})

const times = (from: number) => ({ iat: now() + from, nbf: now() + from, exp: now() + from + 60 })

test.each<[string, () => Partial<TicketClaims>, string]>([
  ['of another agent', () => ({ aud: 'A'.repeat(22) }), '401 TICKET_WRONG_AUDIENCE'],
  ['of another store', () => ({ org: 'P43010000001' }), '403 TICKET_WRONG_STORE'],
  ['of another browser', () => ({ cnf: { jkt: makeBrowser().jkt } }), '401 PROOF_INVALID'],
  ['over since 3 minutes', () => times(-240), '401 TICKET_EXPIRED'],
  ['from 5 minutes ahead', () => times(300), '401 CLOCK_SKEW'],
  ['not before 5 minutes ahead', () => ({ nbf: now() + 300 }), '401 CLOCK_SKEW'],
  ['made 5 minutes ahead', () => ({ ...times(300), nbf: now() }), '401 CLOCK_SKEW'],
  ['with an argument hash', () => ({ argh: '0'.repeat(64) }), '403 ARGUMENTS_CHANGED'],
])('a ticket %s says what is wrong', async (_, over, code) => {
  const fresh = await startAgent()
  const ticket = fresh.server.ticket(fresh.claims(over()))
  const { status, json } = await fresh.send('/v1/session', { body: { ticket } })
  expect(`${status} ${json.code}`).toBe(code)
  await fresh.stop()
})

test('longer than 4 kB is not even read', async () => {
  const { status, json } = await agent.send('/v1/session', { body: { ticket: `${'a'.repeat(5000)}.b.c` } })
  expect([status, json.code]).toEqual([422, 'ARGS_INVALID'])
})

test('a clock 100 s off is tolerated, once; both keys of a key change are good', async () => {
  const second = makeServer('k2')
  const fresh = await startAgent({ policy: { serverKeys: [agent.server.key, second.key] }, server: agent.server })
  for (const [server, late] of [
    [agent.server, 100],
    [second, -100],
  ] as const) {
    const at = now() + late
    const ticket = server.ticket(fresh.claims({ iat: at, nbf: at, exp: at + 60 }))
    expect((await fresh.send('/v1/session', { body: { ticket } })).json.ok).toBe(true)
    expect((await fresh.send('/v1/session', { body: { ticket } })).json.code).toBe('TICKET_REPLAYED')
  }
  await fresh.stop()
})

test('a ticket opens one session, also after a restart', async () => {
  const first = await startAgent()
  const { server, browser, folder } = first
  const ticket = server.ticket(first.claims())
  expect((await first.send('/v1/session', { body: { ticket } })).json.ok).toBe(true)
  const again = await first.send('/v1/session', { body: { ticket } })
  expect(again.json.code).toBe('TICKET_REPLAYED')
  expect(again.headers.get('www-authenticate')).toBe('Agent error="ticket_replayed"')
  await first.stop(true)
  const second = await startAgent({ folder, server, browser })
  expect((await second.send('/v1/session', { body: { ticket } })).json.code).toBe('TICKET_REPLAYED')
  await second.stop()
})

test('a refused ticket is not spent', async () => {
  const ticket = agent.server.ticket(agent.claims())
  const foreign = makeBrowser()
  const body = JSON.stringify({ args: { ticket } })
  const proof = foreign.proof({ htm: 'POST', htu: `${agent.base}/v1/session`, body, nowMs: agent.gateway.clock() })
  expect((await agent.send('/v1/session', { body: { ticket }, proof })).json.code).toBe('PROOF_INVALID')
  expect(await open(ticket)).toBe('ok')
})

test('a spent ticket is forgotten when no clock could make it acceptable any more, and not before', () => {
  const database = openDatabase(':memory:')
  const spent = new SpentTickets(database)
  const kept = () => database.prepare('select count(*) as n from spent_ticket').get()?.n
  const over = 300_000 // 60 s of a ticket and 120 s of a clock to either side
  expect([spent.spend('a', 100, 0), spent.spend('b', over, 99), spent.spend('a', 100, 99)]).toEqual([true, true, false])
  expect([spent.spend('a', 100, 99 + over), kept()]).toEqual([false, 2])
  expect([spent.spend('c', 2 * over, 100 + over), kept()]).toEqual([true, 2])
  database.close()
})

test('a ticket is spent and what is over forgotten in one commit, for which a card waits', () => {
  const database = openDatabase(':memory:')
  const spent = new SpentTickets(database)
  spent.spend('a', 100, 0)
  database.exec(`create trigger full before insert on spent_ticket begin select raise(abort, 'full'); end`)
  expect(() => spent.spend('b', 1_000_000, 900_000)).toThrow('full')
  expect(database.prepare('select jti from spent_ticket').all()).toEqual([{ jti: 'a' }])
  database.exec('drop trigger full')
  expect(spent.spend('b', 1_000_000, 900_000)).toBe(true)
  expect(database.prepare('select jti from spent_ticket').all()).toEqual([{ jti: 'b' }])
  database.close()
})

test('a spent ticket is known, though the clock was three minutes ahead meanwhile and is set right', async () => {
  const fresh = await startAgent()
  const [first, second] = [fresh.server.ticket(fresh.claims()), fresh.server.ticket(fresh.claims())]
  const code = async (ticket: string) => (await fresh.send('/v1/session', { body: { ticket } })).json.code
  expect(await code(first)).toBeUndefined()
  // The server's clock goes on as it does, only this PC's is set.
  fresh.setClock(170_000)
  fresh.pass(9_000)
  const iat = Math.floor(fresh.gateway.clock() / 1000) - 170
  const late = fresh.server.ticket(fresh.claims({ iat, nbf: iat, exp: iat + 60 }))
  expect(await code(late)).toBeUndefined()
  fresh.pass(2_000)
  expect(await code(fresh.server.ticket(fresh.claims({ iat: iat + 2, nbf: iat + 2, exp: iat + 62 })))).toBeUndefined()
  fresh.setClock(-170_000)
  expect(await code(first)).toBe('TICKET_REPLAYED')
  expect(await code(second)).toBeUndefined()
  await fresh.stop()
})

test('a server key of another kind verifies nothing', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = { kid: 'r', publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url') }
  const broken = { kid: 'x', publicKey: 'AAAA' }
  const fresh = await startAgent({ policy: { serverKeys: [agent.server.key, other, broken] }, server: agent.server })
  for (const kid of ['r', 'x']) {
    const ticket = agent.server.jws(JSON.stringify({ ...agent.server.header, kid }), JSON.stringify(fresh.claims()))
    expect((await fresh.send('/v1/session', { body: { ticket } })).json.code).toBe('TICKET_INVALID')
  }
  await fresh.stop()
})

test.each([
  ['{"a":1,"b":{"a":2}}', false],
  ['[{"a":1},{"a":2}]', false],
  ['{"a":"\\"a\\":1","b":"{"}', false],
  ['{"a":1,"a":2}', true],
  ['{"b":[{"a":1,"a":2}]}', true],
  ['{"a":1,"\\u0061":2}', true],
])('duplicate keys of %s: %s', (json, duplicate) => {
  expect(hasDuplicateKeys(json)).toBe(duplicate)
})
