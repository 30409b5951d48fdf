import { user as calls } from '@yibao/shared/calls/auth.ts'
import { dataRole as roles } from '@yibao/shared/calls/data-role.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { isLineEnd } from '@yibao/shared/live-line.ts'
import { eq } from 'drizzle-orm'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dataRole, user } from '../domains/auth/tables.ts'
import { storeIdOf } from '../seed/organisation.ts'
import { type Client, databases, startTestServer, type TestServer, testClock } from '../test/kit.ts'
import { openLine } from '../test/line.ts'
import { openLiveNode } from '../test/live-node.ts'
import { LiveHub } from './live.ts'

const guanqian = `store:${storeIdOf('P32050100001')}`
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const node = async (server: TestServer, databaseUrl?: string, faults?: string[], hub = new LiveHub()) => {
  const opened = await openLiveNode(server, { databaseUrl, faults, hub })
  closing.push(opened.close)
  return opened
}

const connect = (port: number, auth: Record<string, unknown>) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = io(`http://127.0.0.1:${port}`, {
      auth,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    closing.push(() => socket.disconnect())
    socket.on('connect', () => resolve(socket))
    socket.on('connect_error', reject)
  })

const next = (socket: Socket, event: string) => new Promise((resolve) => socket.once(event, resolve))

// Makes the snapshot and the cluster where this file runs first: that takes longer than a test may.
beforeAll(async () => {
  for (const database of databases) await (await startTestServer({ database })).close()
})

describe.each(databases)('live events on %s', (database) => {
  test('reach the sessions of a store or a user, on every node, and nobody else', async () => {
    const server = await startTestServer({ database })
    closing.push(() => server.close())
    const url = server.databaseUrl
    const here = await node(server, url)
    const there = url ? await node(server, url) : here
    const [clerk, clerk2, admin] = await Promise.all(
      ['clerk', 'clerk2', 'admin'].map(async (name) => connect(here.port, { token: (await server.as(name)).token })),
    )
    const heard: unknown[] = []
    clerk2!.onAny((event) => heard.push(event))
    const both = Promise.all([next(clerk!, 'order'), next(admin!, 'order')])
    there.hub.publish(guanqian, 'order', { orderId: '1' })
    expect(await both).toEqual([{ orderId: '1' }, { orderId: '1' }])
    const mine = next(clerk2!, 'progress')
    const me = await server.deps.services.access.userOf((await server.as('clerk2')).token)
    there.hub.publish(`user:${me?.userId}`, 'progress', { id: '2' })
    expect(await mine).toEqual({ id: '2' })
    expect(heard).toEqual(['progress'])
    const everybody = Promise.all([next(clerk2!, 'message'), next(clerk!, 'notice'), next(admin!, 'notice')])
    there.hub.publish('area:320500', 'notice', { id: '3' })
    there.hub.publish('everybody', 'message', { id: '4' })
    expect(await everybody).toEqual([{ id: '4' }, { id: '3' }, { id: '3' }])
    expect(heard, 'nothing of another area').toEqual(['progress', 'message'])
    if (!url) return
    // Jobs begin to listen when the hub is there already.
    const told = new Promise((resolve) => here.hub.onNodes('node.order', resolve))
    there.hub.tellNodes('node.order', '5')
    expect(await told).toBe('5')
  })
})

test.runIf(databases.includes('postgres'))('go on after every restart of PostgreSQL', async () => {
  const server = await startTestServer({ database: 'postgres' })
  closing.push(() => server.close())
  const line = await openLine(server.databaseUrl!)
  closing.push(line.close)
  const faults: string[] = []
  const [here, there] = [await node(server, line.url, faults), await node(server, line.url, faults)]
  const clerk = await connect(here.port, { token: (await server.as('clerk')).token })
  let heard = ''
  clerk.on('order', ({ orderId }) => (heard = orderId))
  for (const orderId of ['first', 'second', 'third']) {
    line.cut()
    await line.mend()
    await expect
      .poll(() => {
        there.hub.publish(guanqian, 'order', { orderId })
        return heard
      })
      .toBe(orderId)
  }
  expect(faults.length).toBeGreaterThan(0)
})

test.runIf(databases.includes('postgres'))(
  'a node that heard nothing, or was not heard, has pages read anew',
  async () => {
    const server = await startTestServer({ database: 'postgres' })
    closing.push(() => server.close())
    const line = await openLine(server.databaseUrl!)
    closing.push(line.close)
    const [away, there] = [await node(server, line.url, []), await node(server, server.databaseUrl)]
    const { token } = await server.as('clerk')
    const heard: string[] = []
    for (const [name, { port }] of Object.entries({ away, there }))
      (await connect(port, { token })).onAny((event) => heard.push(`${name} ${event}`))
    await expect
      .poll(() => {
        there.hub.publish(guanqian, 'order', {})
        return heard
      })
      .toEqual(expect.arrayContaining(['away order', 'there order']))
    line.cut()
    there.hub.publish(guanqian, 'unheard here', {})
    await expect.poll(() => heard).toContain('there unheard here')
    heard.length = 0
    await line.mend()
    await expect.poll(() => heard).toContain('away anew')
    expect(heard).not.toContain('away unheard here')
    line.cut()
    away.hub.publish(guanqian, 'unheard there', {})
    await expect.poll(() => heard).toContain('away unheard there')
    await line.mend()
    await expect
      .poll(() => {
        away.hub.publish('user:nobody', 'order', {})
        return heard
      })
      .toContain('there anew')
    expect(heard).not.toContain('there unheard there')
  },
)

