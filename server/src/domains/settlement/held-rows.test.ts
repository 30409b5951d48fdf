import { randomUUID } from 'node:crypto'
import { order as orders } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Database, OpenDatabase } from '../../database/open.ts'
import { openPostgres } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { held, untilWaiting } from '../../test/locks.ts'
import { otherNode } from '../../test/other-node.ts'
import { databases } from '../../test/postgres.ts'
import { intent } from '../order/tables.ts'
import { recoverDue } from './recover/recover.ts'
import { type Counter, openCounter, otc, plain } from './test/counter.ts'
import { type ServerProcess, startServerProcess } from './test/process.ts'
import { RemoteClient } from './test/remote.ts'

// A node that died inside of a transaction has left its rows locked, or a long statement is at them: whoever needs one of
// them hears so in time, and what a centre has booked is booked when they are free.

// Of an area where nobody can look a settlement up.
const person = '32010000000000000001'
const patience = { timeout: 30_000 }
const store = 'P32010200001'

/** Held until the answer frees it, and no longer than the test. */
const heldOn = async ({ db }: OpenDatabase, work: Parameters<typeof held>[1]) => {
  const free = await held(db, work)
  onTestFinished(free)
  return free
}

describe.skipIf(!databases.includes('postgres'))('rows that somebody else holds', () => {
  let counter: Counter
  let beside: OpenDatabase
  const lease = 1500
  beforeAll(async () => {
    counter = await openCounter('clerk2', {
      database: 'postgres',
      settings: { ...plain, authorizeReversal: false },
      config: { lease },
    })
    beside = await openPostgres(counter.server.databaseUrl!, 2)
  })
  afterAll(async () => {
    await beside?.close()
    await counter?.close()
  })

  const priced = async (price: string) => counter.preSettle(await counter.read(person), { lines: otc(price) })
  const settled = async (price: string) => {
    const one = await priced(price)
    expect((await counter.settle(one)).result).toMatchObject({ status: '2' })
    return one
  }
  const get = (id: string) => counter.clerk.ok(orders.get, { id })
  const ofOrder = (id: string) => (tx: Database) =>
    tx.execute(sql`select 1 from purchase_order where id = ${id} for update`)
  const ofArea = (tx: Database) => tx.execute(sql`select 1 from area where code = '320100' for update`)
  const sent = async (id: string) => (await beside.db.select().from(intent).where(eq(intent.orderId, id))).at(-1)
  const undone = async () =>
    (await counter.centre.book(store, formatDay(new Date()))).filter((row) => row.undone).map(({ setl_id }) => setl_id)

  test('are waited for some seconds: each call is refused in words, nothing has changed, and the server serves others', async () => {
    const one = await settled('1.00')
    const cancel = () => counter.clerk.send(settlement.cancel, { orderId: one.id, reason: '顾客退货' })
    const free = await heldOn(beside, ofOrder(one.id))
    // As many as this server has connections.
    const waiting = Array.from({ length: 5 }, cancel)
    await untilWaiting(beside.db, 5)
    const list = counter.clerk.send(orders.paged, { page: 1, pageSize: 20 } as never)
    for (const answer of await Promise.all(waiting)) {
      expect(answer).toMatchObject({ success: false, statusCode: 503, resultExtendInfo: { key: 'database.busy' } })
      expect(answer.resultNotice?.error).toBe('系统正忙，请稍后再试')
    }
    expect((await list).success).toBe(true)
    await free()
    expect((await get(one.id)).status).toBe('2')
    expect(await beside.db.$count(intent, eq(intent.orderId, one.id))).toBe(1)
    expect((await cancel()).result).toMatchObject({ status: '3' })
  }, 60_000)

  test('while it is booked a settlement is its sender’s, however long that waits: no other node asks about it', async () => {
    const one = await priced('2.00')
    const node = await otherNode(counter.server, 0)
    const free = await heldOn(beside, ofArea)
    const answer = counter.settle(one)
    const until = async () => (await sent(one.id))?.leaseUntil.getTime()
    await expect.poll(until, patience).toBeDefined()
    const first = (await until())!
    await expect.poll(until, patience).toBeGreaterThan(first + lease)
    expect(await recoverDue(node.deps)).toBe(0)
    await free()
    expect((await answer).result).toMatchObject({ status: '2' })
    expect(await sent(one.id)).toMatchObject({ outcome: 'booked', attempts: 0 })
    await node.close()
  }, 60_000)

  test('a booking that waits for too long is no refusal: recovery books what was answered when they are free', async () => {
    const one = await priced('3.00')
    const free = await heldOn(beside, ofArea)
    expect((await counter.settle(one)).result).toMatchObject({ status: '4', abnormal: { needsPerson: false } })
    await free()
    await recoverDue(counter.server.deps)
    expect(await get(one.id)).toMatchObject({ status: '2', total: '3.00' })
    expect((await sent(one.id))?.undoSentAt).toBe(null)
    expect(await undone()).toEqual([])
  }, 60_000)
})

describe.skipIf(!databases.includes('postgres'))('a node whose counters all wait', () => {
  let counter: Counter
  let beside: OpenDatabase
  let node: ServerProcess | undefined
  const clerk = new RemoteClient(() => node!.url)
  beforeAll(async () => {
    counter = await openCounter('clerk2', {
      database: 'postgres',
      settings: { ...plain, authorizeReversal: false },
      config: { lease: 1000 },
    })
    beside = await openPostgres(counter.server.databaseUrl!, 2)
  })
  afterAll(async () => {
    await node?.stop()
    await beside?.close()
    await counter?.close()
  })

  test('makes definite meanwhile what it has to, over connections of its own', async () => {
    const priced = async (price: string) => counter.preSettle(await counter.read(person), { lines: otc(price) })
    const one = await priced('4.00')
    expect((await counter.settle(one)).result).toMatchObject({ status: '2' })
    const { dataDir, databaseUrl, deps } = counter.server
    const free = await heldOn(beside, (tx) =>
      tx.execute(sql`select 1 from purchase_order where id = ${one.id} for update`),
    )
    node = await startServerProcess({
      ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl!, CENTRE_URL: counter.centre.url },
      ...{ LEASE: '1000', RECOVERY_EVERY: '200' },
    })
    await clerk.login('clerk2')
    // More than it has connections, again and again: whoever asks over the same ones stands in their row each time.
    let isFree = false
    onTestFinished(() => {
      isFree = true
    })
    const cancel = async () => {
      while (!isFree) {
        const key = { 'idempotency-key': randomUUID() }
        await clerk.send(settlement.cancel, { orderId: one.id, reason: '顾客退货' }, key)
      }
    }
    const waiting = Array.from({ length: 40 }, cancel)
    await untilWaiting(beside.db, 10)
    const lost = await priced('5.00')
    await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
    expect((await counter.settle(lost)).result).toMatchObject({ status: '4' })
    const state = async () => {
      const found = await deps.db.execute(sql`select state from purchase_order where id = ${lost.id}`)
      return rowsFrom<{ state: string }>(found)[0]!.state
    }
    await expect.poll(state, patience).not.toBe('unknown')
    isFree = true
    await free()
    await Promise.all(waiting)
  }, 90_000)
})
