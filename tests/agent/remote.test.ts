import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runGateway } from '@yibao/agent/gateway/run-gateway.ts'
import { FakeDesk } from '@yibao/agent/gateway/test/fake-desk.ts'
import { memoryInstallation } from '@yibao/agent/update/test/folder.ts'
import { makeReleaseKeys, manifestOf, publicOf, signText, someFiles } from '@yibao/agent/update/test/release.ts'
import { Updates } from '@yibao/agent/update/updates.ts'
import { allowEnrolment } from '@yibao/server/domains/agent/enrolment.ts'
import { releasePiece } from '@yibao/server/domains/release/tables.ts'
import { storeIdOf } from '@yibao/server/seed/organisation.ts'
import { type Client, startTestServer, type TestServer } from '@yibao/server/test/kit.ts'
import { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { upgradeClient } from '@yibao/shared/calls/upgrade-client.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Server and agent on one real line, both in this process: what an administrator asks reaches the counter and comes back.

const folder = mkdtempSync(join(tmpdir(), 'yibao-remote-'))
const keys = makeReleaseKeys()
const files = someFiles()
const place = memoryInstallation('0.1.0', files, keys)
const desk = new FakeDesk()
let restarts = 0
let server: TestServer
let agent: Awaited<ReturnType<typeof runGateway>>
let admin: Client
let agentId = ''

beforeAll(async () => {
  server = await startTestServer()
  await allowEnrolment(server.deps, 'code-1', [storeIdOf('P32050100001')])
  admin = await server.as('admin')
  agent = await runGateway(
    {
      serverUrl: await server.listen(),
      ports: [0],
      folder,
      consoleDir: folder,
      enrolCode: 'code-1',
      logLevel: 'info',
      development: true,
    },
    {
      desk,
      jobs: undefined,
      everyMs: 100,
      logStream: { write: () => {} },
      readLog: () => 'line for 320501199001011238\n',
      restartDesk: () => {
        restarts += 1
      },
      updates: (side) =>
        new Updates({
          ...side,
          installation: place.installation,
        }),
    },
  )
  agentId = agent.gateway.identity.agentId
  await vi.waitFor(async () => expect((await admin.ok(clientMonitor.paged)).items[0]?.desk).toBe('ready'), 10_000)
})
afterAll(async () => {
  await agent.stop()
  // As the server's own stop does: a line that was let go may have opened a connection it never used.
  server.deps.services.lines.close()
  server.app.server.closeAllConnections()
  await server.close()
  for (const one of [folder, place.root]) rmSync(one, { recursive: true, force: true })
})

const ask = async (kind: 'selfTest' | 'log' | 'bundle' | 'restart') => {
  const { commandId } = await admin.ok(clientMonitor.command, { agentId, kind })
  return vi.waitFor(async () => {
    const result = await admin.ok(clientMonitor.commandResult, { commandId })
    expect(['done', 'failed']).toContain(result.state)
    return result
  }, 10_000)
}

test('self-test, redacted log and bundle come back over the line that the agent opened', async () => {
  const { state, text } = await ask('selfTest')
  expect(state).toBe('done')
  expect(text).toMatch(/✓ 绑定：已绑定门店\n✓ 云服务：可以连接.*\n✓ 桌面程序：就绪\n✓ 驱动 demo（demo 1.0.0）：就绪/)
  expect(text).toContain('✓ 打印队列：试运行通过')
  expect((await ask('log')).text).toBe('line for [身份证号]\n')
  const bundle = (await ask('bundle')).text
  expect(JSON.parse(bundle)).toMatchObject({ agentId, pairing: 'enrolled', drivers: [{ id: 'demo' }] })
  expect(bundle).not.toContain('320501199001011238')
})

test('a restart waits until the counter is idle', async () => {
  let finish = () => {}
  const work = new Promise<void>((resolve) => {
    finish = resolve
  })
  const busy = agent.gateway.limiter.run('a clerk', () => work)
  const { commandId } = await admin.ok(clientMonitor.command, { agentId, kind: 'restart' })
  const state = async () => (await admin.ok(clientMonitor.commandResult, { commandId })).state
  await vi.waitFor(async () => expect(await state()).toBe('sent'))
  expect(restarts).toBe(0)
  finish()
  await busy
  await vi.waitFor(async () => expect([await state(), restarts]).toEqual(['done', 1]), 5_000)
})

test('a restart waits for the slip that is just handed to its printer, not for the one that the printer has', async () => {
  const { gateway } = agent
  let printerJob: string | null = null
  gateway.jobs = { list: async () => [{ id: 's1', state: 'printing', printerJob }] } as unknown as typeof gateway.jobs
  const before = restarts
  const { commandId } = await admin.ok(clientMonitor.command, { agentId, kind: 'restart' })
  const state = async () => (await admin.ok(clientMonitor.commandResult, { commandId })).state
  await vi.waitFor(async () => expect(await state()).toBe('sent'))
  expect(restarts).toBe(before)
  printerJob = '17'
  await vi.waitFor(async () => expect([await state(), restarts]).toEqual(['done', before + 1]), 5_000)
  gateway.jobs = undefined
})

test('a published release is fetched and verified, and the updater takes over; progress says so', async () => {
  mkdirSync(join(server.dataDir, 'keys'), { recursive: true })
  writeFileSync(join(server.dataDir, 'keys', 'release-keys.json'), JSON.stringify(publicOf(keys)))
  const signed = signText(JSON.stringify(manifestOf(files, { version: '9.0.0' })), keys.slice(0, 2))
  const { releaseId } = await admin.ok(upgradeClient.add, { signed: JSON.stringify(signed) })
  for (const bytes of Object.values(files)) {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await server.deps.db.insert(releasePiece).values({ sha256, no: 0, bytes }).onConflictDoNothing()
  }
  await admin.ok(upgradeClient.publish, { releaseId, scope: 'all', forced: true })
  await vi.waitFor(() => expect(place.steps).toEqual(['launch']), 10_000)
  const progress = async () => (await admin.ok(upgradeClient.progress, { releaseId })).items[0]
  await vi.waitFor(async () => expect(await progress()).toMatchObject({ state: 'working', detail: '已校验' }), 5_000)
  await admin.ok(upgradeClient.withdraw, { releaseId })
})

test('an agent that was unbound notices it by itself and lets nobody in any more', async () => {
  await admin.ok(clientMonitor.unbind, { agentId })
  await vi.waitFor(() => expect(agent.gateway.policy().pairing).toBe('unenrolled'), 5_000)
  const hello = (await (await fetch(`http://127.0.0.1:${agent.port}/v1/hello`)).json()) as {
    result: { pairing: string }
  }
  expect(hello.result.pairing).toBe('unenrolled')
  await allowEnrolment(server.deps, 'code-2', [storeIdOf('P32050100001')])
  await agent.gateway.enrol('code-2')
  await vi.waitFor(async () => expect((await admin.ok(clientMonitor.paged)).items).toHaveLength(1))
})
