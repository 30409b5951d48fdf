import { bill } from '@yibao/shared/calls/bill.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { databaseEra } from '../../database/life.ts'
import { changsha, company, guanqian, openShop } from '../collection/test/shop.ts'
import { intent, order } from './tables.ts'

// An ERP's server asks what became of its bills: after a till was replaced, or each night.

const shop = opened(openShop)
beforeEach(() => shop.clock.advance(60_000))

const ask = (billNos: string[], more: object = {}) =>
  shop.server.nobody.send(bill.results, { ...company, storeNo: 'S001', billNos, ...more })
const results = async (billNo: string) => {
  const { result } = await ask([billNo])
  expect(result?.map((row) => row.billNo)).toEqual([billNo])
  return result![0]!.results
}
const states = async (billNo: string) => (await results(billNo)).map(({ orderId, state }) => [orderId, state])
const set = (id: string, values: Partial<typeof order.$inferInsert>) =>
  shop.db.update(order).set(values).where(eq(order.id, id))

test('a settled bill is answered with the amounts of its result frame, and nothing of a person', async () => {
  const basket = { accountUsed: true, erpRevision: 3 }
  const { id, setlId } = await shop.sell({ erpBill: 'XS-1', basket })
  expect(await results('XS-1')).toEqual([
    {
      ...{ state: 'settled', orderId: id, setlId, revision: 3, at: expect.stringMatching(/^\d{4}-\d\d-\d\d /) },
      ...{ total: '85.60', fund: '0.00', account: '60.00', cash: '25.60' },
    },
  ])
})

test('each order that a bill ever had is told, the oldest first; a number that nobody knows has none', async () => {
  const first = await shop.sell({ erpBill: 'XS-2' })
  await shop.reverse(first.id)
  shop.clock.advance(1000)
  const second = await shop.sell({ erpBill: 'XS-2' })
  expect(await states('XS-2')).toEqual([
    [first.id, 'reversed'],
    [second.id, 'settled'],
  ])
  expect(
    (await ask(['NOWHERE', 'XS-2', 'NOWHERE'])).result?.map(({ billNo, results }) => [billNo, results.length]),
  ).toEqual([
    ['NOWHERE', 0],
    ['XS-2', 2],
  ])
})

test('what is not booked yet is open, what may be booked is unknown, what came to nothing is voided', async () => {
  const { id } = await shop.sell({ erpBill: 'XS-3', setlId: null, settledAt: null })
  const seen: unknown[] = []
  for (const state of ['drafted', 'presettled', 'settling', 'unknown', 'reversing', 'voided'] as const) {
    await set(id, { state })
    seen.push((await states('XS-3'))[0]![1])
  }
  expect(seen).toEqual(['open', 'open', 'unknown', 'unknown', 'unknown', 'voided'])
})

test('what the centre gave back is voided, and what was booked once and is not any more is reversed', async () => {
  const { id } = await shop.sell({ erpBill: 'XS-8', state: 'presettled', setlId: null, settledAt: null })
  const sent = { id: 'i8', msgid: 'M8', infno: '2102', orderId: id, areaCode: '320500', companyId: '10001' }
  const now = shop.clock()
  const when = { sentAt: now, createdAt: now, nextAttemptAt: now, leaseUntil: now }
  await shop.db.insert(intent).values({
    ...{ ...sent, ...when, storeId: guanqian, userId: 'u', callName: 'settle', idempotencyKey: 'k8' },
    ...{ outcome: 'undone', payload: '', node: 'n' },
  } as never)
  expect(await states('XS-8')).toEqual([[id, 'voided']])
  await set(id, { turned: 1 })
  expect(await states('XS-8')).toEqual([[id, 'reversed']])
})

test('of a bill that a played-back database only has priced nobody knows', async () => {
  const { id, updatedAt } = await shop.sell({ erpBill: 'XS-4', state: 'presettled', setlId: null, settledAt: null })
  expect(await states('XS-4')).toEqual([[id, 'open']])
  const before = await shop.db.select().from(databaseEra)
  await shop.db.update(databaseEra).set({ beganAt: new Date(updatedAt.getTime() + 1) })
  expect(await states('XS-4')).toEqual([[id, 'unknown']])
  await shop.db.update(databaseEra).set(before[0]!)
})

test('a bill that an administrator took off its settlement hears that it is reversed, whatever that has come to', async () => {
  const { id } = await shop.sell({ erpBill: null })
  await set(id, { formerBill: 'XS-5', turned: 1 })
  expect(await states('XS-5')).toEqual([[id, 'reversed']])
  // Bound to another bill since, it is that one's.
  await set(id, { erpBill: 'XS-6' })
  expect([await states('XS-5'), await states('XS-6')]).toEqual([[[id, 'reversed']], [[id, 'settled']]])
})

test('the bills of another store, and of another company, are nobody else’s to ask for', async () => {
  await shop.sell({ erpBill: 'XS-7', storeId: changsha })
  expect(await states('XS-7')).toEqual([])
  const refused = async (more: object) => (await ask(['XS-7'], more)).statusCode
  expect([await refused({ verifyCode: 'wrong' }), await refused({ storeNo: 'S999' })]).toEqual([403, 404])
  expect((await ask(Array.from({ length: 201 }, (_, n) => `B${n}`))).statusCode).toBe(400)
})
