import { report } from '@yibao/shared/calls/dashboard.ts'
import { monthCollect } from '@yibao/shared/calls/month-collect.ts'
import { order as orders } from '@yibao/shared/calls/order.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { unLiquidated } from '@yibao/shared/calls/un-liquidated.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldText, outsideText } from '../liquidation/outside.ts'
import { Claims } from '../liquidation/test/claims.ts'
import { area } from '../organisation/tables.ts'
import { countingBy } from './test/turned.ts'
import { useBench } from './test/use-bench.ts'

// An area whose centre counts the personal account among the funds (domain.md 4.2 I2): our books hold it once, as the
// account, and the centre hears its own sum.

const bench = useBench()
const claims = new Claims(() => bench)
const { here, turn } = countingBy(bench, 'fundIncludesAcct')

beforeAll(async () => {
  await bench.centre.option('320500', 'accountInFund', true)
  await here(true)
})
afterAll(() => here(false))

const [sixty, sixHundred, third] = ['32050000000000000001', '32050000000000000002', '32050000000000000003']

/** 1500.00 on a prescription: the pool pays 540.00 above its deductible, an account of 60.00 all it has. */
const whole = { total: 150_000, fundTotal: 54_000, account: 6000, cash: 90_000 }

const bought = async (date: string, person = sixty) => {
  const day = await bench.day('clerk', date)
  const reading = await bench.counter.read(person, day.client)
  const lines = [{ ownCode: '100001', quantity: '1', price: '1500.00' }]
  const priced = await bench.counter.preSettle(reading, { lines } as never, day.client)
  const { result } = await bench.counter.settle(priced, day.client)
  return { day, shown: result!, id: priced.id }
}

test('the clerk, our book and the centre’s have the account once, and both books agree, refund and all', async () => {
  const { day, shown, id } = await bought('2028-05-02')
  const split = { poolFund: '540.00', otherFund: '0.00', fundTotal: '540.00' }
  expect(shown).toMatchObject({ status: '2', fundTotal: '540.00', account: '60.00', cash: '900.00', split })
  expect(await day.order(id)).toMatchObject({ ...whole, flags: [] })
  expect(await day.book()).toMatchObject([{ fund_pay_sumamt: '540.00', acct_pay: '60.00', psn_cash_pay: '900.00' }])
  expect(await day.total()).toMatchObject({ unequal: 0 })
  expect((await day.cancel(id)).success).toBe(true)
  expect(await day.total()).toMatchObject({ unequal: 0 })
  expect(await day.book()).toHaveLength(2)
})

test('a difference is told in our words, and taking the centre’s amounts over moves cash and account alone', async () => {
  await bench.day('clerk', '2028-05-03')
  await bench.centre.fault({ fault: 'amountDrift', fen: -50, where: 'book', infno: '2102' })
  const { day, id } = await bought('2028-05-03')
  const [difference] = await day.run()
  expect(difference).toMatchObject({
    class: 'amounts',
    local: { fund: '540.00', account: '60.00' },
    centre: { fund: '540.00', account: '59.50' },
    evidence: ['个人账户 60.00 / 中心 59.50，其余一致'],
  })
  await day.handle(difference!, 'takeCentre')
  expect(await day.order(id)).toMatchObject({ ...whole, account: 5950, cash: 90_050 })
  expect(await day.total()).toMatchObject({ unequal: 0 })
})

test('a claim with the account has its money once', async () => {
  const settings = sql`${area.settings} || '{"claimAccount": true}'::jsonb`
  await bench.counter.server.deps.db.update(area).set({ settings }).where(eq(area.code, '320500'))
  await bought('2028-07-02', sixHundred)
  const { client } = await claims.after('clerk', '2028-07')
  await claims.agree(client, '2028-07')
  // What 未清算 and 月汇总 say is to be claimed is what the claim will be, and what then is claimed.
  const july = { from: '2028-07', to: '2028-07' }
  const open = async () => (await client.ok(unLiquidated.query, july)).totals
  const above = await bench.counter.server.as('area', { areaCode: '320500' })
  const collected = async () => (await above.ok(monthCollect.query, july)).totals
  expect(await open()).toMatchObject({ fund: '540.00', account: '600.00', due: '1140.00' })
  expect(await collected()).toMatchObject({ fundTotal: '540.00', due: '1140.00', applied: '0.00' })
  const { totals: ofAll } = await above.ok(unLiquidated.query, {})
  expect(ofAll.due).not.toBe(ofAll.fund)
  expect((await above.ok(report.areaDashboard)).books.unclaimed).toBe(ofAll.due)
  await claims.generate(client, '2028-07')
  const [draft] = await claims.listed(client, '2028-07')
  expect(draft).toMatchObject({ total: '1500.00', fund: '1140.00', account: '600.00', cash: '360.00' })
  expect((await claims.apply(client, draft!)).result).toMatchObject({ state: '1' })
  expect(await claims.centre('clerk', '2028-07')).toMatchObject([{ applied: '1140.00', acct: '600.00' }])
  expect(await open()).toMatchObject({ due: '0.00' })
  expect(await collected()).toMatchObject({ due: '1140.00', applied: '1140.00' })
  // Nor does the shop read another sum of what came too late.
  const sums = { settled: 1, reversed: 0, total: 150_000, recognised: 150_000, fund: 54_000, account: 6000, cash: 0 }
  const one = { state: '1', month: '2028-07', withAccount: true } as const
  for (const text of [outsideText(one, sums), heldText(one, sums)])
    expect(text).toContain('（基金和个人账户 600.00 元）')
  expect(outsideText({ ...one, withAccount: false }, sums)).toContain('（基金 540.00 元）')
})

