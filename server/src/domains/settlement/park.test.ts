import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { databases } from '../../test/kit.ts'
import { held, untilWaiting } from '../../test/locks.ts'
import { startCentre } from './test/centre.ts'
import { openCounter, otc, plain } from './test/counter.ts'
import { startServerProcess } from './test/process.ts'
import { type Remote, RemoteClient } from './test/remote.ts'

// A basket goes aside whole and comes back whole. Every fault names the step it breaks and asserts three things: the
// centre's book, our book, what the clerk reads.

const store = 'P32050100001'
const [insured, medicalType] = ['32050000000000000001', '41'] as const
const keyed = (key: string) => ({ 'idempotency-key': key })

/** Steps of the two calls, and what breaks each: a row that cannot be written, a table that cannot be read. */
const steps = {
  'its event': {
    breaks: 'create trigger gone before insert on order_event for each row execute function gone()',
    mends: 'drop trigger gone on order_event',
  },
  'its answer': {
    breaks:
      'create trigger gone before update on idempotency for each row when (new.answer is not null) execute function gone()',
    mends: 'drop trigger gone on idempotency',
  },
  'who was read for it': {
    breaks: 'alter table card_read rename to card_away',
    mends: 'alter table card_away rename to card_read',
  },
} as const

describe.each(databases)('on %s: a database fault', (database) => {
  const at = opened(async () => {
    const counter = await openCounter('clerk', { database, settings: plain })
    const { db } = counter.server.deps
    await db.execute(
      sql`create function gone() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$`,
    )
    return Object.assign(counter, { db })
  })
  const book = async () => (await at.centre.book(store, formatDay(new Date()))).length
  const list = async () => (await at.clerk.ok(settlement.parkedList)).map(({ parkedId }) => parkedId)
  const during = async <T>({ breaks, mends }: { breaks: string; mends: string }, ask: () => Promise<T>): Promise<T> => {
    await at.db.execute(sql.raw(breaks))
    try {
      return await ask()
    } finally {
      await at.db.execute(sql.raw(mends))
    }
  }
  const says = async (parkedId: string) =>
    (await at.clerk.ok(orderCalls.get, { id: parkedId })).events.map(({ text }) => text)

  test.each(Object.entries(steps))('when a basket is taken back, at %s: it lies there still', async (step, fault) => {
    const before = await book()
    const { readId } = await at.read(insured)
    const { parkedId } = await at.clerk.ok(settlement.park, { medicalType, lines: otc('1.00'), readId })
    const take = () => at.clerk.send(settlement.unpark, { parkedId }, keyed(`take ${step}`.replaceAll(' ', '-')))
    const cut = await during(fault, take)
    expect([cut.success, cut.resultNotice?.error]).toEqual([false, expect.stringContaining('系统')])
    expect(await list()).toContain(parkedId)
    expect(await says(parkedId)).toEqual(['挂单'])
    // What the counter asks again by itself brings it, once.
    const back = await take()
    expect(back.result).toMatchObject({ orderId: parkedId, lines: [{ price: '1.00' }] })
    expect((await take()).result).toEqual(back.result)
    expect(await list()).not.toContain(parkedId)
    expect([await says(parkedId), (await book()) - before]).toEqual([['挂单', '取单'], 0])
  })

  test.each(Object.entries(steps))('when a basket is put aside, at %s: it lies there once', async (step, fault) => {
    const before = await book()
    const { readId } = await at.read(insured)
    const input = { medicalType, lines: otc('2.00'), readId }
    const known = await list()
    const put = () => at.clerk.send(settlement.park, input, keyed(`put ${step}`.replaceAll(' ', '-')))
    const cut = await during(fault, put)
    expect([cut.success, cut.resultNotice?.error]).toEqual([false, expect.stringContaining('系统')])
    expect(await list()).toEqual(known)
    const [first, again] = [await put(), await put()]
    expect(again.result).toEqual(first.result)
    const { parkedId } = first.result!
    expect(await list()).toEqual([...known, parkedId])
    expect([await says(parkedId), (await book()) - before]).toEqual([['挂单'], 0])
    await at.clerk.ok(settlement.unpark, { parkedId })
  })

  test('when a priced basket is put aside, at its event: its split stands, and nothing lies there', async () => {
    const before = await book()
    const priced = await at.preSettle(await at.read(insured), { lines: otc('3.00') })
    const put = () =>
      at.clerk.send(settlement.park, { orderId: priced.id, medicalType, lines: otc('3.00') }, keyed('put-priced'))
    expect((await during(steps['its event'], put)).success).toBe(false)
    expect(await list()).not.toContain(priced.id)
    const seen = await at.clerk.ok(orderCalls.get, { id: priced.id })
    expect([seen.status, seen.settleKey]).toEqual(['1', priced.settleKey])
    expect((await put()).success).toBe(true)
    expect(await list()).toContain(priced.id)
    expect((await at.settle(priced)).success, 'of a basket that lies aside').toBe(false)
    expect((await book()) - before).toBe(0)
  })
})

