import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { expect, test } from 'vitest'
import { useBench } from '../test/use-bench.ts'

// What is put right by the statement alone, while the centre answers no question about the settlement.

const bench = useBench()
const silent = () => bench.centre.fault({ fault: 'refuse', infno: '5203', text: '查询暂停' })

test('sums alone are taken: what neither fund nor account bears was paid in cash', async () => {
  const day = await bench.day('clerk', '2026-10-02')
  const { id } = await day.buy('2.00')
  const { total, fundTotal, account, cash } = await day.order(id)
  await day.patch(id, { fundTotal: fundTotal + 50, account: account - 30, cash: cash - 20 })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'amounts', proposal: 'takeCentre' })
  await silent()
  expect((await day.handle(difference!, 'takeCentre')).result).toMatchObject({ handledAction: 'takeCentre' })
  expect(await day.order(id)).toMatchObject({ state: 'settled', total, fundTotal, account, cash, split: { cash } })
  expect(await day.book()).toHaveLength(1)
  const { groups, equal } = await day.total()
  expect(equal).toBe(groups.length)
})

test('a reversal that the statement of yesterday shows was made yesterday', async () => {
  const day = await bench.day('clerk', '2026-10-03')
  const { id } = await day.buy('1.00')
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
  await day.cancel(id)
  const { client } = await bench.day('clerk', '2026-10-04')
  await silent()
  const { groups } = await client.ok(reconciliation.total, { day: day.date })
  bench.clock.advance(1)
  await client.ok(reconciliation.detail, { groupId: groups.find(({ state }) => state === '3')!.id })
  const { reversedAt, state } = await day.order(id)
  expect([state, formatDay(reversedAt!)]).toEqual(['reversed', day.date])
  expect((await client.ok(orderCalls.get, { id })).status).toBe('3')
  expect(await bench.centre.book('P32050100001', day.date)).toHaveLength(2)
  bench.clock.advance(1000)
  const after = await client.ok(reconciliation.total, { day: day.date })
  expect(after.equal).toBe(after.groups.length)
})
