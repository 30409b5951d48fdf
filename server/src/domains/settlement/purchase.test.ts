import { order } from '@yibao/shared/calls/order.ts'
import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { databases } from '../../test/kit.ts'
import { order as orders } from '../order/tables.ts'
import { type Counter, openCounter, otc } from './test/counter.ts'

// One purchase by API, through the real wire to the centre's own process (domain.md 4.3, worked example A).

let counter: Counter
afterEach(() => counter.close())

const zhangSan = '32050000000000000001'

test.each(databases)('on %s: read, pre-settle, settle, reverse: the three books agree to the fen', async (database) => {
  counter = await openCounter('clerk', { database })
  const { centre, clerk } = counter
  const person = await counter.read(zhangSan)
  expect(person).toMatchObject({ maskedName: '张*', insutype: '310' })
  const priced = await counter.preSettle(person, {
    prescription: undefined,
    lines: [
      { ownCode: '100002', quantity: '1', price: '30.00' },
      { ownCode: '100003', quantity: '1', price: '15.60' },
    ],
  })
  expect(priced).toMatchObject({ status: '1', total: '45.60' })
  const whole = await counter.preSettle(person, { orderId: priced.id })
  expect(whole.split).toMatchObject({ total: '85.60', fullySelfPaid: '15.60', firstSelfPay: '3.00', inScope: '67.00' })
  const answer = await counter.settle(whole)
  expect(answer.result).toMatchObject({ status: '2', total: '85.60' })
  const settled = await clerk.ok(order.get, { id: whole.id })
  expect(settled.split).toEqual(whole.split ? { ...whole.split, balance: settled.split?.balance } : undefined)
  const [row] = await centre.book('P32050100001', formatDay(new Date()))
  expect(row).toMatchObject({ setl_id: settled.setlId, undone: false })

  const again = await counter.settle(whole)
  expect(again.result).toEqual(answer.result)
  expect(await centre.book('P32050100001', formatDay(new Date()))).toHaveLength(1)

  await clerk.ok(otherPay.bind, { orderId: whole.id, kind: '02', amount: '25.00' })
  const back = [
    { kindName: '微信支付', amount: '25.00', booked: true },
    { kindName: '现金', amount: '0.60', booked: false },
  ]
  expect((await clerk.ok(order.get, { id: whole.id })).giveBack, 'what the clerk reads before').toEqual(back)
  const reversed = await clerk.send(
    settlement.cancel,
    { orderId: whole.id, reason: '顾客退药' },
    { 'idempotency-key': 'reverse-1' },
  )
  expect(reversed.result).toMatchObject({ status: '3', reversalReason: '顾客退药', reversalBalance: '60.00' })
  expect(reversed.result?.giveBack, 'what the clerk hands back, and how').toEqual(back)
  expect(await clerk.ok(otherPay.get, { orderId: whole.id })).toMatchObject({ state: 'back', open: '-25.00' })
  // Whoever comes too late reads the state of the order, by the name it has everywhere.
  const late = async (answer: Promise<{ resultNotice?: { error?: string } | null }>) =>
    (await answer).resultNotice?.error
  const second = { orderId: whole.id, reason: '顾客退药' }
  expect(await late(clerk.send(settlement.cancel, second))).toBe('订单已是「已撤销」，不能撤销')
  expect(await late(clerk.send(order.void, { id: whole.id, reason: '顾客放弃' }))).toBe('订单已是「已撤销」，不能作废')
  const basket = { orderId: whole.id, medicalType: '41', lines: otc('1.00') }
  expect(await late(clerk.send(settlement.park, basket))).toBe('订单已是「已撤销」，不能挂单')
  expect(await centre.book('P32050100001', formatDay(new Date()))).toHaveLength(2)
})

test('a bill whose reversal is on its way is not priced anew', async () => {
  counter = await openCounter('clerk')
  const person = await counter.read(zhangSan)
  const asked = { lines: otc('1.00'), erpBill: 'XS-䶮-1', prescription: undefined }
  const one = await counter.preSettle(person, asked)
  expect((await counter.settle(one)).result).toMatchObject({ status: '2' })
  await counter.server.deps.db.update(orders).set({ state: 'reversing' }).where(eq(orders.id, one.id))
  await expect(counter.preSettle(person, asked)).rejects.toThrow('XS-䶮-1')
  expect(await counter.server.deps.db.$count(orders)).toBe(1)
})
