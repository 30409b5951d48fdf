import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '@yibao/shared/agent/cloud.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { startCloud } from '../gateway/test/fake-cloud.ts'
import { makeServer } from '../gateway/test/keys.ts'
import { CloudLink } from './cloud-link.ts'
import type { DriverPackages } from './driver-packages.ts'
import { loadIdentity } from './identity.ts'
import { PolicyStore } from './policy-store.ts'
import { ServerClient } from './server-client.ts'

let folder = ''
let cloud: Awaited<ReturnType<typeof startCloud>>
const server = makeServer()
const links: CloudLink[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'yibao-cloud-'))
  cloud = await startCloud(server)
})
afterEach(async () => {
  for (const link of links.splice(0)) await link.stop()
  await cloud.stop()
  rmSync(folder, { recursive: true })
})

const setUp = (enrolCode?: string, serverUrl = cloud.url, packages?: Pick<DriverPackages, 'sync'>) => {
  const identity = loadIdentity(join(folder, 'keys'))
  const policies = new PolicyStore(join(folder, 'policy.json'), identity.agentId)
  const warnings: string[] = []
  const onEnrolled = vi.fn()
  const link = new CloudLink({
    client: new ServerClient(serverUrl, identity),
    identity,
    policies,
    version: '1.0.0',
    enrolCode,
    told: async () => ({ drivers: [{ id: 'd', version: '1', state: 'ready' }], printers: [] }),
    onEnrolled,
    log: { info: () => {}, warn: (text) => void warnings.push(text) },
    everyMs: 10,
    packages,
  })
  links.push(link)
  return { identity, policies, link, warnings, onEnrolled }
}

test('the key is made once, for its owner only, and names the agent', () => {
  const first = loadIdentity(join(folder, 'keys'))
  expect(first.agentId).toMatch(/^[\w-]{22}$/)
  expect(loadIdentity(join(folder, 'keys')).agentId).toBe(first.agentId)
  expect(statSync(join(folder, 'keys', 'agent.pem')).mode & 0o777).toBe(0o600)
})

test('a one-time code brings the policy, which outlives a restart; then heartbeats', async () => {
  const { policies, link, onEnrolled } = setUp('code-1')
  link.start()
  await vi.waitFor(() => expect(cloud.count(paths.heartbeat)).toBeGreaterThan(1))
  expect(policies.view(Date.now())).toMatchObject({ pairing: 'enrolled', policy: { policyVersion: 1 } })
  expect(onEnrolled).toHaveBeenCalledTimes(1)
  expect(cloud.count(paths.enrol)).toBe(1)
  expect(setUp().policies.current).toEqual(policies.current)
})

test('drivers that a slow line brings keep no heartbeat back, and come once', async () => {
  const sync = vi.fn<DriverPackages['sync']>(
    (_wanted, _settings, signal) =>
      new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason))),
  )
  const { link } = setUp('code-1', cloud.url, { sync })
  Object.assign(cloud.state, { over: { drivers: [] } })
  link.start()
  await vi.waitFor(() => expect(cloud.count(paths.heartbeat)).toBeGreaterThan(3))
  expect(sync).toHaveBeenCalledTimes(1)
  await link.stop()
})

test('a heartbeat that hears of a newer policy fetches it', async () => {
  const { policies, link } = setUp()
  await link.enrol('code-1')
  const changed = vi.fn()
  policies.onChange(changed)
  Object.assign(cloud.state, { policyVersion: 2, over: { origins: ['https://new.example.cn'] } })
  await link.heartbeat()
  expect(policies.current?.origins).toEqual(['https://new.example.cn'])
  expect(changed).toHaveBeenCalledTimes(1)
})

test('older, unsigned, foreign and other agents policies change nothing', async () => {
  const { policies, link } = setUp()
  cloud.state.policyVersion = 5
  await link.enrol('code-1')
  const stranger = makeServer(server.kid)
  for (const state of [
    { policyVersion: 4 },
    { signer: stranger },
    { signer: makeServer('k9') },
    { over: { agentId: 'A'.repeat(22) } },
    { over: { origins: ['https://a.cn/'] } },
  ]) {
    Object.assign(cloud.state, { policyVersion: 6, signer: server, over: {}, ...state })
    await expect(link.refresh()).rejects.toThrow()
    expect(policies.current?.policyVersion).toBe(5)
  }
  // A stranger who brings his own key along is refused too: only a known key may introduce the next one.
  Object.assign(cloud.state, { policyVersion: 7, signer: stranger, over: { serverKeys: [stranger.key] } })
  await expect(link.refresh()).rejects.toThrow('not signed by a known key')
  // Nor may he while the server does not know this agent.
  policies.forget()
  await expect(link.refresh()).rejects.toThrow('not signed by a known key')
  expect(policies.current).toBeUndefined()
})

