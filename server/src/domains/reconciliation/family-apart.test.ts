import { order as orders } from '@yibao/shared/calls/order.ts'
import { outProvince } from '@yibao/shared/calls/out-province.ts'
import { settlementReport } from '@yibao/shared/calls/settlement-report.ts'
import { slip } from '@yibao/shared/calls/slip.ts'
import { unLiquidated } from '@yibao/shared/calls/un-liquidated.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Clearings } from '../clearing/test/clearings.ts'
import { Claims } from '../liquidation/test/claims.ts'
import { area } from '../organisation/tables.ts'
import { useFigures } from './figures/test/figures.ts'
import { countingBy, turned } from './test/turned.ts'

// An area whose centre's acct_pay leaves out what a family member's account paid (domain.md 4.2 I4): in our books the
// account has it and 其中共济 is a part of it, and the centre hears its own sum.

const { bench, admin, total: figures } = useFigures()
const claims = new Claims(() => bench)
const clearings = new Clearings(() => bench)
const { here, turn } = countingBy(bench, 'mulaidInAcct')

beforeAll(async () => {
  await bench.centre.option('320500', 'familyApart', true)
  await here(false)
})
afterAll(() => here(true))

/** 10.00 of his own, and a family member's account of 60.00. */
const helped = '32050000000000000012'

const bought = async (date: string, price: string) => {
  const day = await bench.day('clerk', date)
  const reading = await bench.counter.read(helped, day.client)
  const lines = [{ ownCode: '100002', quantity: '1', price }]
  const priced = await bench.counter.preSettle(reading, { lines } as never, day.client)
  const { result } = await bench.counter.settle(priced, day.client)
  return { day, priced, shown: result!, id: priced.id }
}

/** What the clerk hands over: the receipt of the slip. */
const receiptOf = async (
  { day: { client }, id }: Awaited<ReturnType<typeof bought>>,
  kind: 'settlement' | 'reversal',
) => {
  const { slipId } = await client.ok(slip.make, { orderId: id, kind, layout: '80' })
  return (await client.ok(slip.receipt, { slipId })).blocks
}

test('counter, slip, book and report have the family’s payment within the account; the centre hears its own', async () => {
  const one = await bought('2028-05-02', '15.01')
  const { day, priced, shown, id } = one
  expect(priced.split).toMatchObject({ account: '15.01', familyAccount: '5.01', cash: '0.00' })
  expect(shown).toMatchObject({ status: '2', account: '15.01', familyAccount: '5.01', cash: '0.00' })
  expect(await day.order(id)).toMatchObject({ account: 1501, familyAccount: 501, cash: 0, flags: [] })
  expect(await day.book()).toMatchObject([{ medfee_sumamt: '15.01', acct_pay: '10.00', psn_cash_pay: '0.00' }])
  const blocks = await receiptOf(one, 'settlement')
  for (const part of ['个人账户支付","right":"15.01"', '其中共济","right":"5.01"']) expect(blocks).toContain(part)
  expect(await day.total()).toMatchObject({ unequal: 0 })
  const above = await admin(day)
  expect((await figures(above, day, { force: true })).results).toMatchObject([
    { ok: true, text: '2 组 · 2 平 · 0 不平' },
  ])
  const found = await above.ok(settlementReport.query, { from: '2028-05-02', to: '2028-05-02' })
  expect(found.totals).toMatchObject({ total: '15.01', account: '15.01', familyAccount: '5.01', gap: '0.00' })
  expect((await day.cancel(id)).success).toBe(true)
  expect(await day.total()).toMatchObject({ unequal: 0 })
  expect((await day.book()).map(({ acct_pay }) => acct_pay)).toEqual(['10.00', '-10.00'])
  expect(await day.client.ok(orders.get, { id })).toMatchObject({ status: '3', account: '15.01', cash: '0.00' })
})

test('a difference is told as the centre counts, and taking its amounts over leaves the family’s payment in', async () => {
  await bench.day('clerk', '2028-05-03')
  await bench.centre.fault({ fault: 'amountDrift', fen: -50, where: 'book', infno: '2102' })
  const { day, id } = await bought('2028-05-03', '16.00')
  const [difference] = await day.run()
  expect(difference).toMatchObject({
    class: 'amounts',
    local: { account: '10.00' },
    centre: { account: '9.50' },
    evidence: ['个人账户 10.00 / 中心 9.50，其余一致'],
  })
  expect((await day.handle(difference!, 'takeCentre')).success).toBe(true)
  expect(await day.order(id)).toMatchObject({ total: 1600, account: 1550, familyAccount: 600, cash: 50 })
  expect(await day.total()).toMatchObject({ unequal: 0 })
  expect((await day.cancel(id)).success).toBe(true)
})

test('the sums of a statement that 5203 does not bear out are taken over with the family’s payment of our book', async () => {
  await bench.day('clerk', '2028-05-04')
  await bench.centre.fault({ fault: 'amountDrift', fen: -50, where: 'book', infno: '2102' })
  const { day, id } = await bought('2028-05-04', '16.00')
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'amounts', centre: { account: '9.50' } })
  for (const [field, fen] of [
    ['acct_pay', 30],
    ['acct_mulaid_pay', 20],
  ])
    await bench.centre.fault({ fault: 'amountDrift', fen, where: 'answer', field, infno: '5203' })
  expect((await day.handle(difference!, 'takeCentre')).success).toBe(true)
  expect(await day.order(id)).toMatchObject({ total: 1600, account: 1550, familyAccount: 600, cash: 50 })
  expect(await day.total()).toMatchObject({ unequal: 0 })
  expect((await day.cancel(id)).success).toBe(true)
})

