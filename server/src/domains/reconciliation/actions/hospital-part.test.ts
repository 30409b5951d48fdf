import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { openOddCentre } from '../../settlement/test/odd-centre.ts'
import { openBench } from '../test/bench.ts'

// What the organisation bears is told where a settlement is made; the query that books it later (5203) says nothing of it.

const centre = opened(openOddCentre)
const bench = opened(() => openBench(centre))
afterEach(async () => {
  centre.asGiven()
  await centre.clearFaults()
})

type Output = { setlinfo: Record<string, unknown> }
/** 0.30 of what the person would pay. */
const borne = (said: boolean) => (output: Record<string, unknown>) => {
  const { setlinfo } = output as Output
  const names = ['psn_part_amt', 'psn_pay', 'psn_cash_pay', 'cash_payamt'].filter((name) => name in setlinfo)
  const part = Object.fromEntries(names.map((name) => [name, (Number(setlinfo[name]) - 0.3).toFixed(2)]))
  return { ...output, setlinfo: { ...setlinfo, ...part, ...(said && { hosp_part_amt: '0.30' }) } }
}
const bears = () => {
  for (const infno of ['2101', '2102']) centre.change(infno, borne(true))
  centre.change('5203', borne(false))
}

test('amounts that are taken over from the query leave what the organisation bears, and the order is not flagged', async () => {
  const day = await bench.day('clerk', '2026-12-10')
  bears()
  const { id } = await day.buy('2.00', { accountUsed: false })
  const { account, cash, split } = await day.order(id)
  expect(split).toMatchObject({ hospitalPart: 30 })
  await day.patch(id, { account: account + 50, cash: cash - 50 })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'amounts', proposal: 'takeCentre' })
  expect((await day.handle(difference!, 'takeCentre')).result).toMatchObject({ handledAction: 'takeCentre' })
  expect(await day.order(id)).toMatchObject({ account, cash, flags: [], amountGap: null, split })
  expect((await day.client.ok(orderCalls.get, { id })).split).toMatchObject({ hospitalPart: '0.30' })
  expect((await day.client.ok(orderCalls.abnormalPaged, {})).items.map((one) => one.id)).not.toContain(id)
  expect(await day.book()).toHaveLength(1)
  const { groups, equal } = await day.total()
  expect(equal).toBe(groups.length)
})

test('a settlement whose answer was lost is booked by the query with what its pricing said of it', async () => {
  const day = await bench.day('clerk', '2026-12-11')
  bears()
  await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  const { id } = await day.buy('2.00', { accountUsed: false })
  expect(await day.order(id)).toMatchObject({ state: 'unknown' })
  bench.clock.advance(600_000)
  await day.inTime()
  await day.recover(id)
  expect(await day.order(id)).toMatchObject({ state: 'settled', flags: [], split: { hospitalPart: 30 } })
  expect(await day.book()).toHaveLength(1)
})

test('of another total than was priced it would be another part: none is taken over, and the order is flagged', async () => {
  const day = await bench.day('clerk', '2026-12-12')
  bears()
  centre.change('5203', (output) => {
    const { setlinfo } = output as Output
    return { ...output, setlinfo: { ...setlinfo, medfee_sumamt: (Number(setlinfo.medfee_sumamt) + 0.01).toFixed(2) } }
  })
  await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  const { id } = await day.buy('2.00', { accountUsed: false })
  bench.clock.advance(600_000)
  await day.inTime()
  await day.recover(id)
  const { split, ...row } = await day.order(id)
  expect(row).toMatchObject({ state: 'settled', total: 201, flags: ['amount'] })
  expect(split).not.toHaveProperty('hospitalPart')
})