test('no session, a guest, or a token in the address open nothing', async () => {
  const server = await startTestServer()
  closing.push(() => server.close())
  const { port } = await node(server)
  const guest = await server.as('clerk', { guest: true })
  const good = await server.as('clerk')
  for (const auth of [{}, { token: 'x' }, { token: 1 }, { token: guest.token }])
    await expect(connect(port, auth)).rejects.toSatisfy(isLineEnd)
  const inAddress = io(`http://127.0.0.1:${port}?token=${good.token}`, { reconnection: false, forceNew: true })
  closing.push(() => inAddress.disconnect())
  await expect(new Promise((_, reject) => inAddress.on('connect_error', reject))).rejects.toThrow('登录已过期')
})

test('a socket ends with its session', async () => {
  const server = await startTestServer()
  closing.push(() => server.close())
  const { port, hub } = await node(server)
  const [clerk, colleague] = await Promise.all([server.as('clerk'), server.as('pharmacist')])
  const open = async ({ token }: Client) => connect(port, { token })
  const [ending, staying] = await Promise.all([open(clerk), open(colleague)])
  const gone = next(ending, 'disconnect')
  const { userId } = await clerk.ok(calls.getLoginUserInfo)
  await clerk.ok(calls.logoff, { userId })
  await hub.followSessions(server.deps.services.access)
  await gone
  expect([ending.connected, staying.connected]).toEqual([false, true])
})

test('who is given another store by his role hears of it on the line that he has, and no more of the one that was taken', async () => {
  const server = await startTestServer()
  closing.push(() => server.close())
  const { port, hub } = await node(server)
  const { access } = server.deps.services
  const pingjiang = storeIdOf('P32050100002')
  const may = (stores: string[]) => server.deps.db.update(dataRole).set({ areas: [], stores })
  await may([storeIdOf('P32050100001')])
  const area = await connect(port, { token: (await server.as('area1')).token })
  const heard: string[] = []
  area.onAny((event) => heard.push(event))
  await hub.followSessions(access)
  hub.publish(guanqian, 'his', {})
  await expect.poll(() => heard).toEqual(['his'])
  await may([pingjiang])
  await hub.followSessions(access)
  hub.publish(guanqian, 'taken', {})
  hub.publish(`store:${pingjiang}`, 'given', {})
  // What happened there before nobody told him.
  await expect.poll(() => heard).toEqual(['his', 'anew', 'given'])
})

test('a line that is older than the renewed token follows all the same', async () => {
  const clock = testClock()
  const server = await startTestServer({ clock })
  closing.push(() => server.close())
  const { port, hub } = await node(server)
  const { access } = server.deps.services
  const first = await server.as('area1')
  const area = await connect(port, { token: first.token })
  const heard: string[] = []
  area.onAny((event) => heard.push(event))
  clock.advance(7 * 3_600_000)
  const { headers } = await first.send(calls.getLoginUserInfo)
  await server.withToken(String(headers['refresh-token'])).ok(calls.getLoginUserInfo)
  // The token that the line was opened with counts no more.
  clock.advance(120_000)
  expect(await access.userOf(first.token)).toBeUndefined()
  const pingjiang = storeIdOf('P32050100002')
  await server.deps.db.update(dataRole).set({ areas: [], stores: [pingjiang] })
  await hub.followSessions(access)
  hub.publish(guanqian, 'taken', {})
  hub.publish(`store:${pingjiang}`, 'given', {})
  await expect.poll(() => heard).toContain('given')
  expect(heard).not.toContain('taken')
})

test('what an administrator gives is followed at once, and whom he stops hears nothing more', async () => {
  const hub = new LiveHub()
  const server = await startTestServer({ live: hub })
  closing.push(() => server.close())
  const { port } = await node(server, undefined, undefined, hub)
  const admin = await server.as('admin')
  const { db } = server.deps
  await db.update(dataRole).set({ enabled: false })
  const area = await connect(port, { token: (await server.as('area1')).token })
  const heard: string[] = []
  area.onAny((event) => heard.push(event))
  for (const { id } of await db.select({ id: dataRole.id }).from(dataRole))
    await admin.ok(roles.updateDataRoleStatus, { roleId: id, enabled: true })
  await expect.poll(() => heard).toContain('anew')
  hub.publish(guanqian, 'given', {})
  await expect.poll(() => heard).toContain('given')
  const [person] = await db.select().from(user).where(eq(user.userName, 'area1'))
  const gone = next(area, 'disconnect')
  await admin.ok(roleUser.stopUser, { userId: person!.id, stopped: true })
  await gone
})

test('whoever may not make such a call moves no line', async () => {
  let moved = 0
  const live = { publish: () => undefined, sessionsMoved: () => void moved++ }
  const server = await startTestServer({ live })
  closing.push(() => server.close())
  const send = (who: Client) => who.send(roleUser.stopUser, { userId: 'nobody', stopped: true })
  for (const who of [server.withToken('nobody'), await server.as('clerk')])
    expect((await send(who)).success).toBe(false)
  expect(moved).toBe(0)
  expect((await send(await server.as('admin'))).success).toBe(false)
  expect(moved).toBe(1)
})
