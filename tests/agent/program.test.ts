import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCloud } from '@yibao/agent/gateway/test/fake-cloud.ts'
import { makeServer } from '@yibao/agent/gateway/test/keys.ts'
import request from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// The agent as the program people run: its own process, its own folder, enrolled by a one-time code.

const main = fileURLToPath(import.meta.resolve('@yibao/agent/main.ts'))
const folder = mkdtempSync(join(tmpdir(), 'yibao-program-'))
let cloud: Awaited<ReturnType<typeof startCloud>>
let agent: ChildProcess
let base = ''
let output = ''

const start = (...args: string[]) =>
  spawn(process.execPath, [main, ...args], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      AGENT_PORT: '0',
      SERVER_URL: cloud.url,
      ENROL_CODE: 'code-1',
      CONSOLE_DIR: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

beforeAll(async () => {
  cloud = await startCloud(makeServer())
  agent = start('gateway')
  agent.stdout!.on('data', (chunk) => {
    output += chunk
  })
  base = await vi.waitFor(
    () => {
      const address = /本机助手: (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (!address) throw new Error('not yet')
      return address
    },
    { timeout: 15_000 },
  )
})
afterAll(async () => {
  if (agent.exitCode === null) agent.kill('SIGKILL')
  await cloud.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('it enrols itself, says so in hello, and shows the ERP its token once', async () => {
  await vi.waitFor(
    async () => expect((await request(base).get('/v1/hello')).body.result.pairing).toBe('enrolled'),
    10_000,
  )
  const { body, headers } = await request(base).get('/v1/hello')
  expect(body).toMatchObject({ ok: true, result: { product: 'yibao-agent', protocol: { min: 1, max: 1 } } })
  expect(Object.keys(body.result).sort()).toEqual(['agentId', 'pairing', 'product', 'protocol', 'time', 'version'])
  expect(headers['cache-control']).toBe('no-store')
  await vi.waitFor(() => expect(output).toMatch(/ERP 令牌（只显示这一次，请填入 ERP）: [\w-]{43}\n/))
})

test('it refuses strangers from the first moment', async () => {
  await request(base).get('/v1/hello').set('Host', 'evil.test').expect(403, '')
  await request(base).get('/v1/hello').set('Origin', 'https://evil.test').expect(403)
  await request(base)
    .get('/v1/drivers')
    .set('Origin', 'https://console.example.cn')
    .set('X-Agent-Client', 'console/1')
    .expect(401)
  await request(base).post('/v1/session').set('Origin', 'https://console.example.cn').type('text').send('x').expect(415)
  expect((await request(base).get('/health')).status).toBeOneOf([200, 503])
})

test('a native ERP with the token of the file sends a bill', async () => {
  const token = /令牌.*: ([\w-]{43})/.exec(output)![1]!
  const frame = {
    id: 'f1',
    type: 'bill',
    billNo: 'B1',
    revision: 1,
    body: {
      lines: [{ ownCode: '1', name: '布洛芬缓释胶囊', quantity: '1', price: '18.5', amount: '18.50' }],
      total: '18.50',
      operator: '01',
    },
  }
  const answer = await request(base)
    .post('/v1/erp/frames')
    .set('Authorization', `Bearer ${token}`)
    .send({ args: frame })
  expect(answer.body).toEqual({ ok: true, result: { seq: 1 } })
})

test('what it keeps is for its own account only', () => {
  const kept = readdirSync(join(folder, 'agent'), { recursive: true, encoding: 'utf8' })
  expect(kept).toEqual(
    expect.arrayContaining(['policy.json', 'gateway.sqlite', 'erp-token', join('keys', 'agent.pem')]),
  )
  for (const name of ['policy.json', 'gateway.sqlite', 'erp-token', join('keys', 'agent.pem')])
    expect([name, statSync(join(folder, 'agent', name)).mode & 0o777]).toEqual([name, 0o600])
})

test('a second one on the same folder ends with words, and the first goes on', async () => {
  const second = start('gateway')
  let text = ''
  second.stderr!.on('data', (chunk) => {
    text += chunk
  })
  const [code] = await once(second, 'close')
  expect([code, text]).toEqual([1, expect.stringContaining(`另一个本机助手正在使用 ${join(folder, 'agent')}`)])
  expect(text).not.toContain(' at ')
  expect((await request(base).get('/v1/hello')).status).toBe(200)
})

test('SIGTERM ends it cleanly, and the port is free again', async () => {
  agent.kill('SIGTERM')
  const [code] = await once(agent, 'exit')
  expect(code).toBe(0)
  await expect(fetch(`${base}/v1/hello`)).rejects.toThrow()
})

test('an unknown role ends with 2 and says which there are', async () => {
  const wrong = start('other')
  let text = ''
  wrong.stderr!.on('data', (chunk) => {
    text += chunk
  })
  const [code] = await once(wrong, 'close')
  expect([code, text]).toEqual([2, expect.stringContaining('gateway')])
})
