import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { turnMoney } from '../config/turn-money.ts'
import { Claims } from '../liquidation/test/claims.ts'
import { area } from '../organisation/tables.ts'
import { useBench } from './test/use-bench.ts'

// An area whose centre counts the personal account among the funds (domain.md 4.2 I2): our books hold it once, as the
// account, and the centre hears its own sum.

const bench = useBench()
const claims = new Claims(() => bench)
const here = (fundIncludesAcct: boolean) =>
  bench.counter.server.deps.services.centre.configure('320500', { baseUrl: bench.centre.url, fundIncludesAcct })

beforeAll(async () => {
  await bench.centre.option('320500', 'accountInFund', true)
  here(true)
})
afterAll(() => here(false))

const [sixty, sixHundred] = ['32050000000000000001', '32050000000000000002']

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
  await claims.generate(client, '2028-07')
  const [draft] = await claims.listed(client, '2028-07')
  expect(draft).toMatchObject({ total: '1500.00', fund: '1140.00', account: '600.00', cash: '360.00' })
  expect((await claims.apply(client, draft!)).result).toMatchObject({ state: '1' })
  expect(await claims.centre('clerk', '2028-07')).toMatchObject([{ applied: '1140.00', acct: '600.00' }])
})

test('an area that finds it out later turns the books of before with the option, and both sides agree again', async () => {
  here(false)
  const { day, id } = await bought('2028-08-02', '32050000000000000019')
  const before = (await day.order(id))!
  expect(before.account).toBeGreaterThan(0)
  expect(before.fundTotal + before.cash, 'the account is among the funds').toBe(before.total)
  const { deps } = bench.counter.server
  const place = { level: 'area' as const, key: '', name: '', areaCode: '320500' }
  await deps.db.transaction((tx) => turnMoney(tx, place, {}, { fundIncludesAcct: true }))
  here(true)
  expect(await day.order(id)).toMatchObject({ fundTotal: before.fundTotal - before.account, cash: before.cash })
  expect(await day.total()).toMatchObject({ unequal: 0 })
})
