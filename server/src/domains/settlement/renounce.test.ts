import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { openCounter, otc, plain } from './test/counter.ts'

// A counter whose F9 had no answer, and may still be on its way, gives it up before anybody is told that nothing was taken.

const counter = opened(() => openCounter('clerk2', { settings: plain }))
const price = async () => counter.preSettle(await counter.read('32010000000000000004'), { lines: otc('0.01') })
type Priced = Awaited<ReturnType<typeof price>>
const give = ({ id: orderId, settleKey = '' }: Priced) => counter.clerk.ok(settlement.renounce, { orderId, settleKey })
/** How it stands then, and its key. */
const given = async (one: Priced) => {
  const { status, settleKey } = await give(one)
  return [status, settleKey]
}
const bookedOf = async () => {
  const rows = await counter.centre.book('P32010200001', formatDay(counter.server.deps.clock()))
  return rows.filter(({ infno, undone }) => infno === '2102' && !undone).length
}
const seen = ({ id }: Priced) => counter.clerk.ok(orderCalls.get, { id })

test('an F9 that comes behind it is refused: the centre has nothing, the order is as before, and F8 goes on', async () => {
  const [one, before] = [await price(), await bookedOf()]
  expect(await given(one)).toEqual(['1', undefined])
  expect((await counter.settle(one)).resultNotice).toMatchObject({
    error: '上次结算没有成立，原预结算作废',
  })
  expect([await bookedOf(), (await seen(one)).status]).toEqual([before, '1'])
  expect((await seen(one)).events.map(({ text }) => text)).toContain('结算请求没有收到，这次结算不再受理')
  // Given up twice, for its answer was lost too, it is the same.
  expect(await given(one)).toEqual(['1', undefined])
  const again = await counter.preSettle(await counter.read('32010000000000000004'), {
    ...{ lines: otc('0.01'), orderId: one.id },
  })
  expect((await counter.settle(again)).result).toMatchObject({ status: '2' })
  expect(await bookedOf()).toBe(before + 1)
})

test('one that was quicker is not given up: under way it is unknown, and booked it is settled', async () => {
  const [one, before] = [await price(), await bookedOf()]
  const during: string[] = []
  const answer = await counter.centre.during(
    '2102',
    () => counter.settle(one),
    async () => {
      during.push((await give(one)).status)
    },
  )
  expect(answer).toMatchObject({ result: { status: '2' } })
  expect([during, (await give(one)).status]).toEqual([['4'], '2'])
  expect(await bookedOf()).toBe(before + 1)
})

test('another key than the one it has takes nothing away', async () => {
  const one = await price()
  await counter.clerk.ok(settlement.renounce, { orderId: one.id, settleKey: 'of-before' })
  expect((await counter.settle(one)).result).toMatchObject({ status: '2' })
})
