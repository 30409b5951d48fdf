import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentPolicy } from '@yibao/shared/agent/cloud.ts'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { NotStarted } from '../../process/not-started.ts'
import { enrolledAgent, sendAs, type TestAgent } from '../../test/agent.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { Tickets } from '../auth/tickets.ts'

const clock = testClock()
let agent: TestAgent
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  agent = await enrolledAgent(server)
})

/** What a server that starts now tells the agent. */
const policyAfterStart = async () => {
  const { db, config, services } = server.deps
  services.tickets = new Tickets(db, clock, config.dataDir)
  clock.advance(1000)
  const { result } = await sendAs(server, agent, 'policy', { agentId: agent.agentId, policyVersion: 0 })
  return (result as { policy: AgentPolicy }).policy
}

test('a key changes in three starts, and at each of them agents know the key that signs next', async () => {
  const before = await policyAfterStart()
  const old = before.kid
  expect(before.serverKeys.map(({ kid }) => kid)).toEqual([old])

  const keys = join(server.dataDir, 'keys')
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(join(keys, 'ticket-next.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const both = await policyAfterStart()
  const next = both.serverKeys.find(({ kid }) => kid !== old)?.kid
  expect([both.kid, both.serverKeys.length, both.policyVersion > before.policyVersion]).toEqual([old, 2, true])

  renameSync(join(keys, 'ticket.pem'), join(keys, 'ticket-old.pem'))
  renameSync(join(keys, 'ticket-next.pem'), join(keys, 'ticket.pem'))
  const changed = await policyAfterStart()
  expect([changed.kid, changed.serverKeys]).toEqual([next, both.serverKeys])
  // A node whose turn comes later still signs with the old one: a new version with each answer would end all sessions.
  expect(changed.policyVersion).toBe(both.policyVersion)

  renameSync(join(keys, 'ticket-old.pem'), join(keys, 'retired.pem'))
  expect((await policyAfterStart()).serverKeys.map(({ kid }) => kid)).toEqual([next])
})

test('two nodes whose origins are set in another order tell agents the same: a new policy ends the sessions at a counter', async () => {
  const { config } = server.deps
  const { consoleOrigins, erpOrigins } = config
  onTestFinished(() => void Object.assign(config, { consoleOrigins, erpOrigins }))
  Object.assign(config, {
    consoleOrigins: ['https://b.example', 'https://a.example'],
    erpOrigins: ['https://erp-b.example', 'https://erp-a.example'],
  })
  const one = await policyAfterStart()
  Object.assign(config, {
    consoleOrigins: config.consoleOrigins.toReversed(),
    erpOrigins: config.erpOrigins.toReversed(),
  })
  expect((await policyAfterStart()).policyVersion).toBe(one.policyVersion)
})

test.each([
  ['text', () => 'no key'],
  // Node signs with it as readily, and every agent would refuse what it signed.
  [
    'a key of another kind',
    () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }),
  ],
])('%s beside the key starts no server, and says how to make one', (_, content) => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-keys-'))
  mkdirSync(join(folder, 'keys'))
  writeFileSync(join(folder, 'keys', 'ticket-next.pem'), content())
  const start = () => new Tickets(server.deps.db, clock, folder)
  expect(start).toThrow(NotStarted)
  expect(start).toThrow(/ticket-next\.pem.*openssl genpkey -algorithm ed25519/)
  rmSync(folder, { recursive: true })
})
