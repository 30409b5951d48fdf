import { card } from '@yibao/shared/calls/card.ts'
import { order as orders } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { slip } from '@yibao/shared/calls/slip.ts'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { newId } from '../../base/ids.ts'
import { order } from '../order/tables.ts'
import { beforeThis } from '../order/year-before.ts'
import { openCounter } from '../settlement/test/counter.ts'
import { hasPdftotext, pdfText } from './document/test/pdf-text.ts'

// 本年度此前累计 on the official form: what stood before a purchase, or no word of it.

const sick = '32050000000000000003'
const counter = opened(() => openCounter('clerk', { database: 'pglite', config: { settleWait: 5_000 } }))
afterEach(() => counter.centre.clearFaults())

const chronic = (quantity: string) =>
  ({
    lines: [{ ownCode: '100001', quantity, price: '20.00' }],
    medicalType: '14',
    diseaseCode: 'M01600',
    diseaseName: '糖尿病',
  }) as never
const read = async (asks = true) => {
  const person = await counter.read(sick)
  if (asks) await counter.clerk.ok(card.diseaseBalance, { readId: person.readId })
  return person
}
const buy = async (person: Awaited<ReturnType<typeof read>>, quantity: string) => {
  const priced = await counter.preSettle(person, chronic(quantity))
  expect((await counter.settle(priced)).success).toBe(true)
  return priced.id
}
const yearOf = async (id: string) => (await counter.clerk.ok(orders.get, { id })).yearBefore
const paper = async (orderId: string, more: object = {}) => {
  const { slipId } = await counter.clerk.ok(slip.make, { orderId, kind: 'settlement', layout: 'a4', ...more })
  const { bytes } = await counter.clerk.send(slip.get, { slipId })
  await counter.clerk.ok(slip.printed, { slipId, state: 'done' })
  return pdfText(Buffer.from(bytes), 'raw').replace(/\s/g, '')
}
const yuan = (text: string | undefined) => Number(text).toLocaleString('en', { minimumFractionDigits: 2 })

test.skipIf(!hasPdftotext)(
  'a slip, and its reprint after later ones, says what stood before its purchase',
  async () => {
    const first = await buy(await read(), '50')
    expect(await yearOf(first), 'the centre counts nothing yet').toBeUndefined()
    expect(await paper(first)).not.toContain('本年度此前累计')
    const { split, total } = await counter.clerk.ok(orders.get, { id: first })
    const second = await buy(await read(), '7')
    const said = { total, poolFund: split?.poolFund }
    expect(await yearOf(second)).toMatchObject(said)
    const written = await paper(second)
    for (const part of ['本年度此前累计', `费用总额${yuan(total)}`, `统筹支付${yuan(split?.poolFund)}`])
      expect(written).toContain(part)
    // Nothing that the centre did not say is on the paper, as a zero or otherwise.
    for (const part of ['住院次数', '居民大病', '医疗救助0.00']) expect(written).not.toContain(part)
    await buy(await read(), '3')
    expect(await paper(second, { reprintReason: 'lost' })).toContain(`费用总额${yuan(total)}`)
    expect(await yearOf(second)).toMatchObject(said)
  },
)

test('nobody waits for it: without an answer at F8 the order says nothing, and one during the pricing still counts', async () => {
  await buy(await read(), '1')
  expect(await yearOf(await buy(await read(false), '2'))).toBeUndefined()
  const person = await read(false)
  const priced = await counter.centre.during(
    '2101',
    () => counter.preSettle(person, chronic('4')),
    () => counter.clerk.ok(card.diseaseBalance, { readId: person.readId }),
  )
  expect(await yearOf(priced.id)).toMatchObject({ total: expect.any(String) })
  await counter.settle(priced)
  expect(await yearOf(priced.id)).toMatchObject({ total: expect.any(String) })
})

test('what another counter settled or took back in between ends it', async () => {
  const kept = await buy(await read(), '5')
  const mine = await read()
  const other = await buy(await read(), '6')
  const after = await buy(mine, '8')
  expect(await yearOf(after), 'settled in between').toBeUndefined()
  const again = await read()
  const cancelled = await counter.clerk.send(
    settlement.cancel,
    { orderId: kept, reason: '顾客退药' },
    { 'idempotency-key': newId() },
  )
  expect(cancelled.success).toBe(true)
  expect(await yearOf(await buy(again, '9')), 'taken back in between').toBeUndefined()
  // Taken back long after, the other one came between all the same.
  await counter.clerk.send(settlement.cancel, { orderId: other, reason: '顾客退药' }, { 'idempotency-key': newId() })
  expect(await yearOf(after)).toBeUndefined()
})

test('what is asked while money of his is in the air is not kept: nobody knows whether it is in it', async () => {
  const person = await read(false)
  const lost = await counter.preSettle(await read(false), chronic('11'))
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  const fault = counter.settle(lost)
  await expect
    .poll(
      async () =>
        (
          await counter.server.deps.db.select({ state: order.state }).from(order).where(sql`${order.id} = ${lost.id}`)
        )[0]!.state,
    )
    .toBe('unknown')
  await fault
  await counter.clerk.ok(card.diseaseBalance, { readId: person.readId })
  const priced = await counter.preSettle(person, chronic('12'))
  expect(await yearOf(priced.id)).toBeUndefined()
  await counter.clerk.ok(orders.recheck, { id: lost.id })
})

test('of another year nothing is said', async () => {
  const id = await buy(await read(), '13')
  const { db } = counter.server.deps
  const [row] = await db.select().from(order).where(sql`${order.id} = ${id}`)
  expect(await beforeThis(db, row!)).toBeDefined()
  const next = new Date(row!.settledAt!.getTime() + 366 * 86_400_000)
  expect(await beforeThis(db, { ...row!, settledAt: next })).toBeUndefined()
})