describe.skipIf(!databases.includes('postgres'))('a node that is killed', () => {
  const at = opened(async () => {
    const centre = await startCentre()
    const counter = await openCounter('clerk', { database: 'postgres', settings: plain }, centre)
    const { dataDir, databaseUrl } = counter.server
    const node = await startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl!, CENTRE_URL: centre.url })
    const remote = new RemoteClient(() => node.url)
    await remote.login('clerk')
    const close = async () => {
      await node.stop()
      await counter.close()
      await centre.close()
    }
    return { centre, counter, node, remote, close }
  })
  const list = async () => (await at.counter.clerk.ok(settlement.parkedList)).map(({ parkedId }) => parkedId)
  const book = async () => (await at.centre.book(store, formatDay(new Date()))).length
  const answerOf = <T>(answer: Remote<T>) => (answer.lost ? undefined : answer)

  /** Asks, has the node killed while it waits for this table, and starts it again. */
  const killedAt = async <T>(table: string, ask: () => Promise<Remote<T>>) => {
    const { db } = at.counter.server.deps
    const free = await held(db, (tx) => tx.execute(sql.raw(`lock table ${table} in share row exclusive mode`)))
    const asked = ask()
    await untilWaiting(db, 1)
    await at.node.kill()
    await free()
    expect(await asked).toEqual({ lost: true })
    // What the dead one had open ends with its connections.
    const open = sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`
    await expect.poll(async () => ((await db.execute(open)) as unknown as { rows: { n: number }[] }).rows[0]!.n).toBe(0)
    await at.node.start()
    await at.remote.login('clerk')
  }
  /** Nobody waits for what the dead one had begun any more. */
  const nobodyWaits = () =>
    at.counter.server.deps.db.execute(
      sql`update idempotency set started_at = started_at - interval '311 seconds' where answer is null`,
    )

  test('before the event of a basket that is taken back: it lies there still, and comes by the same question', async () => {
    const before = await book()
    const { parkedId } = await at.counter.clerk.ok(settlement.park, { medicalType, lines: otc('4.00') })
    const take = () => at.remote.send(settlement.unpark, { parkedId }, keyed('killed-take'))
    await killedAt('order_event', take)
    expect(await list()).toContain(parkedId)
    expect(answerOf(await take())?.resultNotice?.error, 'the counter asks on').toContain('还在处理')
    await nobodyWaits()
    expect(answerOf(await take())?.result).toMatchObject({ orderId: parkedId, lines: [{ price: '4.00' }] })
    expect([await list(), (await book()) - before]).toEqual([[], 0])
  })

  test('before the event of a basket that is put aside: it lies there once in the end', async () => {
    const before = await book()
    const put = () => at.remote.send(settlement.park, { medicalType, lines: otc('5.00') }, keyed('killed-put'))
    await killedAt('order_event', put)
    expect(await list()).toEqual([])
    await nobodyWaits()
    const parkedId = answerOf(await put())?.result?.parkedId
    expect([await list(), (await book()) - before]).toEqual([[parkedId], 0])
    await at.counter.clerk.ok(settlement.unpark, { parkedId: parkedId! })
  })

  test('behind what it did and before it said so: the same question is answered at once, and does nothing twice', async () => {
    const before = await book()
    const put = () => at.remote.send(settlement.park, { medicalType, lines: otc('6.00') }, keyed('killed-late'))
    await killedAt('operation_log', put)
    const [parkedId, ...more] = await list()
    expect([parkedId, more]).toEqual([expect.any(String), []])
    expect(answerOf(await put())?.result).toMatchObject({ parkedId })
    const take = () => at.remote.send(settlement.unpark, { parkedId: parkedId! }, keyed('killed-late'))
    await killedAt('operation_log', take)
    expect(await list()).toEqual([])
    expect(answerOf(await take())?.result).toMatchObject({ orderId: parkedId, lines: [{ price: '6.00' }] })
    expect((await book()) - before).toBe(0)
  })
})
