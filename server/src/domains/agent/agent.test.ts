import { createHash, createPublicKey, verify } from 'node:crypto'
import { agentPolicy, paths, policyAnswer } from '@yibao/shared/agent/cloud.ts'
import { argumentHash, canonicalJson, ticketClaims, ticketType } from '@yibao/shared/agent/ticket.ts'
import { agent as calls } from '@yibao/shared/calls/agent.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { enrolledAgent, machine, sendAs, testAgent } from '../../test/agent.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { held, untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { agent as agents } from '../organisation/tables.ts'
import { allowEnrolment } from './enrolment.ts'
import { policyOf as issue } from './policy.ts'

const clock = testClock()
const day = 86_400_000
const server = opened(() => startTestServer({ clock, config: { consoleOrigins: ['http://127.0.0.1:47600'] } }))
// Each request needs a later time than the agent's last one.
beforeEach(() => clock.advance(1000))

const guanqian = storeIdOf('P32050100001')

const signedByServer = (text: string, signature: string) => {
  const key = {
    key: Buffer.from(server.deps.services.tickets.publicKey, 'base64url'),
    format: 'der',
    type: 'spki',
  } as const
  return verify(null, Buffer.from(text), createPublicKey(key), Buffer.from(signature, 'base64url'))
}

const policyOf = (answer: { result: unknown }) => {
  const { policy, policySignature } = policyAnswer.parse(answer.result)
  expect(signedByServer(canonicalJson(policy), policySignature)).toBe(true)
  return policy
}

const heartbeat = {
  version: '1.0.1',
  policyVersion: 1,
  // One whose manifest cannot be read has no version: it must not silence the whole agent.
  drivers: [
    { id: 'sim', version: '1', state: 'ready' },
    { id: 'counter-reader', version: '', state: 'broken' },
  ],
  printers: [],
}

test('a code lets one agent enrol; it gets the signed policy of its stores', async () => {
  const agent = testAgent()
  const { agentId, publicKey } = agent
  await allowEnrolment(server.deps, 'K7Q2-9M', [guanqian])
  const body = { code: 'K7Q2-9M', agentId, publicKey, machine, version: '1.0.0' }
  const policy = policyOf(await sendAs(server, agent, 'enroll', body))
  expect(agentPolicy.parse(policy)).toMatchObject({
    agentId,
    policyVersion: 1,
    stores: ['P32050100001'],
    origins: ['http://127.0.0.1:47600'],
  })
  clock.advance(1000)
  expect((await sendAs(server, agent, 'enroll', body)).success, 'the answer may have been lost').toBe(true)
  const other = testAgent()
  const stolen = { ...body, agentId: other.agentId, publicKey: other.publicKey }
  expect((await sendAs(server, other, 'enroll', stolen)).error?.message).toBe('绑定码不正确或已过期')
})

test('a wrong or old code, a foreign name and a foreign signature do not enrol', async () => {
  const agent = testAgent()
  const { agentId, publicKey } = agent
  await allowEnrolment(server.deps, 'old')
  const body = { code: 'old', agentId, publicKey, machine, version: '1' }
  const named = { ...body, agentId: testAgent().agentId }
  expect((await sendAs(server, agent, 'enroll', named)).error?.message).toBe('助手的请求没有通过校验')
  expect((await sendAs(server, testAgent(), 'enroll', body)).error?.message).toBe('助手的请求没有通过校验')
  expect((await sendAs(server, agent, 'enroll', { ...body, code: 'new' })).error?.message).toBe('绑定码不正确或已过期')
  clock.advance(900_000)
  expect((await sendAs(server, agent, 'enroll', body)).error?.message).toBe('绑定码不正确或已过期')
})

test('policy and heartbeat prove themselves by the key, each time once, within 5 minutes', async () => {
  const agent = await enrolledAgent(server)
  clock.advance(1000)
  const body = { agentId: agent.agentId, ...heartbeat }
  const time = clock().getTime()
  expect((await sendAs(server, agent, 'heartbeat', body, time)).result).toEqual({ policyVersion: 1 })
  expect((await sendAs(server, agent, 'heartbeat', body, time)).success, 'recorded and sent again').toBe(false)
  clock.advance(1000)
  const changed = server.nobody.send(
    calls.heartbeat,
    { ...body, version: '9' },
    agent.prove(paths.heartbeat, body, clock().getTime()),
  )
  expect((await changed).error?.message).toBe('助手的请求没有通过校验')
  for (const off of [-300_001, 300_001])
    expect((await sendAs(server, agent, 'heartbeat', body, clock().getTime() + off)).success).toBe(false)
  const stranger = testAgent()
  const refused = await sendAs(server, stranger, 'policy', { agentId: stranger.agentId, policyVersion: 0 })
  expect(refused.error?.message).toBe('本机助手没有登记')
})

test('clocks that were a day ahead and are set right lock no counter out', async () => {
  const agent = await enrolledAgent(server)
  const beat = (time: number) => sendAs(server, agent, 'heartbeat', { agentId: agent.agentId, ...heartbeat }, time)
  clock.advance(day)
  expect((await beat(clock().getTime())).success).toBe(true)
  clock.advance(-day)
  const time = clock().getTime()
  expect((await beat(time)).success).toBe(true)
  expect((await beat(time)).success, 'each time still counts once').toBe(false)
  expect((await beat(time + 1)).success).toBe(true)
})

test('the policy’s version grows when its content changes and when half of its life is over', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const beat = async () => {
    clock.advance(1000)
    return (await sendAs(server, agent, 'heartbeat', { agentId: agent.agentId, ...heartbeat })).result as {
      policyVersion: number
    }
  }
  expect(await beat()).toEqual({ policyVersion: 1 })
  server.deps.config.erpOrigins.push('http://erp.example')
  expect(await beat()).toEqual({ policyVersion: 2 })
  expect(await beat()).toEqual({ policyVersion: 2 })
  clock.advance(15 * day)
  expect(await beat()).toEqual({ policyVersion: 3 })
  clock.advance(1000)
  const policy = policyOf(await sendAs(server, agent, 'policy', { agentId: agent.agentId, policyVersion: 2 }))
  expect(Date.parse(policy.expires) - clock().getTime()).toBeGreaterThan(29 * day)
  server.deps.config.erpOrigins.pop()
})