test('whoever binds anew trusts whom the code is from: another server, of other keys and an older policy', async () => {
  const { policies, link } = setUp()
  cloud.state.policyVersion = 5
  await link.enrol('code-1')
  const other = makeServer('k7')
  Object.assign(cloud.state, { policyVersion: 1, signer: other, over: { serverKeys: [other.key] } })
  await link.enrol('code-1')
  expect(policies.current).toMatchObject({ policyVersion: 1, kid: 'k7' })
})

test('the same policy once more is no news, and its copy is there all the same', async () => {
  const { policies, link } = setUp()
  cloud.state.over = { expires: '2099-01-01T00:00:00.000Z' }
  await link.enrol('code-1')
  const changed = vi.fn()
  policies.onChange(changed)
  const copy = join(folder, 'policy.json.former')
  rmSync(copy)
  await link.refresh()
  expect([changed.mock.calls.length, readFileSync(copy, 'utf8')]).toEqual([
    0,
    readFileSync(join(folder, 'policy.json'), 'utf8'),
  ])
})

test('keys change in two steps', async () => {
  const { policies, link } = setUp()
  await link.enrol('code-1')
  const next = makeServer('k2')
  Object.assign(cloud.state, { policyVersion: 2, over: { serverKeys: [server.key, next.key] } })
  await link.refresh()
  Object.assign(cloud.state, { policyVersion: 3, signer: next, over: { serverKeys: [next.key] } })
  await link.refresh()
  expect(policies.current?.serverKeys.map(({ kid }) => kid)).toEqual(['k2'])
})

test('a changed policy file is no policy', async () => {
  const { link, identity } = setUp()
  await link.enrol('code-1')
  const file = join(folder, 'policy.json')
  const forged = readFileSync(file, 'utf8').replace('console.example.cn', 'evil.test')
  writeFileSync(file, forged)
  const store = new PolicyStore(file, identity.agentId)
  expect(store.view(Date.now()).pairing).toBe('unenrolled')
  // The server knows this counter still: nobody has to come and bind it.
  const next = setUp()
  next.link.start()
  await vi.waitFor(() => expect(next.policies.view(Date.now()).pairing).toBe('enrolled'))
})

test('a wrong code ends the tries, a server that is late does not', async () => {
  const wrong = setUp('code-2')
  wrong.link.start()
  await vi.waitFor(() => expect(wrong.warnings).toEqual(['enrolment: 绑定码无效']))
  await wrong.link.stop()
  expect(cloud.count(paths.enrol)).toBe(1)
  const early = setUp('code-1', 'http://127.0.0.1:9')
  early.link.start()
  await vi.waitFor(() => expect(early.warnings.length).toBeGreaterThan(1), 5_000)
  expect(early.policies.current).toBeUndefined()
})

test('a server that forgot us takes us back with a fresh code', async () => {
  await setUp().link.enrol('code-1')
  Object.assign(cloud.state, { knows: false, code: 'code-9' })
  const { link, policies } = setUp('code-9')
  cloud.state.policyVersion = 1
  link.start()
  await vi.waitFor(() => expect(cloud.count(paths.heartbeat)).toBeGreaterThan(0))
  expect(policies.current?.policyVersion).toBe(1)
})

test('an agent that was unbound notices it by itself, drops its policy and only asks rarely whether it is known', async () => {
  const { link, policies } = setUp()
  await link.enrol('code-1')
  const forgotten = vi.fn()
  policies.onForgotten(forgotten)
  link.start()
  await vi.waitFor(() => expect(cloud.count(paths.heartbeat)).toBeGreaterThan(0))
  cloud.state.knows = false
  await vi.waitFor(() => expect(policies.view(Date.now()).pairing).toBe('unenrolled'))
  expect(forgotten).toHaveBeenCalledTimes(1)
  const said = cloud.count(paths.heartbeat)
  const asked = cloud.count(paths.policy)
  await expect.poll(() => cloud.count(paths.policy)).toBeGreaterThanOrEqual(asked + 2)
  await link.stop()
  expect(cloud.count(paths.heartbeat) - said).toBeLessThanOrEqual(1)
  expect(policies.current).toBeUndefined()
  expect(setUp().policies.current, 'also after a restart').toBeUndefined()
})

