import type { AgentPolicy } from '@yibao/shared/agent/cloud.ts'
import { cardReadDll } from '@yibao/shared/calls/driver-package.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { enrolledAgent, sendAs, type TestAgent } from '../../test/agent.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { held, untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { agent as agentTable } from '../organisation/tables.ts'
import { driverFile, driverPackage } from './tables.ts'
import { bring, readerManifest, readerZip } from './test/packages.ts'

// What a driver is started with at one counter, from the page to the signed policy.

const clock = testClock()
let admin: Client
let agent: TestAgent
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  admin = await server.as('admin')
})
beforeEach(async () => {
  for (const table of [agentTable, driverPackage, driverFile]) await server.deps.db.delete(table)
  const settings = {
    url: { title: '前置机地址', default: 'http://127.0.0.1' },
    key: { title: '网关密钥', default: '', secret: true },
  }
  const { result } = await bring(server, admin, readerZip(readerManifest({ settings })))
  await admin.ok(cardReadDll.enable, { id: result.id })
  agent = await enrolledAgent(server, [storeIdOf('P32050100001')])
})

const which = () => ({ agentId: agent.agentId, driverId: 'acme-reader' })
const save = (values: Record<string, string>, clear?: string[]) =>
  admin.ok(cardReadDll.saveSettings, { ...which(), values, clear })
const policyNow = async (of = agent) => {
  clock.advance(1000)
  const { result } = await sendAs(server, of, 'policy', { agentId: of.agentId, policyVersion: 0 })
  return (result as unknown as { policy: AgentPolicy }).policy
}

test('what is set for a counter reaches it and no other one by its policy, which grows by it', async () => {
  const other = await enrolledAgent(server, [storeIdOf('P32050100001')])
  const before = await policyNow()
  expect(before).not.toHaveProperty('driverSettings')
  await save({ url: ' http://10.0.0.9 ', key: 'K-135790' })
  const after = await policyNow()
  expect(after.driverSettings).toEqual({ 'acme-reader': { url: 'http://10.0.0.9', key: 'K-135790' } })
  expect(after.policyVersion).toBeGreaterThan(before.policyVersion)
  expect(await policyNow(other)).not.toHaveProperty('driverSettings')
})

test('a secret is kept sealed, never shown again, and stays until another one is written', async () => {
  await save({ key: 'K-135790' })
  const { fields } = await save({ url: 'http://10.0.0.9', key: '' })
  expect(fields).toEqual([
    {
      name: 'url',
      title: '前置机地址',
      value: 'http://10.0.0.9',
      standard: 'http://127.0.0.1',
      secret: false,
      own: true,
    },
    { name: 'key', title: '网关密钥', value: '', standard: '', secret: true, own: true },
  ])
  expect((await policyNow()).driverSettings?.['acme-reader']?.key).toBe('K-135790')
  const [row] = await server.deps.db.select().from(agentTable)
  const [line] = await server.deps.db
    .select()
    .from(operationLog)
    .where(eq(operationLog.call, 'cardReadDll.saveSettings'))
  expect(JSON.stringify([row?.driverSettings, line])).not.toMatch(/135790|10\.0\.0\.9/)
  expect(line).toMatchObject({ ok: true, target: expect.stringContaining('acme-reader') })
})

test('empty is the package’s own again', async () => {
  await save({ url: 'http://10.0.0.9' })
  const { fields } = await save({ url: '' })
  expect(fields[0]).toMatchObject({ value: '', standard: 'http://127.0.0.1', own: false })
  expect(await policyNow()).not.toHaveProperty('driverSettings')
})

test('a secret that is cleared is the package’s own again, and what stands beside it stays', async () => {
  await save({ url: 'http://10.0.0.9', key: 'K-135790' })
  const { fields } = await save({}, ['key'])
  expect(fields.map(({ name, value, own }) => [name, value, own])).toEqual([
    ['url', 'http://10.0.0.9', true],
    ['key', '', false],
  ])
  expect((await policyNow()).driverSettings).toEqual({ 'acme-reader': { url: 'http://10.0.0.9' } })
  const lines = await server.deps.db
    .select()
    .from(operationLog)
    .where(eq(operationLog.call, 'cardReadDll.saveSettings'))
  expect(lines.map(({ record }) => record.after)).toContainEqual({ 参数: 'url', 恢复: 'key' })
  await save({}, ['url'])
  expect(await policyNow()).not.toHaveProperty('driverSettings')
})

test('saved over what somebody else saved since it was read: told, and nothing is changed', async () => {
  const { mark: seen } = await admin.ok(cardReadDll.settings, which())
  const first = await save({ url: 'http://10.0.0.9', key: 'K-135790' })
  const mine = { ...which(), values: { url: 'http://10.0.0.8' } }
  const second = await admin.send(cardReadDll.saveSettings, { ...mine, seen })
  expect(second.error?.message).toBe('这台电脑的驱动参数刚被别人修改，这次没有保存')
  expect((await policyNow()).driverSettings).toEqual({ 'acme-reader': { url: 'http://10.0.0.9', key: 'K-135790' } })
  const { mark } = await admin.ok(cardReadDll.settings, which())
  expect(mark).toBe(first.mark)
  await admin.ok(cardReadDll.saveSettings, { ...mine, seen: mark })
  expect((await policyNow()).driverSettings).toEqual({ 'acme-reader': { url: 'http://10.0.0.8', key: 'K-135790' } })
})

test.skipIf(usual !== 'postgres')('two who save different ones in the same moment: both stand', async () => {
  const sealed = server.deps.services.vault.seal('http://10.0.0.9')
  const commit = await held(server.deps.db, (tx) =>
    tx
      .update(agentTable)
      .set({ driverSettings: { 'acme-reader': { url: sealed } } })
      .where(eq(agentTable.id, agent.agentId)),
  )
  const answer = save({ key: 'K-135790' })
  await untilWaiting(server.deps.db, 1)
  await commit()
  await answer
  expect((await policyNow()).driverSettings).toEqual({ 'acme-reader': { url: 'http://10.0.0.9', key: 'K-135790' } })
})

test('what is to be cleared and written at once, or is no setting, changes nothing', async () => {
  await save({ key: 'K-135790' })
  const refused = async (values: Record<string, string>, clear: string[]) =>
    (await admin.send(cardReadDll.saveSettings, { ...which(), values, clear })).error?.message
  expect(await refused({ key: 'K-2' }, ['key'])).toContain('不能同时填写又恢复')
  expect(await refused({}, ['nobodys'])).toContain('nobodys')
  expect((await policyNow()).driverSettings?.['acme-reader']?.key).toBe('K-135790')
})

test('what the driver does not know, a driver that is not given out and a stranger get nowhere', async () => {
  const refused = async (values: Record<string, string>, driverId = 'acme-reader') =>
    (await admin.send(cardReadDll.saveSettings, { ...which(), driverId, values })).error?.message
  expect(await refused({ nobodys: 'x' })).toContain('nobodys')
  expect(await refused({}, 'nation-ec')).toBe('没有找到这台电脑上的这个驱动')
  for (const client of [await server.as('area', { areaCode: '320500' }), await server.as('clerk')]) {
    expect((await client.send(cardReadDll.settings, which())).statusCode).toBe(403)
    expect((await client.send(cardReadDll.saveSettings, { ...which(), values: {} })).statusCode).toBe(403)
  }
})