test('after a restore from a backup counters take what is changed from then on', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const { agentId } = agent
  const ask = (path: 'heartbeat' | 'policy', body: object) => {
    clock.advance(1000)
    return sendAs(server, agent, path, { agentId, ...body })
  }
  // The backup is of a day when this counter was at 1; it says 7.
  const held = { ...heartbeat, policyVersion: 7 }
  expect((await ask('heartbeat', held)).result).toEqual({ policyVersion: 8 })
  const policy = policyOf(await ask('policy', { policyVersion: 7 }))
  expect([policy.policyVersion, policy.stores]).toEqual([8, ['P32050100001']])
  expect((await ask('heartbeat', { ...held, policyVersion: 8 })).result).toEqual({ policyVersion: 8 })
})

test('what frames the server’s own pages only is in no policy: agents would refuse the whole of it', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const [row] = await server.deps.db.select().from(agents).where(eq(agents.id, agent.agentId))
  const erpOrigins = ['https://*.erp.example', 'http://erp.example', 'erp.example']
  const { policy } = await issue({ ...server.deps, config: { ...server.deps.config, erpOrigins } }, row!)
  expect(agentPolicy.parse(policy).erpOrigins).toEqual(['http://erp.example'])
})

test('of two requests that find the configuration before and after a change, each policy has a version of its own', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const row = async () => (await server.deps.db.select().from(agents).where(eq(agents.id, agent.agentId)))[0]!
  const read = await row()
  const before = { ...server.deps, config: { ...server.deps.config, erpOrigins: ['http://before.example'] } }
  const after = { ...server.deps, config: { ...server.deps.config, erpOrigins: ['http://after.example'] } }
  const policies = [await issue(after, read), await issue(before, read)].map(({ policy }) => policy)
  expect(policies.map(({ policyVersion, erpOrigins }) => [policyVersion, erpOrigins])).toEqual([
    [2, ['http://after.example']],
    [3, ['http://before.example']],
  ])
  expect((await row()).state.policyVersion).toBe(3)
})

