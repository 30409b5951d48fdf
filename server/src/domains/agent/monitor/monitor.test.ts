import { agent as agentCalls } from '@yibao/shared/calls/agent.ts'
import { clientMonitor as calls } from '@yibao/shared/calls/client-monitor.ts'
import { report } from '@yibao/shared/calls/dashboard.ts'
import { organ } from '@yibao/shared/calls/organ.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { operationLog } from '../../../call/tables.ts'
import { storeIdOf } from '../../../seed/organisation.ts'
import { enrolledAgent, machine, sendAs, type TestAgent, testAgent } from '../../../test/agent.ts'
import { startTestServer, testClock } from '../../../test/kit.ts'
import { agent as agentTable, store } from '../../organisation/tables.ts'
import { release } from '../../release/tables.ts'
import { allowEnrolment } from '../enrolment.ts'

const clock = testClock()
const origin = 'http://127.0.0.1:47600'
const server = opened(() => startTestServer({ clock, config: { consoleOrigins: [origin] } }))
// Each request needs a later time than the agent's last one.
beforeEach(async () => {
  clock.advance(1000)
  await server.deps.db.delete(agentTable)
})

const guanqian = storeIdOf('P32050100001')
const pingjiang = storeIdOf('P32050100002')
const changsha = storeIdOf('P43010200001')
const suzhou = () => server.as('area', { areaCode: '320500' })

const beat = (agent: TestAgent, told: Record<string, unknown> = {}) => {
  clock.advance(1000)
  const { agentId } = agent
  const body = { agentId, version: '1.2.3', policyVersion: 1, drivers: [], printers: [], ...told }
  return sendAs(server, agent, 'heartbeat', body)
}
const idsOf = ({ items }: { items: { agentId: string }[] }) => items.map(({ agentId }) => agentId).sort()
const ids = (...agents: TestAgent[]) => agents.map(({ agentId }) => agentId).sort()

test('an administrator sees the agents of his area, and of a shared one only the stores of his area', async () => {
  const mine = await enrolledAgent(server, [guanqian])
  const shared = await enrolledAgent(server, [pingjiang, changsha])
  const other = await enrolledAgent(server, [changsha])
  const seen = await (await suzhou()).ok(calls.paged)
  expect([idsOf(seen), seen.total]).toEqual([ids(mine, shared), 2])
  expect(seen.items.find(({ agentId }) => agentId === shared.agentId)).toMatchObject({
    stores: '示例大药房平江店，另有 1 家不在当前范围',
    manageable: false,
  })
  const all = await (await server.as('admin')).ok(calls.paged)
  expect(idsOf(all)).toEqual(ids(mine, shared, other))
  expect(all.items.every(({ manageable }) => manageable)).toBe(true)
  const keyword = async (text: string) => idsOf(await (await suzhou()).ok(calls.paged, { keyword: text }))
  expect(await keyword('平江')).toEqual(ids(shared))
  expect(await keyword('五一'), 'a store outside the scope finds nothing').toEqual([])
  expect(await keyword('前台1')).toEqual(ids(mine, shared))
  const of = async (input: object) => idsOf(await (await suzhou()).ok(calls.paged, input))
  expect(await of({ storeId: guanqian })).toEqual(ids(mine))
  expect(await of({ companyId: '10001' })).toEqual(ids(mine, shared))
  expect(await of({ companyId: '10001', storeId: pingjiang })).toEqual(ids(shared))
  expect(await of({ companyId: '90009' })).toEqual([])
  expect((await (await suzhou()).send(calls.paged, { storeId: changsha })).statusCode).toBe(403)
  expect((await (await server.as('clerk')).send(calls.paged)).statusCode).toBe(403)
})

