import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import { limits } from '@yibao/shared/agent/protocol.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startAgent, store, type TestAgent } from './test/agent.ts'
import { person } from './test/fake-desk.ts'
import { readable } from './test/socket.ts'

// The same verbs and the same rules over both transports: one set of tests, run twice.

let agent: TestAgent
let token = ''
let stop = () => {}
/** Another store of the same policy. */
const sister = 'P32050100002'
beforeAll(async () => {
  agent = await startAgent({ policy: { stores: [store, sister] } })
})
afterAll(() => agent.stop())

type Args = Record<string, unknown>
interface Extra {
  ticket?: string
  /** no proof at all */
  unproven?: boolean
}
type Body = {
  ok: boolean
  code?: string
  result?: unknown
  agentSignature?: string
  outcome?: string
  message?: string
  detail?: unknown
}
type Ask = (verb: string, args: Args, extra?: Extra) => Promise<Body>

const paths: Record<string, (args: Args) => [path: string, body: Args]> = {
  'card.read': (args) => ['/v1/card/read', args],
  'card.pin.verify': (args) => ['/v1/card/pin/verify', args],
  'card.pin.change': (args) => ['/v1/card/pin/change', args],
  'dll.call': ({ driver, function: name, args }) => [`/v1/dll/${driver}/${name}`, args as Args],
  'driver.repair': ({ driver }) => [`/v1/drivers/${driver}/repair`, {}],
}

const byHttp = async (): Promise<Ask> => {
  token = (await agent.login()).accessToken
  return async (verb, args, { ticket, unproven } = {}) => {
    const [path, body] = paths[verb]!(args)
    return (await agent.send(path, { token, body, ticket, proof: !unproven })).json
  }
}

const bySocket = async (): Promise<Ask> => {
  const session = await agent.login()
  const line = readable(agent.open(session.wsTicket))
  stop = () => line.socket.terminate()
  await line.opened()
  line.send({ type: 'hello', protocol: 1 })
  await line.next()
  return async (verb, args, { ticket, unproven } = {}) => {
    const proof = unproven ? undefined : agent.socketProof(verb, args, session.accessToken)
    line.send({ id: 'r1', verb, args, ticket, proof })
    const { id, ...rest } = await line.next()
    expect(id).toBe('r1')
    return rest as Body
  }
}