test('a server that ran on another database for a while finds its counters again, a stranger in its place none', async () => {
  const first = setUp()
  await first.link.enrol('code-1')
  first.link.start()
  cloud.state.knows = false
  await vi.waitFor(() => expect(first.policies.current).toBeUndefined())
  await first.link.stop()
  const { link, policies, warnings } = setUp()
  Object.assign(cloud.state, { knows: true, signer: makeServer(server.kid) })
  link.start()
  await vi.waitFor(() => expect(warnings).toContain('policy: the policy is not signed by a known key'))
  expect(policies.current).toBeUndefined()
  cloud.state.signer = server
  await vi.waitFor(() => expect(policies.view(Date.now()).pairing).toBe('enrolled'))
  await link.stop()
  expect(setUp().policies.current).toEqual(policies.current)
})

test('a refusal for another reason leaves it bound', async () => {
  const { link, policies, identity } = setUp()
  await link.enrol('code-1')
  const other = new CloudLink({
    client: new ServerClient(cloud.url, { ...identity, sign: () => 'x' }),
    identity,
    policies,
    version: '1.0.0',
    enrolCode: undefined,
    told: async () => ({ drivers: [], printers: [] }),
    onEnrolled: () => {},
    log: { info: () => {}, warn: () => {} },
    everyMs: 10,
  })
  links.push(other)
  const before = cloud.seen.length
  other.start()
  await vi.waitFor(() => expect(cloud.seen.length).toBeGreaterThan(before + 2))
  expect(policies.current).toBeDefined()
})

test('a policy counts 30 days beyond its end, then nobody may come', async () => {
  const { policies, link } = setUp()
  await link.enrol('code-1')
  const day = 86_400_000
  expect(policies.view(Date.now() + 59 * day).pairing).toBe('enrolled')
  expect(policies.view(Date.now() + 61 * day)).toMatchObject({ pairing: 'expired', policy: undefined })
})

test('a clock that was a day ahead and was set right is no reason for the server to refuse from then on', async () => {
  const { link, identity } = setUp()
  await link.enrol('code-1')
  const client = new ServerClient(cloud.url, identity)
  const told: number[] = []
  const beat = async () => {
    await client.post(paths.policy, { agentId: identity.agentId, policyVersion: 1 }, z.unknown())
    told.push(cloud.times.at(-1)!)
  }
  const day = 86_400_000
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day })
  try {
    await beat()
    vi.setSystemTime(Date.now() - day)
    const now = Date.now()
    await beat()
    await beat()
    expect(Math.abs(told[1]! - now)).toBeLessThan(1000)
    expect(told[2], 'each time counts once').toBeGreaterThan(told[1]!)
    // Set back by less than the server allows for, it still goes on upwards.
    vi.setSystemTime(now - 60_000)
    await beat()
    expect(told[3]).toBe(told[2]! + 1)
  } finally {
    vi.useRealTimers()
  }
})

test('a fault of this PC while the cloud is asked, a full disk, ends neither the heartbeat nor the agent', async () => {
  const { link, policies, warnings } = setUp()
  await link.enrol('code-1')
  Object.assign(cloud.state, { policyVersion: 2 })
  vi.spyOn(policies, 'accept').mockImplementation(() => {
    throw Object.assign(new Error('no space left for 张三'), { code: 'ENOSPC' })
  })
  link.start()
  await vi.waitFor(() => expect(cloud.count(paths.heartbeat)).toBeGreaterThan(2))
  expect(warnings).toContain('heartbeat: Error ENOSPC')
  expect(warnings.join()).not.toContain('张三')
  vi.restoreAllMocks()
  await vi.waitFor(() => expect(policies.current?.policyVersion).toBe(2))
})

test.each([0, 40])(
  'a key of which only %i bytes are left is put aside: the agent starts, as one to be bound again',
  (length) => {
    const keys = join(folder, 'keys')
    const first = loadIdentity(keys)
    const file = join(keys, 'agent.pem')
    writeFileSync(file, readFileSync(file).subarray(0, length))
    const second = loadIdentity(keys)
    expect(second.agentId).not.toBe(first.agentId)
    expect(loadIdentity(keys).agentId).toBe(second.agentId)
    expect(statSync(`${file}.damaged`).size).toBe(length)
  },
)
