import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { continuation } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { order as orders } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { databaseEra } from '../../database/life.ts'
import { backUp, databases, playBack } from '../../test/postgres.ts'
import { pricedBeforeText } from '../order/priced-before.ts'
import { type Counter, openCounter, otc, plain } from './test/counter.ts'
import { type ServerProcess, startServerProcess } from './test/process.ts'
import { RemoteClient } from './test/remote.ts'

// A standby took over that had not heard the last second: what it holds for priced may have left under its very key.

const person = '32050000000000000001'
const bookOf = async ({ centre }: Counter) =>
  (await centre.book('P32050100001', formatDay(new Date()))).filter(({ infno }) => infno === '2102')
const inDoubt = { status: '4', abnormal: { kind: 'unknown', needsPerson: true, lastError: pricedBeforeText } }
const refused = { error: '数据库切换过主机，在那之前的预结算作废' }

describe.skipIf(!databases.includes('postgres'))('the last second of a primary is lost', () => {
  let counter: Counter
  let node: ServerProcess | undefined
  const clerk = new RemoteClient(() => node!.url)
  beforeAll(async () => {
    counter = await openCounter('clerk', { database: 'postgres', settings: plain })
  })
  afterAll(async () => {
    await node?.stop()
    await counter?.close()
  })
  const ok = async (...call: Parameters<RemoteClient['send']>) => {
    const answer = await clerk.send(...call)
    if (answer.lost || !answer.success) throw new Error(`${call[0].path}: ${JSON.stringify(answer)}`)
    return answer.result as Record<string, string>
  }
  const settle = ({ id, settleKey = '' }: { id: string; settleKey?: string | undefined }) =>
    clerk.send(settlement.settle, { orderId: id }, { 'idempotency-key': settleKey })

  test('nobody is told that nothing was taken, and nothing is taken twice', async () => {
    const { dataDir, databaseUrl } = counter.server
    const one = await counter.preSettle(await counter.read(person), { lines: otc('5.00') })
    const heard = join(dataDir, 'heard')
    await backUp(databaseUrl!, heard)
    expect((await counter.settle(one)).result).toMatchObject({ status: '2' })
    const standby = await playBack(databaseUrl!, heard)
    rmSync(heard)
    node = await startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: standby, CENTRE_URL: counter.centre.url })
    await clerk.login('clerk')
    expect(await ok(orders.get, { id: one.id })).toMatchObject(inDoubt)
    const given = await ok(settlement.renounce, { orderId: one.id, settleKey: one.settleKey } as never)
    expect(given).toMatchObject(inDoubt)
    expect(await settle(one)).toMatchObject({ success: false, statusCode: 409, resultNotice: refused })
    expect((await bookOf(counter)).map(({ medfee_sumamt }) => Number(medfee_sumamt))).toEqual([5])
    // What is priced in this life is settled at once, by no clock's word.
    const medium = { medium: 'eVoucher' } as const
    const asked = await clerk.send(card.read, medium)
    const { pubSubId = '', action = '' } = (!asked.lost && asked.confimResultInfo) || {}
    const result = JSON.stringify({ ...medium, code: await counter.centre.code(person) })
    await ok(continuation.complete, { pubSubId, action, ok: true, result } as never)
    const { readId, insutype } = await ok(card.read, medium, { [PUB_SUB_HEADER]: pubSubId })
    const basket = { readId, insutype, medicalType: '41', lines: otc('6.00') }
    const next = (await ok(settlement.preSettle, basket as never)) as { id: string; settleKey: string }
    expect(await settle(next)).toMatchObject({ success: true, result: { status: '2' } })
  }, 90_000)
})

describe('an order that was priced before the database became another one', () => {
  const counter = opened(() => openCounter('clerk', { settings: plain }))
  const db = () => counter.server.deps.db
  const priced = async (price: string, orderId?: string) =>
    counter.preSettle(await counter.read(person), { lines: otc(price), orderId } as never)

  test('is in doubt until it is priced anew or made void, and of one whose key has gone before nobody doubts', async () => {
    const [kept, given, dropped] = [await priced('1.10'), await priced('1.20'), await priced('1.30')]
    const renounce = ({ id, settleKey = '' }: typeof kept) =>
      counter.clerk.ok(settlement.renounce, { orderId: id, settleKey })
    expect((await renounce(given)).status).toBe('1')
    await db().update(databaseEra).set({ life: 'before' })
    const get = (id: string) => counter.clerk.ok(orders.get, { id })
    expect(await get(kept.id)).toMatchObject(inDoubt)
    expect(await get(dropped.id)).toMatchObject(inDoubt)
    expect((await get(given.id)).status).toBe('1')
    expect((await counter.settle(kept)).resultNotice).toMatchObject(refused)
    const anew = await priced('1.10', kept.id)
    expect(anew).toMatchObject({ status: '1' })
    expect((await counter.settle(anew)).result).toMatchObject({ status: '2' })
    const gone = await counter.clerk.ok(settlement.drop, { orderId: dropped.id, reason: '中心没有这笔结算' })
    expect(gone.status).toBe('7')
  })

  test('by an earlier version goes by when its key was made', async () => {
    const one = await priced('2.10')
    await db().execute(sql`update purchase_order set basket = basket - 'era' where id = ${one.id}`)
    // The life that was noted a moment ago began some minutes after that.
    expect((await counter.settle(one)).resultNotice).toMatchObject(refused)
    await db()
      .update(databaseEra)
      .set({ beganAt: new Date(0) })
    expect((await counter.settle(one)).result).toMatchObject({ status: '2' })
  })
})
