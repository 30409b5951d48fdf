import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeskProcess } from '@yibao/agent/gateway/desk/process.ts'
import { durableQueue } from '@yibao/agent/gateway/printing/queue.ts'
import { testPage } from '@yibao/agent/gateway/printing/test-page.ts'
import { startAgent, type TestAgent } from '@yibao/agent/gateway/test/agent.ts'
import { selfArguments } from '@yibao/agent/self.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

// Gateway, desk and driver hosts as the processes they are, with the simulated devices that ship with the agent.

const dataDir = mkdtempSync(join(tmpdir(), 'yibao-devices-'))
const folder = join(dataDir, 'agent')
let agent: TestAgent
let desk: DeskProcess
/** What a desk and its hosts take to be ready here and now. */
let startMs = 0
let queue: ReturnType<typeof durableQueue>
let token = ''

beforeAll(async () => {
  // For a desk that is started again too.
  vi.stubEnv('DATA_DIR', dataDir)
  desk = new DeskProcess({ file: process.execPath, args: selfArguments('desk') })
  queue = durableQueue(dataDir, desk, (job) => agent.gateway.events.emit('print.job', job))
  agent = await startAgent({ folder, realDesk: desk, jobs: queue.jobs })
  const begin = performance.now()
  desk.start()
  await vi.waitFor(() => expect(desk.state).toBe('ready'), { timeout: 15_000 })
  startMs = performance.now() - begin
})
// Each test is a session of its own: one alone may not ask so often.
beforeEach(async () => {
  token = (await agent.login()).accessToken
})
afterAll(async () => {
  await agent.stop()
  await queue.stop()
  await desk.stop()
  vi.unstubAllEnvs()
  rmSync(dataDir, { recursive: true, force: true })
})

const call = async (verb: string, path: string, args: Record<string, unknown>, body = args) =>
  (await agent.send(path, { token, body, ticket: agent.actionTicket(verb, args) })).json

test('drivers and printers are those of the desk', async () => {
  const drivers = (await agent.send('/v1/drivers', { method: 'GET', token })).json
  expect(drivers.result.map(({ id }: { id: string }) => id)).toContain('sim-social-card')
  const printers = (await agent.send('/v1/printers', { method: 'GET', token })).json
  expect(printers.ok).toBe(true)
})

test.each(['socialCard', 'idCard'])('a simulated %s is read and signed', async (medium) => {
  const answer = await call('card.read', '/v1/card/read', { medium })
  expect(answer).toMatchObject({ ok: true, agentSignature: expect.any(String) })
  expect(JSON.parse(answer.result)).toMatchObject({ medium, simulated: true })
})

test('a driver that is not there and a function that is not declared', async () => {
  const wrong = (driver: string, name: string) => agent.send(`/v1/dll/${driver}/${name}`, { token, body: {} })
  expect((await wrong('nobody', 'x')).json.code).toBe('DRIVER_UNKNOWN')
  expect((await wrong('sim-social-card', 'x')).json.code).toBe('ARGS_INVALID')
})

const counter = (switches: object) => writeFileSync(join(dataDir, 'simulator.json'), JSON.stringify(switches))

test('a card that only an encryption machine could vouch for is refused at once, with what to do', async () => {
  counter({ card: 'noPsam' })
  const begin = performance.now()
  const answer = await call('card.read', '/v1/card/read', { medium: 'socialCard' })
  expect(answer).toMatchObject({
    ...{ ok: false, code: 'CARD_HSM', retryable: false, detail: { code: -2201 } },
    message: '此卡要由加密机认证（-2201），还没有接通加密机',
    hint: '换电子凭证；请管理员给读卡器装当地的 PSAM 卡',
  })
  expect(performance.now() - begin, 'nobody is waited for').toBeLessThan(5_000)
  counter({})
  expect(await call('card.read', '/v1/card/read', { medium: 'socialCard' })).toMatchObject({ ok: true })
})

test('a desk that is killed while it reads costs that read; the next one succeeds within seconds', async () => {
  counter({ fault: 'hang' })
  const read = () => call('card.read', '/v1/card/read', { medium: 'idCard' })
  const asked = vi.spyOn(desk, 'request')
  const cut = read()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('card.read', expect.anything(), expect.anything()))
  // Answered in the order they come: by now the read has begun.
  const { pid } = (await desk.request('desk.hello', {}, { deadlineMs: 5_000 })) as { pid: number }
  asked.mockRestore()
  process.kill(pid, 'SIGKILL')
  expect(await cut).toMatchObject({ ok: false, code: 'NO_DESK', retryable: true, hint: '约 3 秒后自动重试' })
  counter({})
  const begin = performance.now()
  await vi.waitFor(() => expect(desk.state).toBe('ready'), { timeout: 15_000, interval: 20 })
  expect(await read()).toMatchObject({ ok: true })
  // Half a second is waited before the next one; the read starts its driver's host anew.
  expect(performance.now() - begin).toBeLessThan(1_500 + 3 * startMs)
})

/** Hands a page to the simulated printer; answers how the job stands whenever asked. */
const print = async (id: string) => {
  const { result } = (await agent.send('/v1/printers', { method: 'GET', token })).json
  const printer = result.find((one: { simulated: boolean }) => one.simulated).name
  const path = `/v1/print/jobs?printer=${encodeURIComponent(printer)}`
  const bytes = Buffer.from(testPage('a4', 0))
  const taken = await agent.send(path, { token, bytes, headers: { 'idempotency-key': id } })
  expect(taken.json).toMatchObject({ ok: true, result: { id } })
  return async () => (await agent.send(`/v1/print/jobs/${id}`, { method: 'GET', token })).json.result
}
const simulate = (printer: string) => counter({ printer })
const within = { timeout: 15_000, interval: 200 }

test('a page prints on the simulated printer', async () => {
  const job = await print('slip-1')
  await vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'done' }), within)
})

test.each([
  ['paper', 'PRINTER_PAPER'],
  ['cover', 'PRINTER_COVER'],
  ['offline', 'PRINTER_OFFLINE'],
  ['paused', 'PRINTER_PAUSED'],
] as const)('%s: the job says so, goes on by itself and prints once', async (fault, code) => {
  const told: { id: string; state: string; code?: string }[] = []
  const stop = agent.gateway.events.listen(({ event, data }) => {
    if (event === 'print.job') told.push(data as (typeof told)[number])
  })
  simulate(fault)
  const job = await print(`slip-${fault}`)
  await vi.waitFor(async () => expect(await job()).toMatchObject({ code, printer: 'sim-printer' }), within)
  expect(existsSync(join(dataDir, 'printed', `slip-${fault}.pdf`))).toBe(false)
  simulate('ready')
  await vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'done' }), within)
  expect(await job()).not.toHaveProperty('code')
  stop()
  const news = told.filter(({ id }) => id === `slip-${fault}`)
  expect(news.some((one) => one.code === code)).toBe(true)
  expect(news.filter(({ state }) => state === 'done')).toHaveLength(1)
})