describe.each([
  ['HTTP', byHttp],
  ['socket', bySocket],
])('over %s', (_, connect) => {
  let ask: Ask
  beforeEach(async () => {
    agent.desk.asked = []
    ask = await connect()
  })
  afterEach(() => stop())

  const read = { medium: 'socialCard' }

  test('a card read needs the ticket of the server and comes back signed', async () => {
    expect(await ask('card.read', read)).toMatchObject({ ok: false, code: 'ACTION_TICKET_REQUIRED' })
    const ticket = agent.actionTicket('card.read', read, { jti: randomUUID() })
    const answer = await ask('card.read', read, { ticket })
    expect(answer.ok).toBe(true)
    const result = String(answer.result)
    expect(JSON.parse(result).card).toEqual(person)
    const { jti } = JSON.parse(Buffer.from(ticket.split('.')[1]!, 'base64url').toString())
    const text = `${jti}.${createHash('sha256').update(result).digest('hex')}`
    const key = createPublicKey({
      key: Buffer.from(agent.gateway.identity.publicKey, 'base64url'),
      format: 'der',
      type: 'spki',
    })
    expect(verify(null, Buffer.from(text), key, Buffer.from(answer.agentSignature!, 'base64url'))).toBe(true)
    // Once: the next customer's card needs the next ticket.
    expect(await ask('card.read', read, { ticket })).toMatchObject({ code: 'TICKET_REPLAYED' })
    expect(agent.desk.of('card.read')).toHaveLength(1)
  })

  test('a ticket is for its verb, its arguments, its operator and its store', async () => {
    const other = { medium: 'idCard' }
    const wrong: [ticket: string, code: string][] = [
      [agent.actionTicket('card.read', other), 'ARGUMENTS_CHANGED'],
      [agent.actionTicket('card.pin.verify', read), 'TICKET_INVALID'],
      [agent.server.ticket(agent.claims()), 'TICKET_INVALID'],
      [agent.actionTicket('card.read', read, { sub: 'u2' }), 'TICKET_INVALID'],
      [agent.actionTicket('card.read', read, { org: sister }), 'TICKET_INVALID'],
      [agent.actionTicket('card.read', read, { origin: agent.base }), 'TICKET_INVALID'],
      [agent.actionTicket('card.read', read, { argh: undefined }), 'ARGUMENTS_CHANGED'],
    ]
    for (const [ticket, code] of wrong)
      expect(await ask('card.read', read, { ticket })).toMatchObject({ ok: false, code })
    expect(agent.desk.of('card.read')).toEqual([])
  })

  test('neither a PIN nor a function that moves money or names a person is asked for without its ticket', async () => {
    const driver = (name: string) => ({ driver: 'demo', function: name, args: {} })
    for (const [verb, args] of [
      ['card.pin.verify', { pin: '123456' }],
      ['card.pin.change', { pin: '123456', newPin: '654321' }],
      ['dll.call', driver('ReadCard')],
      ['dll.call', driver('Settle')],
    ] as const)
      expect(await ask(verb, args), verb).toMatchObject({ ok: false, code: 'ACTION_TICKET_REQUIRED' })
    expect(agent.desk.asked.map(({ verb }) => verb).filter((verb) => verb !== 'drivers.list')).toEqual([])
  })

  test('risky verbs need the browser to sign', async () => {
    const ticket = agent.actionTicket('card.read', read)
    expect(await ask('card.read', read, { ticket, unproven: true })).toMatchObject({ code: 'PROOF_INVALID' })
    expect(await ask('driver.repair', { driver: 'demo' }, { unproven: true })).toMatchObject({ code: 'PROOF_INVALID' })
  })

  test('a driver function needs a ticket unless it only reads the device', async () => {
    const call = (name: string) => ({ driver: 'demo', function: name, args: { port: 1 } })
    expect(await ask('dll.call', call('Version'))).toMatchObject({ ok: true, result: { returned: 0 } })
    expect(agent.desk.of('dll.call')[0]!.args).toEqual({
      ...{ driver: 'demo', fn: 'Version', args: { port: 1 } },
      class: 'read',
    })
    for (const name of ['ReadCard', 'Settle']) {
      expect(await ask('dll.call', call(name))).toMatchObject({ code: 'ACTION_TICKET_REQUIRED' })
      const ticket = agent.actionTicket('dll.call', call(name))
      expect(await ask('dll.call', { ...call(name), args: { port: 2 } }, { ticket })).toMatchObject({
        code: 'ARGUMENTS_CHANGED',
      })
      expect(await ask('dll.call', call(name), { ticket })).toMatchObject({
        ok: true,
        agentSignature: expect.any(String),
      })
    }
    const elsewhere = agent.actionTicket('dll.call', call('ReadCard'))
    expect(await ask('dll.call', call('Settle'), { ticket: elsewhere })).toMatchObject({ code: 'TICKET_INVALID' })
    expect(await ask('dll.call', { ...call('Version'), driver: 'other' })).toMatchObject({ code: 'DRIVER_UNKNOWN' })
    expect(await ask('dll.call', call('Format'))).toMatchObject({ code: 'ARGS_INVALID' })
  })

  test('a library is waited for as long as its manifest may allow it', async () => {
    const args = { driver: 'demo', function: 'Settle', args: {} }
    await ask('dll.call', args, { ticket: agent.actionTicket('dll.call', args) })
    expect(agent.desk.of('dll.call')[0]!.deadlineMs).toBeGreaterThan(limits.callMs)
  })

  test.each([
    ...(['NO_DESK', 'DRIVER_TIMEOUT', 'DRIVER_CRASHED', 'DRIVER_OVERRUN'] as const),
    ...(['DRIVER_GARBLED', 'DRIVER_EMPTY', 'INTERNAL'] as const),
  ])('money: %s after sending is an unknown outcome, asked once', async (code) => {
    const args = { driver: 'demo', function: 'Settle', args: {} }
    agent.desk.refuse('dll.call', code)
    const answer = await ask('dll.call', args, { ticket: agent.actionTicket('dll.call', args) })
    expect(answer).toMatchObject({ ok: false, code: 'OUTCOME_UNKNOWN', outcome: 'unknown', retryable: false })
    expect(agent.desk.of('dll.call')).toHaveLength(1)
  })

  test('money: what certainly did not happen is said so', async () => {
    const args = { driver: 'demo', function: 'Settle', args: {} }
    agent.desk.refuse('dll.call', 'DRIVER_BUSY')
    expect(await ask('dll.call', args, { ticket: agent.actionTicket('dll.call', args) })).toMatchObject({
      code: 'DRIVER_BUSY',
    })
    agent.desk.refuse('dll.call', 'NO_DESK', {}, false)
    expect(await ask('dll.call', args, { ticket: agent.actionTicket('dll.call', args) })).toMatchObject({
      code: 'NO_DESK',
    })
  })

  test('without a desk nothing is spent', async () => {
    const ticket = agent.actionTicket('card.read', read)
    agent.desk.state = 'restarting'
    expect(await ask('card.read', read, { ticket })).toMatchObject({ code: 'NO_DESK', retryable: true })
    agent.desk.state = 'ready'
    expect(await ask('card.read', read, { ticket })).toMatchObject({ ok: true })
  })

  test('a fault speaks in the operator words, with what the text names and no more', async () => {
    const args = { pin: '246813' }
    agent.desk.refuse('card.pin.verify', 'PIN_WRONG', { left: 2, text: person.idNumber })
    const answer = await ask('card.pin.verify', args, { ticket: agent.actionTicket('card.pin.verify', args) })
    expect(answer).toMatchObject({ message: '密码不正确，还可输入 2 次', detail: { left: 2 } })
    expect(JSON.stringify(answer)).not.toContain(person.idNumber)
  })
})

