import { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { cardReadDll } from '@yibao/shared/calls/driver-package.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { enrolledAgent, sendAs, type TestAgent } from '../../test/agent.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { agentCommand } from '../agent-command/tables.ts'
import { agent as agentTable } from '../organisation/tables.ts'

const clock = testClock()
let admin: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  admin = await server.as('admin')
})
beforeEach(async () => {
  clock.advance(1000)
  for (const table of [agentTable, agentCommand]) await server.deps.db.delete(table)
})

const ask = async (
  agent: TestAgent,
  name: 'listen' | 'commandDone' | 'heartbeat',
  more: Record<string, unknown> = {},
) => {
  clock.advance(1000)
  return sendAs(server, agent, name, { agentId: agent.agentId, ...more })
}
const online = async (driver = 'sscard-std') => {
  const agent = await enrolledAgent(server, [storeIdOf('P32050100001')])
  const drivers = [{ id: driver, version: '1.2.0', state: 'ready' }]
  await ask(agent, 'heartbeat', { version: '1.0.0', policyVersion: 1, drivers, printers: [] })
  return agent
}
const wanted = (agent: TestAgent, more: object) => ({ agentId: agent.agentId, driverId: 'sscard-std', ...more })

test('a driver is tried on a counter that is online and has it; the answer comes back to whoever asked', async () => {
  const agent = await online()
  await online('nation-ec')
  expect(await admin.ok(cardReadDll.clients, { driverId: 'sscard-std' })).toEqual([
    { agentId: agent.agentId, name: '前台1 (linux x64)', version: '1.2.0' },
  ])
  const { commandId } = await admin.ok(cardReadDll.test, wanted(agent, { fn: 'iReadCardBas', args: '{"iType":3}' }))
  const { commands } = (await ask(agent, 'listen')).result as { commands: { command: object }[] }
  expect(commands[0]?.command).toMatchObject({
    ...{ id: commandId, kind: 'driverTest', args: { driver: 'sscard-std', fn: 'iReadCardBas', args: { iType: 3 } } },
  })
  expect((await admin.ok(cardReadDll.testResult, { commandId })).state).toBe('sent')
  await ask(agent, 'commandDone', { id: commandId, ok: true, text: '成功\n返回：0' })
  expect(await admin.ok(cardReadDll.testResult, { commandId })).toEqual({ state: 'done', text: '成功\n返回：0' })
  const [kept] = await server.deps.db.select().from(agentCommand)
  expect(kept?.args, 'what was sent is kept no longer').toBeNull()
  const [line] = await server.deps.db.select().from(operationLog).where(eq(operationLog.call, 'cardReadDll.test'))
  expect(line).toMatchObject({ target: '前台1 (linux x64) sscard-std', ok: true })
  expect(JSON.stringify(line?.record), 'arguments may hold a number').not.toContain('iType')
})

test('a chain of many counters tries it on each of them', async () => {
  const agent = await online()
  const { db } = server.deps
  const [row] = await db.select().from(agentTable)
  const others = Array.from({ length: 250 }, (_, n) => ({ ...row!, id: `other-${n}`, machine: `01店${n}` }))
  await db.insert(agentTable).values(others)
  const clients = await admin.ok(cardReadDll.clients, { driverId: 'sscard-std' })
  expect([clients.length, clients.at(-1)?.agentId]).toEqual([251, agent.agentId])
  expect((await admin.send(cardReadDll.test, wanted(agent, { medium: 'socialCard' }))).success).toBe(true)
})

test.each([
  ['neither a medium nor a function', {}, '二者之一'],
  ['both', { medium: 'socialCard', fn: 'iReadCardBas' }, '二者之一'],
  ['arguments that are no JSON', { fn: 'x', args: '{' }, 'JSON'],
  ['arguments that are more than values', { fn: 'x', args: '{"a":{"b":1}}' }, '文字和数字'],
])('%s is refused', async (_, more, words) => {
  const agent = await online()
  expect((await admin.send(cardReadDll.test, wanted(agent, more))).error?.message).toContain(words)
})

test('a counter that is silent or has not this driver is not asked', async () => {
  const [silent, other] = [await online(), await online('nation-ec')]
  clock.advance(170_000)
  await ask(other, 'heartbeat', { version: '1.0.0', policyVersion: 1, drivers: [], printers: [] })
  clock.advance(20_000)
  for (const agent of [silent, other])
    expect((await admin.send(cardReadDll.test, wanted(agent, { medium: 'socialCard' }))).success).toBe(false)
  expect(await server.deps.db.$count(agentCommand)).toBe(0)
})

test('only who may test here may, and the monitor gives no such command', async () => {
  const agent = await online()
  const area = await server.as('area', { areaCode: '320500' })
  for (const client of [area, await server.as('clerk')]) {
    expect((await client.send(cardReadDll.test, wanted(agent, { medium: 'socialCard' }))).statusCode).toBe(403)
    expect((await client.send(cardReadDll.clients, { driverId: 'sscard-std' })).statusCode).toBe(403)
  }
  const forced = { agentId: agent.agentId, kind: 'driverTest' as never }
  expect((await area.send(clientMonitor.command, forced)).statusCode).toBe(400)
})