test.skipIf(usual !== 'postgres')(
  'enrolled anew, it keeps the version that is issued to it in the same moment',
  async () => {
    const agent = await enrolledAgent(server, [guanqian])
    const { agentId, publicKey } = agent
    const { db } = server.deps
    await allowEnrolment(server.deps, 'anew', [guanqian])
    const issued = sql`${agents.state} || '{"policyVersion": 7}'::jsonb`
    const commit = await held(db, (tx) => tx.update(agents).set({ state: issued }).where(eq(agents.id, agentId)))
    clock.advance(1000)
    const enrolling = sendAs(server, agent, 'enroll', { code: 'anew', agentId, publicKey, machine, version: '1.0.1' })
    await untilWaiting(db, 1)
    await commit()
    expect(policyOf(await enrolling).policyVersion).toBeGreaterThan(6)
  },
)

const claimsOf = (ticket: string) => {
  const [head = '', body = '', signature = ''] = ticket.split('.')
  expect(signedByServer(`${head}.${body}`, signature)).toBe(true)
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toMatchObject({ alg: 'EdDSA', typ: ticketType })
  return ticketClaims.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
}

const wanted = { origin: 'http://127.0.0.1:47600', jkt: 'thumbprint-of-the-browser' }

test('an operator gets a session ticket for the agent of his store, bound to origin and key', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const clerk = await server.as('clerk')
  const { ticket } = await clerk.ok(calls.sessionTicket, { agentId: agent.agentId, ...wanted })
  const me = await server.deps.services.access.userOf(clerk.token)
  expect(claimsOf(ticket)).toMatchObject({
    aud: agent.agentId,
    sub: me?.userId,
    org: 'P32050100001',
    origin: wanted.origin,
    act: ['session'],
    cnf: { jkt: wanted.jkt },
  })
  const again = await clerk.ok(calls.sessionTicket, { agentId: agent.agentId, ...wanted })
  expect(claimsOf(again.ticket).jti).not.toBe(claimsOf(ticket).jti)
})

test('with the ticket goes whether the agent signs its sessions, as its last heartbeat said', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const clerk = await server.as('clerk')
  const signs = async () => (await clerk.ok(calls.sessionTicket, { agentId: agent.agentId, ...wanted })).signs
  const beat = async (more = {}) => {
    clock.advance(1000)
    await sendAs(server, agent, 'heartbeat', { agentId: agent.agentId, ...heartbeat, ...more })
  }
  expect(await signs(), 'it has said nothing yet').toBeUndefined()
  await beat()
  expect(await signs(), 'one of before').toBe(false)
  await beat({ signs: true })
  expect(await signs()).toBe(true)
  await beat()
  expect(await signs(), 'an update that went back').toBe(false)
})

test('another store, another origin, an unknown agent and an administrator get none', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const ask = async (who: string, more = {}) =>
    (await (await server.as(who)).send(calls.sessionTicket, { agentId: agent.agentId, ...wanted, ...more })).error
      ?.message
  expect(await ask('clerk2')).toMatch(/^门店不符/)
  expect(await ask('clerk', { origin: 'http://evil.example' })).toBe('当前网址不在助手的允许名单中')
  expect(await ask('clerk', { agentId: testAgent().agentId })).toBe('本机助手没有登记')
  expect(await ask('area')).toBe('当前账号没有绑定门店')
})

test('an action ticket names verb, arguments and question, and survives a reissued token', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const clerk = await server.as('clerk')
  const { access, tickets } = server.deps.services
  const args = { driver: 'sim-settlement', function: 'settle', b: 2, a: 1 }
  const of = async (token: string) =>
    tickets.action({
      pubSubId: '0192f000-0000-7000-8000-000000000001',
      sessionId: (await access.userOf(token))!.sessionId,
      act: 'dll.call',
      args,
    })
  expect(await of(clerk.token), 'no agent yet').toBe('')
  await clerk.ok(calls.sessionTicket, { agentId: agent.agentId, ...wanted })
  const next = (await access.reissue(clerk.token))!
  for (const token of [clerk.token, next])
    expect(claimsOf(await of(token))).toMatchObject({
      act: ['dll.call:sim-settlement/settle'],
      jti: '0192f000-0000-7000-8000-000000000001',
      org: 'P32050100001',
      argh: argumentHash(args, (text) => createHash('sha256').update(text).digest('hex')),
    })
})
