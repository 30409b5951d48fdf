import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { siteLoad } from '@yibao/shared/calls/site-load.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restartCode } from '../../process/exit-codes.ts'
import { databases } from '../../test/kit.ts'
import { intent } from '../order/tables.ts'
import { type Counter, openCounter, otc } from '../settlement/test/counter.ts'
import { type ServerProcess, startServerProcess } from '../settlement/test/process.ts'
import { RemoteClient } from '../settlement/test/remote.ts'

// A node that is sent away, or started again, while a settlement is at the centre: the centre's book, our book, what the
// clerk reads.

const patience = { timeout: 20_000 }

describe.skipIf(!databases.includes('postgres'))('a settlement that is at the centre', () => {
  let counter: Counter
  let node: ServerProcess
  const clerk = new RemoteClient(() => node.url)
  const admin = new RemoteClient(() => node.url)
  beforeAll(async () => {
    counter = await openCounter('clerk', { database: 'postgres' })
    const { dataDir, databaseUrl } = counter.server
    node = await startServerProcess({
      ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl!, CENTRE_URL: counter.centre.url },
      ...{ SUPERVISED: '1', NODE_NAME: 'counter' },
    })
    await clerk.login('clerk')
    await admin.login('admin')
  })
  afterAll(async () => {
    await node?.stop()
    await counter?.close()
  })

  const book = async () =>
    (await counter.centre.book('P32050100001', formatDay(new Date()))).filter(({ undone }) => !undone).length
  const nodeNow = async () => {
    const answer = await admin.send(siteLoad.current, {})
    if (answer.lost || !answer.success) throw new Error(JSON.stringify(answer))
    return answer.result!.items[0]!
  }
  const give = async (order: 'drain' | 'resume' | 'restart') => {
    const { id } = await nodeNow()
    expect(await admin.send(siteLoad.command, { id, order, reason: '换版本', last: true })).toMatchObject({
      success: true,
    })
  }
  const health = async () => (await fetch(`${node.url}/health`)).status

  /** A settlement of the node whose 2102 the centre keeps for a while. */
  const held = async (ms = 2500) => {
    const person = await counter.read('32050000000000000001')
    const one = await counter.preSettle(person, { lines: otc('0.01') })
    await counter.centre.fault({ fault: 'delay', infno: '2102', ms, when: 'before' })
    const before = await book()
    const answer = clerk.send(settlement.settle, { orderId: one.id }, { 'idempotency-key': one.settleKey ?? '' })
    const intents = () =>
      counter.server.deps.db.select({ outcome: intent.outcome, orderId: intent.orderId }).from(intent)
    await expect
      .poll(
        async () => (await intents()).some(({ orderId, outcome }) => orderId === one.id && outcome === 'open'),
        patience,
      )
      .toBe(true)
    const settled = async () => {
      expect(await answer).toMatchObject({ success: true, result: { status: '2' } })
      expect(await book()).toBe(before + 1)
      expect((await counter.clerk.ok(orderCalls.get, { id: one.id })).status).toBe('2')
      expect((await intents()).find(({ orderId }) => orderId === one.id)?.outcome).toBe('booked')
    }
    return { before, settled, answer }
  }

  test('ends before its node is empty; a node that is empty still answers who comes, and comes back', async () => {
    const { before, settled } = await held()
    await give('drain')
    expect(await health()).toBe(503)
    expect([await book(), (await nodeNow()).state]).toEqual([before, 'draining'])
    await settled()
    await expect.poll(async () => (await nodeNow()).state, patience).toBe('drained')
    await give('resume')
    await expect.poll(health, patience).toBe(200)
    expect((await nodeNow()).state).toBe('serving')
  })

  test('ends before its node does, which then is started again under its name', async () => {
    const { before, settled } = await held()
    const old = await nodeNow()
    await give('restart')
    expect([await health(), await book()]).toEqual([503, before])
    expect((await nodeNow()).state).toBe('restarting')
    await settled()
    expect(await node.ended()).toBe(restartCode)
    await node.start()
    await expect.poll(async () => (await nodeNow()).state, patience).toBe('serving')
    const now = await nodeNow()
    expect([now.name, now.id !== old.id, now.restartable]).toEqual(['counter', true, true])
  })

  /** Two signals at once would be one. */
  const taken = () => expect.poll(() => health().catch(() => 'nobody listens'), patience).toBe('nobody listens')

  test('ends before a process does that was told to end, which takes nobody else meanwhile', async () => {
    const { settled } = await held(7000)
    const ended = node.stop()
    await taken()
    await settled()
    await ended
    expect(await node.ended()).toBe(0)
    await node.start()
  })

  test('is left to recovery by a process that is told so twice', async () => {
    await clerk.login('clerk')
    const { before, answer } = await held(30_000)
    const first = node.stop()
    await taken()
    const began = Date.now()
    await node.stop()
    await first
    expect(Date.now() - began).toBeLessThan(6000)
    expect([await answer, await book(), await node.ended()]).toEqual([{ lost: true }, before, 0])
  })
})
