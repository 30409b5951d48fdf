import { siteLoad } from '@yibao/shared/calls/site-load.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { makeDeps } from '../../deps.ts'
import { nodes as job } from '../../jobs/nodes.ts'
import type { Live } from '../../process/live.ts'
import { type Client, databases, startTestServer, type TestClock, type TestServer, testClock } from '../../test/kit.ts'
import { beat, enter, leave, Recording, tellState, trimNodes } from './beat.ts'
import { hearOrders } from './orders.ts'
import { nodeSample, serverNode } from './tables.ts'

const fail = (fault: unknown) => {
  throw fault
}

/** What nodes tell each other; `deaf` nodes hear nothing of it. */
const between = () => {
  const hearing: [event: string, listener: (id: string) => void][] = []
  const deaf = { now: false }
  const live = (): Live => ({
    publish: () => undefined,
    onNodes: (event, listener) => void hearing.push([event, listener]),
    tellNodes: (event, id) => {
      if (!deaf.now) for (const [name, listener] of hearing) if (name === event) listener(id)
    },
  })
  return { live, deaf }
}

describe.each(databases)('nodes on %s', (database) => {
  let server: TestServer
  let admin: Client
  let clock: TestClock
  const line = between()
  let other: ReturnType<typeof makeDeps>
  beforeAll(async () => {
    clock = testClock()
    server = await startTestServer({ database, clock, live: line.live(), config: { nodeName: 'a:1' } })
    admin = await server.as('admin')
    const { config, db } = server.deps
    other = makeDeps({ ...config, node: '2-other', nodeName: 'b:2', databaseUrl: 'x' }, db, {
      clock,
      live: line.live(),
    })
    for (const deps of [server.deps, other]) deps.services.node.changed = () => void tellState(deps)
    hearOrders(other, fail)
    hearOrders(server.deps, fail)
  })
  afterAll(async () => {
    other?.services.centre.close()
    await server?.close()
  })
  beforeEach(async () => {
    line.deaf.now = false
    clock.advance(1000)
    admin = await server.as('admin')
    for (const deps of [server.deps, other]) {
      await deps.services.node.want('serving')
      await deps.db.delete(serverNode).where(eq(serverNode.id, deps.config.node))
      await enter(deps)
    }
  })

  const list = async () => (await admin.ok(siteLoad.current, {})).items
  const states = async () => (await list()).map(({ name, state }) => `${name} ${state}`)
  const ask = (deps: typeof other, order: 'drain' | 'resume' | 'restart', more = {}) =>
    admin.send(siteLoad.command, { id: deps.config.node, order, reason: '升级 䶮𠮷', ...more })
  const health = async () => (await server.app.inject({ url: '/health' })).statusCode
  const recording = new Recording()

  test('each is listed by its name, lost when it falls silent, gone a day later; one that ended in order says so', async () => {
    expect(await states()).toEqual(['a:1 serving', 'b:2 serving'])
    expect((await list()).map(({ role, last }) => [role, last])).toEqual([
      ['single', false],
      ['cluster', false],
    ])
    await beat(other, new Recording(), fail)
    await leave(other)
    clock.advance(300_000)
    expect(await states()).toEqual(['a:1 lost', 'b:2 ended'])
    const [, ended] = await list()
    expect([ended?.uptime, ended?.cpu, ended?.db], 'until it ended, and no figures of it').toEqual([
      ...['不到 1 分钟', undefined, ''],
    ])
    await beat(server.deps, recording, fail)
    expect(await states()).toEqual(['a:1 serving', 'b:2 ended'])
    clock.advance(24 * 3_600_000)
    admin = await server.as('admin')
    await beat(server.deps, recording, fail)
    await trimNodes(server.deps)
    expect(await states()).toEqual(['a:1 serving'])
    // Its next start takes the place of the former one under the same name, and keeps its charts.
    const again = makeDeps({ ...other.config, node: '3-again' }, server.deps.db, { clock })
    await enter(other)
    await enter(again)
    expect((await list()).map(({ id }) => id)).toEqual([server.deps.config.node, '3-again'])
    await server.deps.db.delete(serverNode).where(eq(serverNode.id, '3-again'))
    again.services.centre.close()
  })

  test('what is asked of one is done where it is asked, or where it is; and by the heartbeat when nobody hears', async () => {
    expect((await ask(server.deps, 'drain')).success).toBe(true)
    await expect.poll(health).toBe(503)
    await expect.poll(() => server.deps.services.node.state).toBe('drained')
    expect((await ask(server.deps, 'resume')).success).toBe(true)
    expect([await health(), server.deps.services.node.state]).toEqual([200, 'serving'])

    clock.advance(1)
    await ask(other, 'drain')
    await expect.poll(() => other.services.node.state).toBe('drained')
    line.deaf.now = true
    await beat(other, new Recording(), fail)
    await ask(other, 'resume')
    expect(other.services.node.state).toBe('drained')
    await beat(other, new Recording(), fail)
    expect(other.services.node.state).toBe('serving')
    const [row] = await list().then((rows) => rows.filter(({ name }) => name === 'b:2'))
    expect(row?.asked).toMatch(/恢复：升级 䶮𠮷$/)
    const logged = await server.deps.db.select().from(operationLog).where(eq(operationLog.target, 'b:2'))
    expect(logged.map(({ action, record }) => [action, record])).toContainEqual([
      '节点操作',
      expect.objectContaining({ order: 'drain', reason: '升级 䶮𠮷', state: '运行' }),
    ])
  })

  test('the last one that serves is sent away only by who was asked twice; of two at once one is kept', async () => {
    const last = async () => (await list()).map((one) => one.last)
    await server.deps.db.update(serverNode).set({ wanted: 'drained' }).where(eq(serverNode.name, 'b:2'))
    expect(await last(), 'the other one is on its way out already').toEqual([true, false])
    await server.deps.db.update(serverNode).set({ wanted: 'restart' }).where(eq(serverNode.name, 'b:2'))
    expect(await states(), 'before it has heard of it').toEqual(['a:1 serving', 'b:2 restarting'])
    await server.deps.db.update(serverNode).set({ wanted: 'serving' }).where(eq(serverNode.name, 'b:2'))
    const both = await Promise.all([ask(server.deps, 'drain'), ask(other, 'drain')])
    expect(both.map(({ success }) => success).sort()).toEqual([false, true])
    const refused = both.find(({ success }) => !success)
    expect(refused?.error?.message).toMatch(/是最后一个服务的节点，排空后没有节点服务/)
    const kept = both[0]?.success ? other : server.deps
    await beat(kept, new Recording(), fail)
    expect((await list()).map(({ name, last }) => [name, last])).toContainEqual([kept.services.node.name, true])
    expect((await ask(kept, 'drain', { last: true })).success).toBe(true)
    await expect.poll(() => kept.services.node.leaving).toBe(true)
  })

  test('a node that nothing would start again is not ended; one that is lost or was sent away already is left alone', async () => {
    expect((await ask(other, 'restart')).error?.message).toMatch(/退出后没有程序把它再启动/)
    expect((await ask(other, 'resume')).error?.message).toBe('节点「b:2」运行，不能恢复')
    await leave(other)
    expect((await ask(other, 'drain')).error?.message).toMatch(/已退出或失联/)
    expect((await ask({ config: { node: 'nobody' } } as typeof other, 'drain')).statusCode).toBe(404)
    expect((await ask(server.deps, 'drain', { reason: ' ' })).error?.fields).toHaveProperty('reason')
    const area = await server.as('area', { areaCode: '320500' })
    expect((await area.send(siteLoad.current, {})).statusCode).toBe(403)
    expect((await area.send(siteLoad.command, { id: '1', order: 'drain', reason: '不行' })).statusCode).toBe(403)
  })

  test('a restart waits for requests, rounds of jobs and answers that are still leaving, and begins nothing', async () => {
    const { node } = other.services
    let ended = 0
    node.restart = () => void ended++
    await server.deps.db.delete(serverNode).where(eq(serverNode.id, node.id))
    await enter(other)
    let free = () => {}
    const request = node.during(() => new Promise<void>((resolve) => (free = resolve)))
    const let_go = node.load.hold()
    expect((await ask(other, 'restart')).success).toBe(true)
    await expect.poll(() => node.state).toBe('restarting')
    let rounds = 0
    await node.round('recovery', async () => rounds++)()
    expect([rounds, ended, node.refusing]).toEqual([0, 0, false])
    free()
    await request
    expect(ended).toBe(0)
    let_go()
    await expect.poll(() => ended).toBe(1)
    expect(node.refusing).toBe(true)
    node.restart = undefined
  })

  test('the job enters the node at once and says good-bye', async () => {
    await server.deps.db.delete(serverNode)
    const stop = job.start(server.deps)
    await expect.poll(states).toEqual(['a:1 serving'])
    await stop()
    expect(await states()).toEqual(['a:1 ended'])
  })
})

