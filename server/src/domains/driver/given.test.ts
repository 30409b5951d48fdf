import { createHash, verify } from 'node:crypto'
import type { AgentPolicy } from '@yibao/shared/agent/cloud.ts'
import { driverPieceBytes } from '@yibao/shared/agent/cloud.ts'
import { canonicalJson } from '@yibao/shared/agent/ticket.ts'
import { ybConfig } from '@yibao/shared/calls/base.ts'
import { cardReadDll } from '@yibao/shared/calls/driver-package.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { enrolledAgent, sendAs, type TestAgent } from '../../test/agent.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { driverFile, driverPackage } from './tables.ts'
import { bring, readerManifest, readerZip } from './test/packages.ts'

// From the page to the counters: signed policy, files by hash, and what the page sees of it.

const clock = testClock()
let admin: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  admin = await server.as('admin')
})
beforeEach(async () => {
  clock.advance(1000)
  await server.deps.db.delete(driverPackage)
  await server.deps.db.delete(driverFile)
})

const suzhou = storeIdOf('P32050100001')
const changsha = storeIdOf('P43010200001')
const library = new Uint8Array(driverPieceBytes + 1000).map((_, i) => i % 251)

const given = async (version: string, areaCode?: string, name = '示例读卡器') => {
  const zip = readerZip(readerManifest({ version, name }), { 'Acme.dll': library })
  const { result } = await bring(server, admin, zip, areaCode ? { areaCode } : {})
  await admin.ok(cardReadDll.enable, { id: result.id })
  return result.id as string
}
const policyOf = async (agent: TestAgent) => {
  clock.advance(1000)
  const body = { agentId: agent.agentId, policyVersion: 0 }
  const { policy, policySignature } = (await sendAs(server, agent, 'policy', body)).result as unknown as {
    policy: AgentPolicy
    policySignature: string
  }
  return { policy, policySignature }
}
const versions = async (agent: TestAgent) => (await policyOf(agent)).policy.drivers?.map(({ version }) => version)
const piece = async (agent: TestAgent, sha256: string, from: number) => {
  clock.advance(1000)
  return sendAs(server, agent, 'driverFile', { agentId: agent.agentId, sha256, from })
}

test('an enabled version reaches the counters of its area in their signed policy, which grows by it', async () => {
  const [mine, other] = [await enrolledAgent(server, [suzhou]), await enrolledAgent(server, [changsha])]
  const before = await policyOf(mine)
  expect(before.policy.drivers).toEqual([])
  await given('1.0.0')
  await given('2.0.0', '320500')
  const after = await policyOf(mine)
  expect(after.policy.policyVersion).toBeGreaterThan(before.policy.policyVersion)
  expect(after.policy.drivers).toMatchObject([{ id: 'acme-reader', version: '2.0.0' }])
  expect(await versions(other), 'the one for every area').toEqual(['1.0.0'])
  const key = server.deps.services.tickets.publicKey
  const spki = { key: Buffer.from(key, 'base64url'), format: 'der', type: 'spki' } as const
  const { createPublicKey } = await import('node:crypto')
  const data = Buffer.from(canonicalJson(after.policy))
  expect(verify(null, data, createPublicKey(spki), Buffer.from(after.policySignature, 'base64url'))).toBe(true)
})

test('going back and stopping reach them the same way', async () => {
  const agent = await enrolledAgent(server, [suzhou])
  await given('1.0.0')
  const id = await given('1.1.0')
  expect(await versions(agent)).toEqual(['1.1.0'])
  const former = await admin.ok(cardReadDll.rollBack, { id })
  expect(await versions(agent)).toEqual(['1.0.0'])
  await admin.ok(cardReadDll.stop, { id: former.id })
  expect(await versions(agent)).toEqual([])
})

test('a file comes in pieces and is what its hash says; only the files of the own policy come', async () => {
  const [mine, other] = [await enrolledAgent(server, [suzhou]), await enrolledAgent(server, [changsha])]
  await given('1.0.0', '320500')
  const { policy } = await policyOf(mine)
  const file = policy.drivers![0]!.files.find(({ path }) => path === 'Acme.dll')!
  const pieces: Buffer[] = []
  for (let from = 0; from < file.size; ) {
    const { size, data } = (await piece(mine, file.sha256, from)).result as { size: number; data: string }
    expect(size).toBe(file.size)
    pieces.push(Buffer.from(data, 'base64'))
    from += pieces.at(-1)!.length
  }
  expect(pieces.map(({ length }) => length)).toEqual([driverPieceBytes, 1000])
  expect(createHash('sha256').update(Buffer.concat(pieces)).digest('hex')).toBe(file.sha256)
  expect((await piece(mine, file.sha256, file.size)).result).toEqual({ size: file.size, data: '' })

  expect((await piece(other, file.sha256, 0)).error?.message).toBe('没有找到这个驱动文件')
  expect((await piece(mine, 'f'.repeat(64), 0)).error?.message).toBe('没有找到这个驱动文件')
  const body = { agentId: mine.agentId, sha256: file.sha256, from: 0 }
  const forged = await server.nobody.send({ path: '/api/Agent/DriverFile', method: 'POST' } as never, body as never)
  expect(forged.success).toBe(false)
})

test('the page counts the counters that use a version, and the reader is among the types', async () => {
  const agent = await enrolledAgent(server, [suzhou])
  const id = await given('1.0.0')
  const drivers = [{ id: 'acme-reader', version: '1.0.0', state: 'ready' }]
  clock.advance(1000)
  const body = { agentId: agent.agentId, version: '1.0.0', policyVersion: 1, drivers, printers: [] }
  expect((await sendAs(server, agent, 'heartbeat', body)).success).toBe(true)
  expect((await admin.ok(cardReadDll.get, { id })).clients).toBe(1)
  const types = async () =>
    (await (await server.as('clerk')).ok(ybConfig.pullCardReaderTypes)).cardReaderTypes.find(
      ({ value }) => value === 'acme-reader',
    )
  expect(await types()).toEqual({
    ...{ value: 'acme-reader', name: '示例读卡器', medium: 'socialCard', driver: 'acme-reader' },
  })
  await admin.ok(cardReadDll.stop, { id })
  expect(await types()).toBeUndefined()
})
