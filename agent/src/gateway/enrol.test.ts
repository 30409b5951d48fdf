import { afterEach, beforeEach, expect, test } from 'vitest'
import { ServerRefused } from '../cloud/server-client.ts'
import { enrolWith } from './enrol-with.ts'
import { startAgent, type TestAgent } from './test/agent.ts'
import { startCloud } from './test/fake-cloud.ts'
import { makeServer } from './test/keys.ts'

// A new PC: its agent is bound from the page, by whoever stands at it.

let cloud: Awaited<ReturnType<typeof startCloud>>
let agent: TestAgent
beforeEach(async () => {
  const server = makeServer()
  cloud = await startCloud(server)
  cloud.state.over = { origins: [cloud.url] }
  agent = await startAgent({ unenrolled: true, serverUrl: cloud.url, server })
})
afterEach(async () => {
  await agent.stop()
  await cloud.stop()
})

const origin = () => ({ origin: cloud.url })
const pair = async () => {
  const { digits: setupCode } = agent.gateway.setupCodes.issue()
  const { result } = (await agent.send('/v1/session', { body: { setupCode }, headers: origin() })).json
  return result.accessToken as string
}
const ask = async (token: string, path: string, code?: string) =>
  (
    await agent.send(path, {
      token,
      headers: origin(),
      ...(code === undefined ? { method: 'GET' } : { body: { code } }),
    })
  ).json

test('tells how it stands and how it reaches its server', async () => {
  const { result } = await ask(await pair(), '/v1/agent')
  expect(result).toMatchObject({
    pairing: 'unenrolled',
    stores: [],
    desk: 'ready',
    server: { url: cloud.url, reachable: true, ms: expect.any(Number) },
  })
  expect(Math.abs(result.server.skewMs)).toBeLessThan(2000)
})

test('an installed one tells what it finds of itself; what fails or is no installation says nothing of it', async () => {
  const token = await pair()
  const told = async () => (await ask(token, '/v1/agent')).result.checkup
  expect(await told()).toBeUndefined()
  const found = [{ part: 'service', level: 'bad', text: '服务已停止', cure: '运行 agent start' }]
  agent.gateway.checkup = async () => found
  expect(await told()).toEqual(found)
  agent.gateway.checkup = () => Promise.reject(new Error('no'))
  expect(await told()).toBeUndefined()
})

test('a server that is away is told, not thrown', async () => {
  const token = await pair()
  await cloud.stop()
  expect((await ask(token, '/v1/agent')).result.server).toEqual({
    ...{ url: cloud.url, reachable: false, code: 'ECONNREFUSED' },
  })
})

test('the one-time code binds it, and the person goes on with the same session', async () => {
  const token = await pair()
  const { result } = await ask(token, '/v1/agent/enrol', 'code-1')
  expect(result).toMatchObject({ pairing: 'enrolled', stores: ['P32050100001'] })
  expect((await ask(token, '/v1/agent')).result.pairing).toBe('enrolled')
})

test('a policy without the site of the page ends the session', async () => {
  cloud.state.over = { origins: ['https://other.example.cn'] }
  const token = await pair()
  await ask(token, '/v1/agent/enrol', 'code-1')
  expect((await ask(token, '/v1/agent')).code).toBe('ORIGIN_NOT_ALLOWED')
  expect(agent.gateway.sessions.find(token)).toBeUndefined()
})

test('a wrong code is refused with the server’s words, and changes nothing', async () => {
  const token = await pair()
  expect(await ask(token, '/v1/agent/enrol', 'code-2')).toMatchObject({
    code: 'ENROL_REFUSED',
    message: '云服务没有接受绑定（绑定码无效）',
    hint: '请回到「门店」重新登记，再绑定',
  })
  expect((await ask(token, '/v1/agent')).result.pairing).toBe('unenrolled')
})

test('a refusal without a reason is no number to read', async () => {
  const refused = enrolWith({ enrol: () => Promise.reject(new ServerRefused('status 403')) }, 'code')
  await expect(refused).rejects.toMatchObject({ code: 'ENROL_REFUSED', detail: { text: '没有说明原因' } })
})

test('without a way to the server the code is not spent', async () => {
  const token = await pair()
  await cloud.stop()
  expect((await ask(token, '/v1/agent/enrol', 'code-1')).code).toBe('SERVER_UNREACHABLE')
})

test('an operator may look too', async () => {
  const other = await startAgent()
  const { accessToken: token } = await other.login()
  expect((await other.send('/v1/agent', { method: 'GET', token })).json.result.stores).toEqual(['P32050100001'])
  await other.stop()
})