/** The centre takes its time over an answer, and somebody finds out what it counts meanwhile. */
const turnedWhile = <T>(infno: string, work: () => Promise<T>): Promise<T> =>
  bench.centre.during(infno, work, () => turn(false, true))

/** Nothing but his account pays. */
const paidByAccount = async (date: string) => {
  const day = await bench.day('clerk', date)
  const reading = await bench.counter.read(third, day.client)
  const priced = await bench.counter.preSettle(
    reading,
    { lines: [{ ownCode: '100002', quantity: '1', price: '16.00' }] } as never,
    day.client,
  )
  await bench.counter.settle(priced, day.client)
  return { day, id: priced.id }
}

test.each([
  ['2028-06-02', 'the whole split', []],
  ['2028-06-03', 'the sums of the statement', ['acct_pay', 'fund_pay_sumamt']],
] as const)('%s: %s taken over while somebody finds it out', async (date, _, drifting) => {
  await turn(true, false)
  await bench.day('clerk', date)
  await bench.centre.fault({ fault: 'amountDrift', fen: -50, where: 'book', infno: '2102' })
  const { day, id } = await paidByAccount(date)
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'amounts', centre: { fund: '15.50', account: '15.50' } })
  for (const field of drifting)
    await bench.centre.fault({ fault: 'amountDrift', fen: 20, where: 'answer', field, infno: '5203' })
  const handled = await turnedWhile('5203', () => day.handle(difference!, 'takeCentre'))
  expect(handled.success).toBe(true)
  expect(await day.order(id)).toMatchObject({ total: 1600, fundTotal: 0, account: 1550, cash: 50 })
  expect(await day.book()).toMatchObject([{ fund_pay_sumamt: '0.00', acct_pay: '15.50', psn_cash_pay: '0.50' }])
  const shown = { fundTotal: '0.00', account: '15.50', cash: '0.50' }
  expect(await day.client.ok(orders.get, { id })).toMatchObject(shown)
  expect(await day.total()).toMatchObject({ unequal: 0 })
})

test('a comparison during which somebody finds it out says so, and neither a verdict nor a difference stays of it', async () => {
  await turn(true, false)
  await bench.day('clerk', '2028-06-04')
  await bench.centre.fault({ fault: 'amountDrift', fen: -50, where: 'book', infno: '2102' })
  const { day, id } = await paidByAccount('2028-06-04')
  const { groups } = await turnedWhile('3201', () => day.total())
  const text = (what: string) => `${what}期间医保配置的金额口径有改动，请重新${what}`
  expect(groups).toContainEqual(expect.objectContaining({ state: '5', centreText: text('对账') }))
  await turn(true, false)
  const unequal = (await day.total()).groups.find(({ state }) => state === '3')!
  const refused = await turnedWhile('3202', () => day.client.send(reconciliation.detail, { groupId: unequal.id }))
  expect(refused).toMatchObject({ success: false, error: { message: text('对明细') } })
  expect(await day.differences(unequal)).toEqual([])
  const [difference] = await day.run()
  const told = { local: { fund: '0.00', account: '16.00' }, centre: { fund: '0.00', account: '15.50' } }
  expect(difference).toMatchObject({ class: 'amounts', ...told })
  expect(await day.order(id)).toMatchObject({ fundTotal: 0, account: 1600 })
})

test('an area that finds it out later turns the books of before with the option, and both sides agree again', async () => {
  await here(false)
  const { day, id } = await bought('2028-08-02', '32050000000000000019')
  const before = (await day.order(id))!
  expect(before.account).toBeGreaterThan(0)
  expect(before.fundTotal + before.cash, 'the account is among the funds').toBe(before.total)
  await turn(false, true)
  expect(await day.order(id)).toMatchObject({ fundTotal: before.fundTotal - before.account, cash: before.cash })
  expect(await day.total()).toMatchObject({ unequal: 0 })
})
