import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { approvalTarget } from '@yibao/shared/approval.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { reverse } from '../../../centre/operations/reversal.ts'
import { demoPassword } from '../../../seed/people.ts'
import { encode } from '../../../test/encode.ts'
import { backUp, databases, playBack } from '../../../test/postgres.ts'
import { systemHeader } from '../../attendance/sign.ts'
import { intent, order } from '../../order/tables.ts'
import { store } from '../../organisation/tables.ts'
import { type Counter, openCounter, otc, plain } from '../test/counter.ts'
import { type ServerProcess, startServerProcess } from '../test/process.ts'
import { RemoteClient } from '../test/remote.ts'
import { restoredText } from './purchase.ts'
import { recoverDue } from './recover.ts'

// The database is older than what was done with it: a backup was played back, or a standby took over that had not heard
// the last of it. What it holds for open may be settled, and the customer gone with goods and slip.

const person = '32010000000000000001'
const patience = { timeout: 30_000, interval: 200 }
const bookOf = async ({ centre }: Counter) =>
  (await centre.book('P32010200001', formatDay(new Date()))).filter(({ infno }) => infno === '2102')

/** Settled at the centre, and nobody heard. */
const answerLost = async (counter: Counter) => {
  const one = await counter.preSettle(await counter.read(person), { lines: otc('0.01') })
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
  return one.id
}

describe.skipIf(!databases.includes('postgres'))('a backup of a moment in which a settlement was at the centre', () => {
  let counter: Counter
  let node: ServerProcess | undefined
  const clerk = new RemoteClient(() => node!.url)
  beforeAll(async () => {
    counter = await openCounter('clerk2', { database: 'postgres', settings: plain, config: { lease: 1000 } })
  })
  afterAll(async () => {
    await node?.stop()
    await counter?.close()
  })

  test('nothing is undone behind the customer’s back: a person reads why, and takes the settlement over by its numbers', async () => {
    const { dataDir, databaseUrl, deps } = counter.server
    const one = await counter.preSettle(await counter.read(person), { lines: otc('12.50') })
    await counter.centre.fault({ fault: 'delay', infno: '2102', ms: 3000, when: 'before' })
    const answer = counter.settle(one)
    const sent = () => deps.db.select().from(intent).where(eq(intent.orderId, one.id))
    await expect.poll(async () => (await sent()).map(({ outcome }) => outcome), patience).toEqual(['open'])
    const file = join(dataDir, 'backup')
    await backUp(databaseUrl!, file)
    expect((await answer).result).toMatchObject({ status: '2' })
    const DATABASE_URL = await playBack(databaseUrl!, file)
    rmSync(file)
    node = await startServerProcess({ DATA_DIR: dataDir, DATABASE_URL, CENTRE_URL: counter.centre.url, LEASE: '1000' })
    await clerk.login('clerk2')
    const get = async () => {
      const found = await clerk.send(orderCalls.get, { id: one.id })
      return found.lost ? undefined : found.result
    }
    await expect.poll(async () => (await get())?.abnormal?.needsPerson, patience).toBe(true)
    expect(await get()).toMatchObject({ status: '4', abnormal: { kind: 'unknown', lastError: restoredText } })
    // Asking again changes nothing either.
    await clerk.send(orderCalls.recheck, { id: one.id })
    const [booked, ...more] = await bookOf(counter)
    expect([booked?.undone, more]).toEqual([false, []])
    const ids = { setlId: booked!.setl_id, mdtrtId: String(booked!.mdtrt_id) }
    // Refused while the question before it still holds the order.
    const bound = async () => {
      const answer = await clerk.send(orderCalls.bind, { id: one.id, ...ids })
      return answer.lost ? undefined : answer.result
    }
    await expect.poll(bound, patience).toMatchObject({ status: '2', setlId: ids.setlId, total: '12.50' })
    expect((await bookOf(counter)).map(({ undone }) => undone)).toEqual([false])
  }, 90_000)

  test('one that came back as files is told to the server by whoever starts it', async () => {
    await node?.stop()
    const { dataDir, databaseUrl } = counter.server
    // The played back one counted on from where this one stood. The numbers begin anew behind 9999.
    await counter.server.deps.db.execute(sql`select setval('msgid_serial', (nextval('msgid_serial') + 3000) % 10000)`)
    const id = await answerLost(counter)
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl!, CENTRE_URL: counter.centre.url, LEASE: '1000' }
    node = await startServerProcess({ ...env, DATABASE_RESTORED: '1' })
    const get = async () => (await counter.clerk.ok(orderCalls.get, { id })).abnormal
    await expect.poll(async () => (await get())?.needsPerson, patience).toBe(true)
    expect((await get())?.lastError).toBe(restoredText)
    expect((await bookOf(counter)).at(-1)?.undone).toBe(false)
  })
})