test('what a PC’s sign-ins name is shown whether it is online or not: it is what a centre registers', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const told = { mac: '00-15-5D-01-02-03', ip: '192.168.1.7' }
  await beat(agent, { network: told })
  clock.advance(600_000)
  const one = async () => (await (await suzhou()).ok(calls.paged)).items[0]
  expect(await one()).toMatchObject({ online: 'offline', ...told })
  await beat(agent)
  expect(await one()).not.toHaveProperty('mac')
})

test('what an agent lost of its records is shown until it tells that somebody has looked', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const one = async () => (await (await suzhou()).ok(calls.paged)).items[0]
  await beat(agent, { records: '本机记录：打印记录已损坏' })
  clock.advance(600_000)
  expect(await one()).toMatchObject({ online: 'offline', records: '本机记录：打印记录已损坏' })
  await beat(agent)
  expect(await one()).not.toHaveProperty('records')
})

test('an agent is online for 3 minutes after it was heard of; of a silent one no device is claimed', async () => {
  const [loud, silent] = [await enrolledAgent(server, [guanqian]), await enrolledAgent(server, [guanqian])]
  const drivers = [{ id: 'sscard-std', version: '2.0', state: 'ready' }]
  for (const one of [loud, silent]) await beat(one, { drivers, printers: [{ name: '小票', state: 'ready' }] })
  clock.advance(178_999)
  await beat(loud, { version: '1.3.0', drivers })
  const area = await suzhou()
  expect(idsOf(await area.ok(calls.paged, { online: 'online' })), 'just under 3 minutes').toEqual(ids(loud, silent))
  clock.advance(1)
  expect(idsOf(await area.ok(calls.paged, { online: 'online' }))).toEqual(ids(loud))
  const offline = await area.ok(calls.paged, { online: 'offline' })
  expect(offline.items).toMatchObject([
    { agentId: silent.agentId, online: 'offline', desk: 'unknown', driver: 'unknown', printer: 'unknown', drivers: '' },
  ])
  expect(
    (await area.ok(calls.paged)).items.map(({ online }) => online),
    'the silent first',
  ).toEqual(['offline', 'online'])
  expect(idsOf(await area.ok(calls.paged, { version: '1.2' }))).toEqual(ids(silent))
  expect(idsOf(await area.ok(calls.paged, { version: '3.0' })), 'a version begins so').toEqual([])
})

test('the worst first: a reader that fails, no paper, silence, an old version, what works, and last what was given up', async () => {
  const made: TestAgent[] = []
  for (let i = 0; i < 7; i++) made.push(await enrolledAgent(server, [guanqian]))
  const [fine, gone, silent, paper, broken, old, never] = made
  await beat(gone!)
  clock.advance(31 * 86_400_000)
  await beat(silent!)
  clock.advance(600_000)
  await beat(old!, { version: '1.0.0' })
  await beat(paper!, { printers: [{ name: '小票', state: 'PRINTER_PAPER' }] })
  await beat(broken!, { drivers: [{ id: 'sscard', version: '2', state: 'open' }] })
  await beat(fine!)
  await server.deps.db.insert(release).values({
    ...{ id: 'r', version: '1.1.0', channel: 'stable', rank: 10_000_100_004, minVersion: '' },
    ...{ signed: { manifest: '', signatures: [] }, signers: [] },
    ...{ files: 1, size: 1, state: 'open', scope: 'all', expiresAt: clock(), createdAt: clock(), createdBy: 'u' },
  })
  onTestFinished(async () => void (await server.deps.db.delete(release)))
  await server.deps.db.update(agentTable).set({ lastSeenAt: null }).where(eq(agentTable.id, never!.agentId))
  const { items } = await (await suzhou()).ok(calls.paged)
  const names = new Map(
    Object.entries({ fine, gone, silent, paper, broken, old, never }).map(([k, v]) => [v!.agentId, k]),
  )
  expect(items.map(({ agentId }) => names.get(agentId))).toEqual([
    ...['broken', 'paper', 'silent', 'old', 'fine', 'gone', 'never'],
  ])
})

