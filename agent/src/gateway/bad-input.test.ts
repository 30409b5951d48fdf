import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentErrors } from '@yibao/shared/agent/errors.ts'
import { limits } from '@yibao/shared/agent/protocol.ts'
import { type Verb, verbRow, verbs } from '@yibao/shared/agent/verbs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleOrigin, startAgent, type TestAgent } from './test/agent.ts'
import { readable } from './test/socket.ts'

// Bad input on every route of the verb table: `ok: false` with a code and a text a person can read, nothing reaches
// the desk, and nothing is an unforeseen fault.

let agent: TestAgent
beforeAll(async () => {
  agent = await startAgent()
})
afterAll(() => agent.stop())

const names = (Object.keys(verbs) as Verb[]).filter((verb) => !verbRow(verb).page)
const jsonPosts = names.filter((verb) => verbRow(verb).method === 'POST' && verbRow(verb).body !== 'pdf')
/** Those whose arguments are not in the address alone. */
const withArgs = jsonPosts.filter((verb) => verb !== 'session.wsTicket')

/** Bytes as a console would send them, proof included; a session of its own, because requests a minute are counted. */
const post = async (verb: Verb, payload: string, contentType = 'application/json', query = '') => {
  const { accessToken } = agent.gateway.sessions.open({
    kind: 'operator',
    origin: consoleOrigin,
    jkt: agent.browser.jkt,
    sub: 'u1',
    org: 'P1',
  })
  agent.pass(60_000)
  const { method, path, guard } = verbRow(verb)
  // A program of this machine has the token of the file and no origin.
  const admin = guard === 'admin' ? readFileSync(join(agent.folder, 'keys', 'admin-token'), 'utf8').trim() : undefined
  return agent.send(path.replace(/:\w+/g, 'x1') + query, {
    method,
    token: verb === 'session.open' ? undefined : (admin ?? accessToken),
    ...(method === 'POST' && { bytes: Buffer.from(payload) }),
    headers: { 'content-type': contentType, ...(admin !== undefined && { origin: undefined }) },
  })
}

type Sent = Awaited<ReturnType<typeof post>>
const expectRefusal = ({ status, json, text }: Sent, name: string) => {
  expect([name, json?.ok], text).toEqual([name, false])
  expect([name, status >= 400 && status < 500, Object.hasOwn(agentErrors, json.code)]).toEqual([name, true, true])
  expect(json.message, name).toMatch(/[一-鿿]/)
  expect(text, name).not.toMatch(/\bat \/|node_modules|Invalid input/)
  // The heartbeat's own two questions come whenever they like.
  expect(agent.desk.asked.filter(({ verb }) => !['drivers.list', 'print.printers'].includes(verb))).toEqual([])
}

test.each(['{"args":', '[1,2]', '"text"', '7', '{"args":[]}', '{"args":"x"}', '{"args":{},"nobodys":1}'])(
  'a body of %s is refused on every POST',
  async (payload) => {
    for (const verb of jsonPosts) expectRefusal(await post(verb, payload), verb)
  },
)

test('another content type is refused on every POST', async () => {
  for (const verb of jsonPosts)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/pdf'])
      expect([verb, (await post(verb, '{}', type)).json.code]).toEqual([verb, 'CONTENT_TYPE'])
  expect((await post('print.submit', '{}', 'application/json')).json).toMatchObject({ ok: false })
})

test('a body larger than the limit is refused on every POST by its size', async () => {
  const payload = JSON.stringify({ args: { a: 'x'.repeat(limits.body) } })
  for (const verb of jsonPosts) {
    const answer = await post(verb, payload)
    expectRefusal(answer, verb)
    expect([verb, answer.json.code]).toEqual([verb, 'BODY_TOO_LARGE'])
  }
})

test('a bomb of nested lists or objects is refused on every POST', async () => {
  for (const verb of withArgs)
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const depth = Math.floor(limits.body / (open.length + 1)) - 20
      const bomb = `${open.repeat(depth)}1${close.repeat(depth)}`
      expectRefusal(await post(verb, `{"args":{"a":${bomb}}}`), verb)
    }
})

test('what nests deeper than any input of ours goes no further, though its verb takes anything', async () => {
  const { accessToken: token } = await agent.login()
  const call = (levels: number) => {
    const bytes = Buffer.from(`{"args":{"a":${'['.repeat(levels)}1${']'.repeat(levels)}}}`)
    return agent.send('/v1/dll/demo/Version', { token, bytes, headers: { 'content-type': 'application/json' } })
  }
  expect((await call(64)).json).toMatchObject({ ok: false, code: 'ARGS_INVALID' })
  expect(agent.desk.of('dll.call')).toEqual([])
  expect((await call(60)).json.ok).toBe(true)
  agent.desk.asked = []
})

test('wrong types and unknown fields are refused on every POST that names its fields', async () => {
  for (const verb of withArgs)
    for (const wrong of [{ deep: { er: 1 } }, [[1]], true, null]) {
      const args = {
        medium: wrong,
        printer: wrong,
        ticket: wrong,
        id: wrong,
        type: wrong,
        printed: wrong,
        nobodys: wrong,
      }
      expectRefusal(await post(verb, JSON.stringify({ args })), verb)
    }
})

test('a query that no verb knows, or of the wrong form, is refused', async () => {
  for (const verb of names.filter((one) => verbRow(one).method !== 'POST' && one !== 'health')) {
    const answer = await post(verb, '', 'application/json', '?nobodys=1')
    expectRefusal(answer, verb)
    expect([verb, answer.json.code]).toEqual([verb, 'ARGS_INVALID'])
  }
  for (const query of [
    '?since=abc',
    '?since=-1',
    '?since=1&since=2',
    '?since=',
    `?billNo=${'x'.repeat(61)}`,
    '?billNo=',
  ])
    expect([query, (await post('erp.list', '', 'application/json', query)).json.code]).toEqual([query, 'ARGS_INVALID'])
})

test('the socket answers bad requests in the same words and stays open', async () => {
  const { wsTicket } = await agent.login()
  const line = readable(agent.open(wsTicket))
  await line.opened()
  line.send({ type: 'hello', protocol: 1 })
  await line.next()
  const ask = async (verb: string, args: unknown) => {
    line.send({ id: 'r', verb, args })
    return await line.next()
  }
  const wrongs: [string, unknown][] = [
    ['erp.list', { since: 'abc' }],
    ['erp.list', { nobodys: 1 }],
    ['erp.send', { id: 1 }],
    ['print.get', { id: '../x' }],
    ['toString', {}],
    ['__proto__', {}],
  ]
  for (const [verb, args] of wrongs) {
    const answer = await ask(verb, args)
    expect([verb, answer.ok, Object.hasOwn(agentErrors, String(answer.code))]).toEqual([verb, false, true])
    expect(answer.code).not.toBe('INTERNAL')
  }
  line.socket.send(
    `{"id":"r","verb":"dll.call","args":{"driver":"d","function":"f","args":{"a":${'['.repeat(40_000)}1${']'.repeat(40_000)}}}}`,
  )
  expect(await line.next()).toMatchObject({ ok: false, code: 'ARGS_INVALID' })
  const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`)
  const call = (levels: number) => ask('dll.call', { driver: 'demo', function: 'Version', args: { a: deep(levels) } })
  expect(await call(64)).toMatchObject({ ok: false, code: 'ARGS_INVALID' })
  expect(agent.desk.of('dll.call')).toEqual([])
  expect(await call(62), 'this far it is looked at').toMatchObject({ code: 'PROOF_INVALID' })
  line.socket.terminate()
})