describe('samples', () => {
  let admin: Client
  const clock = testClock()
  const server = opened(() => startTestServer({ clock, config: { nodeName: 'a:1' } }))
  beforeAll(async () => {
    admin = await server.as('admin')
  })

  test('an hour of 10 s and a week of 5 minutes are kept, whatever happened between; gaps stay gaps', async () => {
    const { deps } = server
    const { load } = deps.services.node
    let recording = new Recording()
    // Half an hour, of which the second quarter was down; every sample has one answered call to a centre.
    for (let i = 0; i < 180; i++) {
      clock.advance(10_000)
      if (i >= 45 && i < 90) continue
      if (i === 90) recording = new Recording()
      load.begin()
      load.end()
      load.centre(i % 100 < 90 ? 40 : 2000)
      await beat(deps, recording, fail)
    }
    const span = async (seconds: number) =>
      (await deps.db.select().from(nodeSample)).filter((row) => row.span === seconds)
    expect((await span(300)).reduce((sum, row) => sum + row.requests, 0)).toBe(135)
    await trimNodes(deps)
    expect(await span(10)).toHaveLength(135)
    const ask = async (range: 'hour' | 'day' | 'week') => admin.ok(siteLoad.history, { name: 'a:1', range })
    const [hour, day, week] = [await ask('hour'), await ask('day'), await ask('week')]
    expect([hour, day, week].map(({ points, step }) => [points.length, step])).toEqual([
      [120, 30],
      [288, 300],
      [336, 1800],
    ])
    const calm = day.points.filter(({ rate }) => rate !== undefined)
    expect(calm).toHaveLength(6)
    expect(hour.points.at(-2)).toMatchObject({ p50: 44, active: 1 })
    const last = week.points.at(-2)!
    expect([last.p50! < 50, last.p95! > 1900]).toEqual([true, true])
    const [row] = (await admin.ok(siteLoad.current, {})).items
    expect(row).toMatchObject({ active: 1, p50: 44, state: 'serving', uptime: '30 分钟' })
    // What only the long steps have is no point of the short ones.
    const [coarse] = await span(300)
    const gap = new Date(Math.floor(clock().getTime() / 300_000) * 300_000 - 1_200_000)
    await deps.db
      .insert(nodeSample)
      .values({ ...coarse!, at: gap, nodeId: 'x' })
      .onConflictDoNothing()
    const place = Math.floor(clock().getTime() / 30_000) - gap.getTime() / 30_000
    expect((await ask('hour')).points.at(-1 - place)?.rate).toBeUndefined()
    await deps.db.delete(nodeSample).where(eq(nodeSample.nodeId, 'x'))
    clock.advance(35 * 60_000)
    await trimNodes(deps)
    expect(await span(10), 'an hour and some to spare').toHaveLength(135)
    clock.advance(36 * 60_000)
    await trimNodes(deps)
    expect([(await span(10)).length, (await span(300)).length]).toEqual([0, 6])
    clock.advance(8 * 24 * 3_600_000)
    admin = await server.as('admin')
    await trimNodes(deps)
    expect(await deps.db.select().from(nodeSample)).toEqual([])
    expect((await ask('week')).points.every(({ rate }) => rate === undefined)).toBe(true)
  })

  test('of a broken input nothing is read', async () => {
    admin = await server.as('admin')
    expect((await admin.send(siteLoad.history, { name: 'a:1', range: 'year' as never })).statusCode).toBe(400)
    expect((await admin.ok(siteLoad.history, { name: "x' or 1=1", range: 'hour' })).points).toHaveLength(120)
  })
})