test.each([
  ['nothing was told yet', undefined, ['unknown', 'unknown', 'unknown']],
  ['the desk is away', {}, ['away', 'unknown', 'unknown']],
  ['one reader works', { drivers: ['missing', 'ready'], printers: ['busy'] }, ['ready', 'ready', 'ready']],
  ['its printer is out of paper', { drivers: ['ready'], printers: ['PRINTER_PAPER'] }, ['ready', 'ready', 'paper']],
  ['one of two is faulty', { drivers: ['ready', 'open'], printers: ['stopped'] }, ['ready', 'faulty', 'faulty']],
  ['none is installed', { drivers: ['missing'] }, ['ready', 'missing', 'missing']],
  ['a state of a newer agent', { drivers: ['cleaning'], printers: ['ready'] }, ['ready', 'unknown', 'ready']],
  ['drivers could not be listed', { printers: ['ready'] }, ['ready', 'unknown', 'ready']],
] as const)('devices as the heartbeat tells them: %s', async (_, told, expected) => {
  const agent = await enrolledAgent(server, [guanqian])
  const { drivers = [], printers = [] } = (told ?? {}) as Record<string, readonly string[]>
  if (told)
    await beat(agent, {
      drivers: drivers.map((state, i) => ({ id: `d${i}`, version: '1', state })),
      printers: printers.map((state, i) => ({ name: `p${i}`, state })),
    })
  const [row] = (await (await suzhou()).ok(calls.paged)).items
  expect([row?.desk, row?.driver, row?.printer]).toEqual(expected)
  if (drivers[1] === 'open') expect(row?.drivers).toBe('d0 1 就绪；d1 1 多次异常退出，暂停使用')
})

test('a code of an administrator binds one new PC to that store, and only who has the store gets one', async () => {
  const area = await suzhou()
  const { enrolCode, storeName, minutes } = await area.ok(organ.enrolCode, { storeId: guanqian })
  expect([storeName, minutes]).toEqual(['示例大药房观前店', 15])
  const enrol = (agent: TestAgent) => {
    const { agentId, publicKey } = agent
    return sendAs(server, agent, 'enroll', { code: enrolCode, agentId, publicKey, machine, version: '1.0.0' })
  }
  const [first, second] = [testAgent(), testAgent()]
  expect((await enrol(first)).result).toMatchObject({ policy: { stores: ['P32050100001'] } })
  expect((await enrol(second)).error?.message).toBe('绑定码不正确或已过期')
  const [noted] = await server.deps.db.select().from(operationLog).where(eq(operationLog.action, '生成绑定码'))
  expect(noted).toMatchObject({ target: '示例大药房观前店' })
  expect(JSON.stringify(noted)).not.toContain(enrolCode)

  expect((await area.send(organ.enrolCode, { storeId: changsha })).error?.message).toContain('数据权限')
  expect((await (await server.as('clerk')).send(organ.enrolCode, { storeId: guanqian })).statusCode).toBe(403)
  await server.deps.db.update(store).set({ closed: true }).where(eq(store.id, pingjiang))
  expect((await area.send(organ.enrolCode, { storeId: pingjiang })).statusCode).toBe(404)
  await server.deps.db.update(store).set({ closed: false }).where(eq(store.id, pingjiang))
})