test('the clearing of persons insured elsewhere compares what the centre pays, the account as it counts it', async () => {
  const { client, day, ids } = await clearings.sold('clerk', '2028-06', ['15.01'])
  const [one] = await clearings.orders(ids)
  await day.patch(one!.id, { familyAccount: 501 })
  await clearings.drift('clerk', one!.setlId!, { optins: '10.00' })
  const { totals } = await (await admin(day)).ok(outProvince.query, { from: '2028-06', to: '2028-06' })
  expect(totals).toMatchObject({ total: '15.01', account: '15.01', unconfirmed: '10.00' })
  await clearings.extract(client, '2028-06')
  const { items } = await clearings.page(client, '2028-06')
  expect(items).toMatchObject([{ ownTotal: '15.01', paid: '10.00', ownPaid: '10.00', result: 'equal' }])
})

test('a claim has the account as the centre counts it', async () => {
  await bought('2028-07-02', '12.00')
  const { client } = await claims.after('clerk', '2028-07')
  await claims.agree(client, '2028-07')
  const { db } = bench.counter.server.deps
  const withAccount = (claimAccount: boolean) =>
    db
      .update(area)
      .set({ settings: sql`${area.settings} || ${JSON.stringify({ claimAccount })}::jsonb` })
      .where(eq(area.code, '320500'))
  const { totals: apart } = await client.ok(unLiquidated.query, { from: '2028-07', to: '2028-07' })
  await withAccount(true)
  const { totals } = await client.ok(unLiquidated.query, { from: '2028-07', to: '2028-07' })
  await withAccount(false)
  expect([apart.account, apart.due, totals.due], 'what is to be claimed too').toEqual(['12.00', '0.00', '10.00'])
  await claims.generate(client, '2028-07')
  const [draft] = await claims.listed(client, '2028-07')
  expect(draft).toMatchObject({ total: '12.00', fund: '0.00', account: '10.00', cash: '0.00' })
  expect((await claims.apply(client, draft!)).result).toMatchObject({ state: '1' })
  expect(await claims.centre('clerk', '2028-07')).toMatchObject([{ acct: '10.00' }])
})

test.each([
  ['2028-05-05', 'the whole split', []],
  ['2028-05-06', 'the sums of the statement', ['acct_pay', 'acct_mulaid_pay']],
] as const)('%s: %s taken over while somebody finds it out', async (date, _, drifting) => {
  await bench.day('clerk', date)
  await turn(false, true)
  await bench.centre.fault({ fault: 'amountDrift', fen: -50, where: 'book', infno: '2102' })
  const { day, id } = await bought(date, '16.00')
  const { familyAccount } = await day.order(id)
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'amounts' })
  for (const field of drifting)
    await bench.centre.fault({ fault: 'amountDrift', fen: 20, where: 'answer', field, infno: '5203' })
  const handled = await bench.centre.during(
    '5203',
    () => day.handle(difference!, 'takeCentre'),
    () => turn(true, false),
  )
  expect(handled.success).toBe(true)
  expect(await day.order(id)).toMatchObject({ account: 1550, familyAccount, familyApart: true, cash: 50 })
  expect((await day.book()).map(({ acct_pay }) => Math.round(Number(acct_pay) * 100))).toEqual([1550 - familyAccount])
  expect(await day.client.ok(orders.get, { id })).toMatchObject({ account: '15.50', cash: '0.50' })
  expect(await day.total()).toMatchObject({ unequal: 0 })
  expect((await day.cancel(id)).success).toBe(true)
})

test('a node that has not heard of it yet tells what the centre shows as the centre counts it', async () => {
  const { day, id } = await bought('2028-05-07', '12.00')
  await day.patch(id, { insutype: '390' })
  const { centre } = bench.counter.server.deps.services
  centre.configure('320500', { baseUrl: bench.centre.url, mulaidInAcct: true })
  const [difference] = await day.run()
  await here(false)
  const [{ acct_pay: account } = { acct_pay: '' }] = await day.book()
  expect(Number(account)).toBeLessThan(12)
  expect(difference).toMatchObject({ class: 'group', local: { account }, centre: { account } })
})

test('an area that finds it out later turns what it has settled with the option, before a reversal and after it', async () => {
  await turn(false, true)
  const { day, id } = await bought('2028-08-02', '3.00')
  expect(await day.order(id)).toMatchObject({ account: 0, familyAccount: 300, cash: 0, flags: ['amount'] })
  await turn(true, false)
  expect(await day.order(id)).toMatchObject({ account: 300, familyAccount: 300, cash: 0, split: { account: 300 } })
  expect(await day.total()).toMatchObject({ unequal: 0 })
  expect((await day.cancel(id)).success).toBe(true)
  expect(await day.client.ok(orders.get, { id })).toMatchObject({ status: '3', account: '3.00', cash: '0.00' })
  expect(await day.total()).toMatchObject({ unequal: 0 })
  const again = (await bench.day('clerk', '2028-08-02')).order
  await turn(false, true)
  expect(await again.call(day, id)).toMatchObject({ account: 0, familyAccount: 300, familyApart: false })
})

test('both options changed together: the funds give up the account as the centre counts it, and get it back', async () => {
  const { deps } = bench.counter.server
  const turn = (before: object, after: object) => turned(deps.db, before, after)
  const { day, id } = await bought('2028-09-02', '3.00')
  const asTold = { account: 1000, familyAccount: 500, fundTotal: 2000, familyApart: false }
  await day.patch(id, asTold)
  const both = { fundIncludesAcct: true, mulaidInAcct: false }
  await turn({}, both)
  expect(await day.order(id)).toMatchObject({ account: 1500, familyAccount: 500, fundTotal: 1000, familyApart: true })
  await turn(both, {})
  expect(await day.order(id)).toMatchObject(asTold)
})
