import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { askGateway, probeGateway } from '../update/probe.ts'
import { version } from '../version.ts'
import { startAgent, type TestAgent } from './test/agent.ts'
import { person } from './test/fake-desk.ts'
import { raw } from './test/raw.ts'

let agent: TestAgent
afterEach(() => agent.stop())

const token = () => readFileSync(join(agent.folder, 'keys', 'admin-token'), 'utf8').trim()
const metrics = (headers: Record<string, string> = {}) =>
  raw(agent.port, 'GET', '/metrics', {
    host: `127.0.0.1:${agent.port}`,
    authorization: `Bearer ${token()}`,
    ...headers,
  })

test('who can read the token file reads the metrics; a browser never, whatever it carries', async () => {
  agent = await startAgent()
  expect(statSync(join(agent.folder, 'keys', 'admin-token')).mode & 0o777).toBe(0o600)
  expect(await metrics()).toMatchObject({ status: 200 })
  expect((await metrics({ authorization: 'Bearer x' })).status).toBe(401)
  const { accessToken } = await agent.login()
  expect((await metrics({ authorization: `Bearer ${accessToken}` })).code).toBe('TOKEN_EXPIRED')
  const own = `http://127.0.0.1:${agent.port}`
  const signs: Record<string, string>[] = [
    { origin: own },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-mode': 'navigate' },
    { referer: own },
  ]
  for (const sign of signs) expect((await metrics(sign)).code).toBe('ORIGIN_NOT_ALLOWED')
  const host = { host: `127.0.0.1:${agent.port}`, authorization: `Bearer ${token()}` }
  const post = (type: string) =>
    raw(agent.port, 'POST', '/v1/admin/probe', { ...host, 'content-type': type }, '{"args":{}}')
  expect(await post('application/pdf')).toMatchObject({ status: 415, code: 'CONTENT_TYPE' })
  expect((await post('application/json')).status).toBe(200)
})

test('metrics count by verb and code, and hold nothing of a person', async () => {
  agent = await startAgent()
  const { accessToken } = await agent.login()
  const args = { medium: 'socialCard' }
  const ticket = agent.actionTicket('card.read', args)
  await agent.send('/v1/card/read', { token: accessToken, body: args, ticket })
  agent.desk.refuse('card.read', 'DRIVER_CRASHED')
  await agent.send('/v1/card/read', { token: accessToken, body: args, ticket: agent.actionTicket('card.read', args) })
  agent.desk.emit('driver.crash', { driver: 'demo', fn: 'ReadCard' })
  agent.desk.emit('driver.crash', { driver: `"} ${person.idNumber}`, fn: 'x' })
  const { text } = await metrics()
  expect(text).toContain('yibao_agent_calls_total{verb="card.read",code="ok"} 1')
  expect(text).toContain('yibao_agent_calls_total{verb="card.read",code="DRIVER_CRASHED"} 1')
  expect(text).toContain('yibao_agent_driver_crashes_total{driver="demo"} 1')
  expect(text).toMatch(/yibao_agent_call_ms_bucket\{verb="card\.read",le="\+Inf"\} 2/)
  for (const value of [...Object.values(person), accessToken, ticket]) expect(text).not.toContain(value)
  expect(agent.gateway.metrics.health).toMatchObject({ reads: 2, readFaults: 1, faults: 1 })
  agent.pass(24 * 3600_000)
  expect(agent.gateway.metrics.health, 'a new day').toMatchObject({ reads: 0, faults: 0 })
})

test('the updater’s probe: version, policy, drivers, and a page through the queue to nowhere', async () => {
  agent = await startAgent()
  const report = await askGateway(agent.folder)
  expect(report).toEqual({
    version,
    pairing: 'enrolled',
    policy: true,
    desk: 'ready',
    drivers: [{ id: 'demo', state: 'ready' }],
    print: true,
  })
  expect(readdirSync(agent.folder).filter((name) => name.startsWith('dry-run'))).toEqual([])
  expect(await probeGateway(agent.folder, version, report, 1000)).toBeUndefined()
  expect(await probeGateway(agent.folder, '9.9.9', report, 300)).toBe('HELLO')
  agent.desk.answers['drivers.list'] = []
  expect(await probeGateway(agent.folder, version, report, 300)).toBe('DRIVER demo')
})

test('a desk that is there for a moment with each of its starts is none', async () => {
  agent = await startAgent()
  const report = await askGateway(agent.folder)
  const { dryRun } = agent.gateway
  agent.gateway.dryRun = () => {
    agent.desk.state = agent.desk.state === 'ready' ? 'restarting' : 'ready'
    return dryRun()
  }
  expect(await probeGateway(agent.folder, version, report, 2_000)).toBe('DESK')
})

test('what is no token of a gateway is sent to nobody: the updater may be root, the file may be a link', async () => {
  agent = await startAgent()
  const file = join(agent.folder, 'keys', 'admin-token')
  writeFileSync(file, `${token()}x`)
  expect(await probeGateway(agent.folder, version, undefined, 300)).toBe('HELLO')
  expect(agent.lines.filter((one) => one.includes('/v1/admin/probe'))).toEqual([])
})

test('a policy that is there and cannot be read is a fault of the new version', async () => {
  agent = await startAgent()
  const { folder } = agent
  await agent.stop(true)
  writeFileSync(join(folder, 'policy.json'), '{')
  agent = await startAgent({ folder, unenrolled: true })
  expect(await probeGateway(folder, version, undefined, 300)).toBe('POLICY')
})

test('while the updater is about to come nothing new begins', async () => {
  agent = await startAgent()
  const { accessToken } = await agent.login()
  agent.gateway.closing = true
  const refused = await agent.send('/v1/drivers', { method: 'GET', token: accessToken })
  expect([refused.status, refused.json.code, refused.headers.get('retry-after')]).toEqual([503, 'UPDATING', '3'])
  expect((await fetch(`${agent.base}/v1/hello`)).status).toBe(200)
})