test('manifests are asked for once; a changed one counts from the next call', async () => {
  agent.desk.asked = []
  const ask = await byHttp()
  const version = { driver: 'demo', function: 'Version', args: {} }
  const drivers = agent.desk.answers['drivers.list']
  agent.desk.emit('driver.state', { driver: 'demo' })
  for (let i = 0; i < 3; i++) expect(await ask('dll.call', version)).toMatchObject({ ok: true })
  expect(agent.desk.of('drivers.list')).toHaveLength(1)
  const functions = [{ name: 'Version', class: 'money' }]
  agent.desk.answers['drivers.list'] = [{ id: 'demo', version: '1.0.1', state: 'ready', functions }]
  agent.desk.emit('driver.state', { driver: 'demo' })
  expect(await ask('dll.call', version)).toMatchObject({ code: 'ACTION_TICKET_REQUIRED' })
  agent.desk.answers['drivers.list'] = drivers
  agent.desk.emit('driver.state', { driver: 'demo' })
})

test('a function that comes to move money between the two looks at its class is not called without a ticket', async () => {
  agent.desk.asked = []
  const ask = await byHttp()
  const drivers = agent.desk.answers['drivers.list']
  const { request } = agent.desk
  agent.desk.emit('driver.state', { driver: 'demo' })
  try {
    agent.desk.request = async (verb, ...rest) => {
      const answer = await request.call(agent.desk, verb, ...rest)
      const functions = [{ name: 'Version', class: 'money' }]
      // Another package comes in the moment after the first look.
      agent.desk.answers['drivers.list'] = [{ id: 'demo', version: '1.0.1', state: 'ready', functions }]
      if (verb === 'drivers.list') agent.gateway.classes.forget()
      return answer
    }
    expect(await ask('dll.call', { driver: 'demo', function: 'Version', args: {} })).toMatchObject({
      code: 'ACTION_TICKET_REQUIRED',
    })
    expect(agent.desk.of('dll.call')).toEqual([])
  } finally {
    agent.desk.request = request
    agent.desk.answers['drivers.list'] = drivers
    agent.desk.emit('driver.state', { driver: 'demo' })
  }
})

test('a session that ends in the middle of a money call still hears how it ended, and begins no other', async () => {
  const { accessToken } = await agent.login()
  const args = { driver: 'demo', function: 'Settle', args: {} }
  const settle = () =>
    agent.send('/v1/dll/demo/Settle', { token: accessToken, body: {}, ticket: agent.actionTicket('dll.call', args) })
  const { request } = agent.desk
  try {
    let end = (_: unknown) => {}
    const begun = new Promise<void>((resolve) => {
      agent.desk.request = (verb, ...rest) => {
        if (verb !== 'dll.call') return request.call(agent.desk, verb, ...rest)
        resolve()
        return new Promise((answer) => {
          end = answer
        })
      }
    })
    const answer = settle()
    await begun
    agent.gateway.sessions.closeAll()
    end({ returned: 0 })
    expect((await answer).json).toMatchObject({
      ok: true,
      result: '{"returned":0}',
      agentSignature: expect.any(String),
    })
    expect((await settle()).json).toMatchObject({ ok: false, code: 'TOKEN_EXPIRED' })
  } finally {
    agent.desk.request = request
  }
})
