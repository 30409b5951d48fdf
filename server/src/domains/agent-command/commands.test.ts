import { createPublicKey, verify } from 'node:crypto'
import { canonicalJson } from '@yibao/shared/agent/ticket.ts'
import { clientMonitor as calls } from '@yibao/shared/calls/client-monitor.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { enrolledAgent, sendAs, type TestAgent } from '../../test/agent.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { held, untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { agent as agentTable } from '../organisation/tables.ts'
import { commandLife } from './commands.ts'
import { agentCommand } from './tables.ts'

const clock = testClock()
const published: [string, string, Record<string, unknown>][] = []
const server = opened(() => startTestServer({ clock, live: { publish: (...one) => void published.push(one) } }))
beforeEach(async () => {
  clock.advance(1000)
  published.length = 0
  for (const table of [agentTable, agentCommand]) await server.deps.db.delete(table)
})

const guanqian = storeIdOf('P32050100001')
const changsha = storeIdOf('P43010200001')
const suzhou = () => server.as('area', { areaCode: '320500' })

type Given = { commands: { command: { id: string; kind: string }; signature: string }[] }
const ask = async (
  agent: TestAgent,
  name: 'listen' | 'commandDone' | 'heartbeat',
  more: Record<string, unknown> = {},
) => {
  clock.advance(1000)
  return sendAs(server, agent, name, { agentId: agent.agentId, ...more })
}
const listen = async (agent: TestAgent) => (await ask(agent, 'listen')).result as Given
const beat = (agent: TestAgent, told: Record<string, unknown> = {}) =>
  ask(agent, 'heartbeat', { version: '1.0.0', policyVersion: 1, drivers: [], printers: [], ...told })

test('a command reaches the agent that holds its line open, signed, and its answer whoever asked', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const area = await suzhou()
  const waiting = listen(agent)
  const { commandId } = await area.ok(calls.command, { agentId: agent.agentId, kind: 'selfTest' })
  const [given] = (await waiting).commands
  expect(given?.command).toMatchObject({ id: commandId, kind: 'selfTest', agentId: agent.agentId, type: 'command' })
  const { publicKey } = server.deps.services.tickets
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
  const text = Buffer.from(canonicalJson(given?.command))
  expect(verify(null, text, key, Buffer.from(given?.signature ?? '', 'base64url'))).toBe(true)

  const { agentId } = agent
  const state = async () => (await area.ok(calls.commands, { agentId })).items[0]?.state
  expect(await state()).toBe('sent')
  await ask(agent, 'commandDone', { id: commandId, ok: true, text: '✓ 云服务' })
  expect(await state()).toBe('done')
  expect(await area.ok(calls.commandResult, { commandId })).toMatchObject({ state: 'done', text: '✓ 云服务' })
  const told = published.filter(([, event]) => event === 'agent.command')
  expect(told).toEqual([[expect.stringMatching(/^user:/), 'agent.command', { agentId, commandId }]])
  await ask(agent, 'commandDone', { id: commandId, ok: false, text: 'again' })
  expect(await state(), 'the first answer counts').toBe('done')
})

test('one that was given while nobody listened waits for the next question; a lost one is sent again', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const area = await suzhou()
  const { commandId } = await area.ok(calls.command, { agentId: agent.agentId, kind: 'log' })
  const ids = async () => (await listen(agent)).commands.map(({ command }) => command.id)
  expect(await ids()).toEqual([commandId])
  expect(await ids()).toEqual([commandId])
  expect((await area.send(calls.command, { agentId: agent.agentId, kind: 'log' })).error?.message).toBe(
    '这台客户端还有未完成的「查看日志」',
  )
  await beat(agent)
  clock.advance(commandLife)
  const [row] = (await area.ok(calls.commands, { agentId: agent.agentId })).items
  expect(row?.state).toBe('expired')
})

test.skipIf(usual !== 'postgres')(
  'two who ask the same of a counter in the same moment: it is asked once',
  async () => {
    const { agentId } = await enrolledAgent(server, [guanqian])
    const area = await suzhou()
    const { db } = server.deps
    // Everybody reads, and nobody writes, until both have read.
    const commit = await held(db, (tx) => tx.execute(sql`lock table ${agentCommand} in share mode`))
    const answers = [1, 2].map(() => area.send(calls.command, { agentId, kind: 'restart' }))
    await untilWaiting(db, 2)
    await commit()
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await area.ok(calls.commands, { agentId })).items).toHaveLength(1)
  },
)

