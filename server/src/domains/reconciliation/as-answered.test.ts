import { approvalTarget } from '@yibao/shared/approval.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { asc, eq } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { orderEvent } from '../order/tables.ts'
import { type Day, stores } from './test/bench.ts'
import { useBench } from './test/use-bench.ts'

// What the centre answers is what is booked, also where it is not what was asked for (domain.md 2.5, 4.2 I8).

const bench = useBench()
const { area } = stores.clerk
afterAll(() => bench.centre.option(area, 'firstInsurance', false))

const eventsOf = async (day: Day, id: string) =>
  (
    await day.deps.db
      .select({ text: orderEvent.text })
      .from(orderEvent)
      .where(eq(orderEvent.orderId, id))
      .orderBy(asc(orderEvent.at), asc(orderEvent.id))
  ).map(({ text }) => text)

test('a settlement is booked under the insurance that the centre settled it under, and says where that is another one', async () => {
  const day = await bench.day('clerk', '2032-03-01')
  const both = '32050000000000000015'
  const reading = await bench.counter.read(both, day.client)
  const plain = await bench.counter.preSettle(reading, {}, day.client)
  expect((await bench.counter.settle(plain, day.client)).result).toMatchObject({ status: '2' })
  expect((await eventsOf(day, plain.id)).join()).not.toContain('险种')
  await bench.centre.option(area, 'firstInsurance', true)
  const asked = { ...(await bench.counter.read(both, day.client)), insutype: '390' }
  const lines = [{ ownCode: '100002', quantity: '1', price: '7.00' }]
  const one = await bench.counter.preSettle(asked, { lines } as never, day.client)
  expect((await bench.counter.settle(one, day.client)).result).toMatchObject({ status: '2', insutype: '310' })
  expect(await day.order(one.id)).toMatchObject({ insutype: '310', total: 700, flags: [] })
  expect(await eventsOf(day, one.id)).toContain('医保中心按险种 310 结算，申请的是 390。已按中心的险种记账，对账也按它')
  expect(await day.book()).toHaveLength(2)
  // 3201 groups by it: both books have both settlements under 310.
  const { groups, unequal } = await day.total()
  expect(unequal).toBe(0)
  expect(groups.find(({ insutype }) => insutype === '310')).toMatchObject({ local: { count: 2 } })
})

test('a reversal that gives back other amounts than were taken is booked, listed, and says by how much', async () => {
  const day = await bench.day('clerk', '2032-03-02')
  const { id } = await day.buy('5.00')
  await bench.centre.fault({ fault: 'amountDrift', fen: 50, field: 'acct_pay', infno: '2103' })
  const { result } = await day.cancel(id)
  expect(result).toMatchObject({ status: '3' })
  expect(await day.order(id)).toMatchObject({ state: 'reversed', flags: ['amount'], amountGap: 50, account: 500 })
  expect(
    (await day.book()).map(({ acct_pay }) => acct_pay),
    'the centre’s own book',
  ).toEqual(['5.00', '-5.00'])
  const words = '撤销退回的金额与结算不同：个人账户退 4.50，结算时 5.00。已撤销，不要重做，请与医保中心核对'
  expect(await eventsOf(day, id)).toContain(words)
  const read = await day.client.ok(orderCalls.get, { id })
  expect(read.abnormal, 'among the abnormal ones').toBeDefined()
  expect(read.warnings).toContain('金额关系有误，相差 0.50')
  const { items } = await day.client.ok(orderCalls.abnormalPaged, { pageSize: 100 })
  expect(items.map((item) => item.id)).toContain(id)
  // A person has looked into it.
  expect((await day.client.send(orderCalls.accept, { id, reason: '已与中心核对' })).success).toBe(true)
  expect(await day.order(id)).toMatchObject({ state: 'reversed', flags: [] })
})

test('one that gives back what was taken is nothing to look into, whoever hears of it', async () => {
  const day = await bench.day('clerk', '2032-03-03')
  const { id } = await day.buy('5.00')
  expect((await day.cancel(id)).result).toMatchObject({ status: '3' })
  const lost = await day.buy('85.60')
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
  await day.cancel(lost.id)
  bench.clock.advance(1000)
  await day.recover(lost.id)
  for (const one of [id, lost.id])
    expect(await day.order(one)).toMatchObject({ state: 'reversed', flags: [], amountGap: null })
})

test('a stranger’s settlement is asked about where he is insured, as his last order here tells', async () => {
  const elsewhere = '32050000000000000009'
  const day = await bench.day('clerk', '2032-03-04')
  const { id } = await day.buy('3.00', { person: elsewhere })
  const { insuredArea } = (await day.order(id)).person
  expect(insuredArea).not.toBe(area)
  const msgid = 'P3205010000120320304080000001'
  await bench.centre.fault({ fault: 'centreOnlyRow', fixmedins_code: stores.clerk.code, psn_no: elsewhere, msgid })
  const [difference, ...more] = await day.run()
  expect([difference!.class, more]).toEqual(['centreOnlyUnknown', []])
  const client = day.deps.services.centre.of(area)
  const run = vi.spyOn(client, 'run')
  onTestFinished(() => run.mockRestore())
  await day.client.ok(reconciliation.askCentre, { diffId: difference!.id })
  const areas = ['5201', '5203', '5204'].flatMap((infno) =>
    run.mock.calls.filter(([one]) => one.infno === infno).map(([, , header]) => header.sender.insuplcAdmdvs),
  )
  expect(new Set(areas)).toEqual(new Set([insuredArea]))
  const prepare = vi.spyOn(client, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  const authorizationId = await day.approve(approvalTarget.difference('undo', difference!.id))
  expect((await day.handle(difference!, 'undo', { authorizationId })).success).toBe(true)
  const undone = prepare.mock.calls.filter(([one]) => one.infno === '2601')
  expect(undone.map(([, , header]) => header.sender.insuplcAdmdvs)).toEqual([insuredArea])
  expect((await day.book()).map(({ medfee_sumamt }) => medfee_sumamt)).toEqual(['3.00'])
})