describe('a settlement of which the database may have known more', () => {
  const counter = opened(() =>
    openCounter('clerk2', { settings: { ...plain, authorizeReversal: false, authorizeUndo: false } }),
  )
  const db = () => counter.server.deps.db
  const get = (id: string) => counter.clerk.ok(orderCalls.get, { id })
  const undo = (id: string, authorizationId?: string) =>
    counter.clerk.send(orderCalls.undo, { id, reason: '顾客没有取药', authorizationId })

  test('is undone when a person says that nothing left the counter, and not before the system has given it up', async () => {
    const before = (await bookOf(counter)).length
    const id = await answerLost(counter)
    expect((await undo(id)).error?.message).toBe('系统正在核实这笔结算')
    await db().update(intent).set({ life: 'another' }).where(eq(intent.orderId, id))
    await recoverDue(counter.server.deps)
    expect((await bookOf(counter)).slice(before).map(({ undone }) => undone)).toEqual([false])
    expect((await get(id)).abnormal).toMatchObject({ needsPerson: true, lastError: restoredText })
    expect((await undo(id)).result).toMatchObject({ status: '1' })
    expect((await bookOf(counter)).slice(before).map(({ undone }) => undone)).toEqual([true])
    expect((await get(id)).events.map(({ text }) => text)).toContain('人工冲正：顾客没有取药')
    expect((await undo(id)).error?.message).toBe('订单已是「已预结算」，不能冲正')
  })

  test('of the same database is undone by itself', async () => {
    const before = (await bookOf(counter)).length
    const id = await answerLost(counter)
    await recoverDue(counter.server.deps)
    expect((await get(id)).status).toBe('1')
    expect((await bookOf(counter)).slice(before).map(({ undone }) => undone)).toEqual([true])
  })

  test('a slip that was printed under an earlier settlement: a person may say that nothing left under this one', async () => {
    const id = await answerLost(counter)
    await db().update(order).set({ goodsOut: true }).where(eq(order.id, id))
    await recoverDue(counter.server.deps)
    expect((await get(id)).abnormal).toMatchObject({ needsPerson: true })
    expect((await undo(id)).result).toMatchObject({ status: '1' })
  })

  test('nor is it a person’s between two attempts of the system', async () => {
    const id = await answerLost(counter)
    await counter.centre.fault({ fault: 'dropBeforeBooking', infno: '2601' })
    await recoverDue(counter.server.deps)
    expect((await get(id)).abnormal).toMatchObject({ attempts: 1, needsPerson: false })
    expect((await undo(id)).error?.message).toBe('系统正在核实这笔结算')
    await db().update(intent).set({ nextAttemptAt: null }).where(eq(intent.orderId, id))
    await recoverDue(counter.server.deps)
    expect((await get(id)).status).toBe('1')
  })

  test('an undo that gets no answer goes on by itself', async () => {
    const id = await answerLost(counter)
    await db().update(intent).set({ life: 'another' }).where(eq(intent.orderId, id))
    await recoverDue(counter.server.deps)
    await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2601' })
    expect((await undo(id)).result).toMatchObject({ status: '4', abnormal: { needsPerson: false } })
    await db().execute(
      sql`update settlement_intent set next_attempt_at = now() - interval '1 second' where order_id = ${id}`,
    )
    await recoverDue(counter.server.deps)
    expect((await get(id)).status).toBe('1')
  })

  test('one that was taken back on the centre’s own site is closed by who says that nothing left the counter', async () => {
    const id = await answerLost(counter)
    const { deps } = counter.server
    const booked = (await bookOf(counter)).at(-1)!
    const [shop] = await db().select().from(store).where(eq(store.fixmedinsCode, 'P32010200001'))
    const header = await systemHeader(deps, shop!, '320100')
    const args = { setlId: booked.setl_id, mdtrtId: String(booked.mdtrt_id), psnNo: person }
    const { kind } = await deps.services.centre.of('320100').run(reverse, args, header, { timeoutMs: 5_000 })
    expect(kind).toBe('booked')
    await recoverDue(deps)
    expect((await get(id)).abnormal).toMatchObject({
      ...{ needsPerson: true, lastError: '医保中心：“原交易已撤销，不能冲正”' },
    })
    expect((await undo(id)).result).toMatchObject({ status: '1' })
    expect((await bookOf(counter)).at(-1)).toMatchObject({ reversed: true, undone: false })
  })

  test('where undoing wants a second person it asks for him, whatever a reversal wants', async () => {
    const id = await answerLost(counter)
    await db().update(intent).set({ life: 'another' }).where(eq(intent.orderId, id))
    await recoverDue(counter.server.deps)
    const settle = sql`update area set settings = settings || '{"authorizeUndo": true}'::jsonb`
    await db().execute(settle)
    expect((await undo(id)).error?.message).toMatch(/授权/)
    expect((await get(id)).status).toBe('4')
    const { authorizationId } = await counter.clerk.ok(auth.authorize, {
      ...{ userName: 'area', passWord: encode(demoPassword, new Date()) },
      ...{ action: 'undo', target: approvalTarget.undo(id) },
    })
    // Refused for another reason it is not spent: nobody has to come to the counter again.
    await db().update(intent).set({ needsPerson: false }).where(eq(intent.orderId, id))
    expect((await undo(id, authorizationId)).error?.message).toBe('系统正在核实这笔结算')
    await db().update(intent).set({ needsPerson: true }).where(eq(intent.orderId, id))
    expect((await undo(id, authorizationId)).result).toMatchObject({ status: '1' })
  })
})