test('an agent gets its own commands and answers for itself only', async () => {
  const [mine, other] = [await enrolledAgent(server, [guanqian]), await enrolledAgent(server, [guanqian])]
  const area = await suzhou()
  const { commandId } = await area.ok(calls.command, { agentId: mine.agentId, kind: 'restart' })
  await ask(other, 'commandDone', { id: commandId, ok: true, text: 'not mine' })
  expect((await area.ok(calls.commands, { agentId: mine.agentId })).items[0]?.state).toBe('waiting')
  const stolen = await sendAs(server, other, 'listen', { agentId: mine.agentId })
  expect(stolen.success).toBe(false)
})

test('who may: administrators over their own counters; nobody a silent one', async () => {
  const shared = await enrolledAgent(server, [guanqian, changsha])
  const far = await enrolledAgent(server, [changsha])
  const own = await enrolledAgent(server, [guanqian])
  const error = async (who: string, { agentId }: TestAgent) => {
    const client = who === 'area' ? await suzhou() : await server.as(who)
    return (await client.send(calls.command, { agentId, kind: 'log' })).error?.message
  }
  expect(await error('area', far)).toBe('没有找到这台客户端')
  expect(await error('area', shared)).toBe('这台客户端还服务于当前账号权限外的门店')
  expect(await error('clerk', own)).toBe('没有「远程操作」的权限')
  clock.advance(180_000)
  expect(await error('area', own)).toBe('这台客户端不在线')
  expect(await server.deps.db.select().from(agentCommand)).toEqual([])
})

test('the answer of a command is for those who may ask; the bundle is a file, and taking it is logged', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const area = await suzhou()
  const { commandId } = await area.ok(calls.command, { agentId: agent.agentId, kind: 'bundle' })
  expect((await area.send(calls.bundle, { commandId })).success).toBe(false)
  await ask(agent, 'commandDone', { id: commandId, ok: true, text: '{"at":1}' })
  const file = await area.send(calls.bundle, { commandId })
  expect([file.bytes.toString(), file.headers['content-type']]).toEqual(['{"at":1}', 'application/octet-stream'])
  const elsewhere = await server.as('area', { areaCode: '320100' })
  for (const call of [calls.commandResult, calls.bundle])
    expect((await elsewhere.send(call, { commandId })).success).toBe(false)
  const actions = (await server.deps.db.select().from(operationLog).orderBy(operationLog.id))
    .filter(({ ok }) => ok)
    .map(({ action }) => action)
  expect(actions.slice(-2)).toEqual(['远程操作', '下载诊断包'])
})

test('unbinding takes what was asked with it', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const area = await suzhou()
  await area.ok(calls.command, { agentId: agent.agentId, kind: 'log' })
  await area.ok(calls.unbind, { agentId: agent.agentId })
  expect(await server.deps.db.select().from(agentCommand)).toEqual([])
})

test('a heartbeat that brings news is told to the store’s watchers, one that brings none is not', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const heard = () => published.filter(([, event]) => event === 'agent.changed').length
  await beat(agent)
  await beat(agent)
  expect(heard()).toBe(1)
  await beat(agent, { printers: [{ name: '小票', state: 'PRINTER_PAPER' }] })
  expect(heard()).toBe(2)
  expect(published.at(-1)).toEqual([`store:${guanqian}`, 'agent.changed', { agentId: agent.agentId }])
})

test('the summary counts what needs somebody, and each count narrows the list', async () => {
  const make = () => enrolledAgent(server, [guanqian])
  const [paper, driver, silent] = [await make(), await make(), await make()]
  await enrolledAgent(server, [changsha])
  clock.advance(181_000)
  await beat(paper, { printers: [{ name: '小票', state: 'PRINTER_PAPER' }] })
  await beat(driver, {
    drivers: [{ id: 'd', version: '1', state: 'open' }],
    health: { reads: 9, readFaults: 2, faults: 3 },
  })
  const area = await suzhou()
  expect(await area.ok(calls.summary)).toMatchObject({ total: 3, online: 2, offline: 1, driver: 1, paper: 1, old: 0 })
  for (const [trouble, agent] of [
    ['paper', paper],
    ['driver', driver],
    ['offline', silent],
  ] as const) {
    const { items } = await area.ok(calls.paged, { trouble })
    expect(items.map(({ agentId }) => agentId)).toEqual([agent.agentId])
  }
  const [row] = (await area.ok(calls.paged, { trouble: 'driver' })).items
  expect(row).toMatchObject({ reads: 9, readFaults: 2, faults: 3 })
  await server.deps.db.update(agentTable).set({ lastSeenAt: null }).where(eq(agentTable.id, driver.agentId))
  expect(await area.ok(calls.summary)).toMatchObject({ online: 1, offline: 2, driver: 0 })
})
