import { order } from '@yibao/shared/calls/order.ts'
import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { openCounter, otc, plain } from '../settlement/test/counter.ts'

const centre = opened(startCentre)
const counter = opened(() => openCounter('clerk', { settings: plain }, centre))

test('重新查询 asks the centre first where nobody knows whether the settlement still stands', async () => {
  const { clerk } = counter
  const person = await counter.read('32050000000000000001')
  const one = await counter.preSettle(person, { lines: otc('1.00'), accountUsed: false })
  await counter.settle(one)
  const orderId = one.id
  await clerk.ok(otherPay.bind, { orderId, kind: '02', amount: '1.00' })
  await centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
  await clerk.send(settlement.cancel, { orderId, reason: '顾客退货' }, { 'idempotency-key': 'recheck-1' })
  expect((await clerk.ok(order.get, { id: orderId })).status, 'what the clerk reads before').toBe('4')
  expect(await clerk.ok(otherPay.query, { orderId })).toMatchObject({ state: 'back', open: '-1.00' })
  expect((await clerk.ok(order.get, { id: orderId })).status, 'our book').toBe('3')
  const rows = (await centre.book('P32050100001', formatDay(new Date()))).filter((row) => !row.undone)
  expect(
    rows.map(({ infno, medfee_sumamt }) => [infno, medfee_sumamt]).toSorted(),
    'the centre’s book: the settlement and its reversal',
  ).toEqual([
    ['2102', '1.00'],
    ['2103', '-1.00'],
  ])
})
