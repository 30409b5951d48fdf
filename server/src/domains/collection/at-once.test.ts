import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { held as heldOpen, untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { move } from '../order/states.ts'
import { order } from '../order/tables.ts'
import { holdOrder } from './book.ts'
import { openShop } from './test/shop.ts'
import { addPayment } from './write.ts'

// What happens to one order at the same moment: each end that is right is accepted, and the book is right in each.

const shop = opened(openShop)

const held = (work: Parameters<typeof heldOpen>[1]) => heldOpen(shop.db, work)

/** Until a session waits for another one's lock. */
const untilSomebodyWaits = () => untilWaiting(shop.db, 1)

/** With a row of its own before, or without one: nothing was left to pay. */
const leftToPay = [
  ['25.60 left to pay', 2560],
  ['nothing left to pay', 0],
] as const

test.skipIf(usual !== 'postgres').each(leftToPay)(
  'a reversal that is not committed yet is waited for (%s)',
  async (_, cash) => {
    const { id } = await shop.sell({ state: 'reversing', cash })
    const commit = await held((tx) => move(tx, id, 'reversed', shop.clock(), { by: '测试', patch: shop.reversal }))
    const bound = shop.bind(id, '25.60')
    await untilSomebodyWaits().finally(commit)
    expect((await bound).result).toMatchObject({ state: 'back', open: '-25.60', orderStatus: '3' })
  },
)

test.skipIf(usual !== 'postgres').each(leftToPay)(
  'a payment that is not committed yet is met by a reversal (%s)',
  async (_, cash) => {
    const { id } = await shop.sell({ state: 'reversing', cash })
    const paying = { kind: '02', kindName: '微信支付', amount: 2560, payNo: '', paidAt: shop.clock(), operator: '李䶮' }
    const commit = await held(async (tx) => {
      const row = await holdOrder(tx, sql`${order.id} = ${id}`)
      await addPayment({ tx, now: shop.clock(), row }, { ...paying, source: 'hand' })
    })
    const reversed = shop.moved(id, 'reversed', shop.reversal)
    await untilSomebodyWaits().finally(commit)
    expect((await reversed)?.state).toBe('reversed')
    expect(await shop.get(id)).toMatchObject({ state: 'back', paid: '25.60', open: '-25.60' })
  },
)

test('two refunds at once: one is booked, the other reads what is left', async () => {
  const { id } = await shop.sell()
  const paymentId = (await shop.bind(id, '25.60')).result!.payments[0]!.id
  await shop.reverse(id)
  const answers = await Promise.all([shop.refund(paymentId, '25.60'), shop.refund(paymentId, '25.60')])
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.find(({ success }) => !success)?.resultNotice).toMatchObject({
    error: '退款 25.60 多于还可退的 0.00，没有登记',
    tips: expect.stringContaining('可能刚有人登记了退款'),
  })
  expect(await shop.get(id)).toMatchObject({ state: 'backFull', refunded: '25.60' })
})

test('the same payment sent twice by one press is one; payments at once add up', async () => {
  const { id } = await shop.sell()
  const key = { 'idempotency-key': 'one-press' }
  const input = { orderId: id, kind: '01', amount: '5.00' }
  await shop.clerk.ok(otherPay.bind, input, key)
  await shop.clerk.ok(otherPay.bind, input, key)
  await Promise.all([shop.bind(id, '0.01'), shop.bind(id, '0.02'), shop.bind(id, '0.03')])
  expect(await shop.get(id)).toMatchObject({ paid: '5.06', state: 'part' })
})

test('one number for two orders at once covers one of them', async () => {
  const [one, two] = [await shop.sell(), await shop.sell()]
  const answers = await Promise.all([one, two].map(({ id }) => shop.bind(id, '25.60', { payNo: 'WX9' })))
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.find(({ success }) => !success)?.resultNotice?.error).toContain('支付流水号 WX9 已登记在订单')
})