test('an unbound agent is refused, its code does not take it back, and a new one does', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const { agentId, publicKey } = agent
  const clerk = await server.as('clerk')
  const ticket = () => clerk.send(agentCalls.sessionTicket, { agentId, origin, jkt: 'thumbprint' })
  expect([(await beat(agent)).success, (await ticket()).success]).toEqual([true, true])
  const me = await server.deps.services.access.userOf(clerk.token)
  const action = () =>
    server.deps.services.tickets.action({ pubSubId: 'q', sessionId: me?.sessionId ?? '', act: 'dll.call', args: {} })
  expect(await action()).not.toBe('')

  const area = await suzhou()
  const { over } = server.deps.services.lines.wait(agentId, 600_000)
  await area.ok(calls.unbind, { agentId })
  // The request that it holds open ends, so that it asks again and hears of it.
  await over
  expect((await area.ok(calls.paged)).items).toEqual([])
  for (const answer of [await beat(agent), await ticket()])
    expect(answer.resultNotice).toMatchObject({ messageCode: 'agent.unknown' })
  expect(await action(), 'a session that was bound to it').toBe('')
  clock.advance(1000)
  const body = { code: `code-${agentId}`, agentId, publicKey, machine, version: '1.0.0' }
  expect((await sendAs(server, agent, 'enroll', body)).error?.message).toBe('绑定码不正确或已过期')
  expect((await area.send(calls.unbind, { agentId })).error?.message).toBe('没有找到这台客户端')

  await allowEnrolment(server.deps, 'fresh', [guanqian])
  clock.advance(1000)
  expect((await sendAs(server, agent, 'enroll', { ...body, code: 'fresh' })).success).toBe(true)
  expect((await beat(agent)).success).toBe(true)

  const lines = await server.deps.db.select().from(operationLog).where(eq(operationLog.call, 'clientMonitor.unbind'))
  expect(lines.filter(({ ok }) => ok)).toMatchObject([
    { target: '前台1 (linux x64)', record: { agentId, before: { stores: '示例大药房观前店', version: '1.2.3' } } },
  ])
})

test('nobody unbinds an agent beyond his stores; whoever only shares it is told so', async () => {
  const other = await enrolledAgent(server, [changsha])
  const shared = await enrolledAgent(server, [guanqian, changsha])
  const ask = async (who: string, { agentId }: TestAgent) =>
    (await (await server.as(who, who === 'area' ? { areaCode: '320500' } : {})).send(calls.unbind, { agentId })).error
      ?.message
  expect(await ask('area', other)).toBe('没有找到这台客户端')
  expect(await ask('area', shared)).toBe('这台客户端还服务于当前账号权限外的门店')
  expect(await ask('clerk', shared)).toBe('没有「解除绑定」的权限')
  for (const one of [other, shared]) expect((await beat(one)).success).toBe(true)
  expect(await ask('admin', shared)).toBeUndefined()
  expect((await beat(shared)).success).toBe(false)
})

test('a release waits for counters in use: not for those of closed stores, nor for one that was replaced', async () => {
  const { db } = server.deps
  const [kept, gone, replaced] = [
    await enrolledAgent(server, [guanqian]),
    await enrolledAgent(server, [pingjiang]),
    await enrolledAgent(server, [guanqian]),
  ]
  await beat(replaced)
  clock.advance(31 * 86_400_000)
  for (const one of [kept, gone]) await beat(one)
  await db.insert(release).values({
    ...{ id: 'r', version: '1.2.4', channel: 'stable', rank: 10_000_200_004, minVersion: '' },
    ...{ signed: { manifest: '', signatures: [] }, signers: [] },
    ...{ files: 1, size: 1, state: 'open', scope: 'all', expiresAt: clock(), createdAt: clock(), createdBy: 'u' },
  })
  onTestFinished(async () => {
    await db.delete(release)
    await db.update(store).set({ closed: false }).where(eq(store.id, pingjiang))
  })
  const old = async () => {
    const area = await suzhou()
    const listed = idsOf(await area.ok(calls.paged, { trouble: 'old' }))
    expect((await area.ok(calls.summary)).old).toBe(listed.length)
    expect((await area.ok(report.areaDashboard)).versions.clients).toBe(listed.length)
    return listed
  }
  expect(await old()).toEqual(ids(kept, gone))
  clock.advance(86_400_000)
  expect(await old(), 'one that is switched off is told of it when it comes back').toEqual(ids(kept, gone))
  await db.update(store).set({ closed: true }).where(eq(store.id, pingjiang))
  expect(await old()).toEqual(ids(kept))
})
