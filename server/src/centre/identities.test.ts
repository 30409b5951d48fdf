import { expect, test } from 'vitest'
import { brokenIdentities } from './identities.ts'
import { parseExact } from './json.ts'
import { negated, otherFundsOf } from './operations/money.ts'
import { type Settlement, settle } from './operations/settlement.ts'
import { settled, suzhou } from './test/fixtures.ts'

const plain = settle.read(parseExact(JSON.stringify(settled)), suzhou)!
const ids = (over: Partial<Settlement>, before?: number) =>
  brokenIdentities({ ...plain, ...over }, before).map(({ id, difference }) => `${id} ${difference}`)

// 100.00 in scope: pool 60, medical aid 10, account 20 of which family 5, cash 10.
const mixed: Partial<Settlement> = {
  ...{ total: 10000, inScope: 10000, fullySelfPaid: 0, firstSelfPay: 0, pool: 6000, medicalAid: 1000, fundTotal: 7000 },
  ...{ personPart: 3000, account: 2000, familyAccount: 500, cash: 1000, balance: 4500 },
  funds: [
    { fund: '310100', inScope: 6000, limitBefore: 0, amount: 6000 },
    { fund: '610100', inScope: 1000, limitBefore: 0, amount: 1000 },
  ],
}

test('the worked examples hold', () => {
  expect(ids({}, 6000)).toEqual([])
  expect(ids(mixed, 6000)).toEqual([])
})

test.each<[string, Partial<Settlement>, string[]]>([
  ['a line class drifts', { inScope: 9990 }, ['I1 10']],
  ['a fund drifts', { medicalAid: 1002 }, ['I2 -2']],
  ['the person pays too little', { personPart: 2950, cash: 950 }, ['I3 50']],
  ['the organisation bears the rest', { personPart: 2950, cash: 950, hospitalPart: 50 }, []],
  ['cash drifts', { cash: 1100 }, ['I4 -100']],
  ['a fund row is missing', { funds: mixed.funds!.slice(0, 1) }, ['I5 -1000']],
  ['the balance drifts', { balance: 4600 }, ['I7 100']],
  ['the total drifts', { total: 10005 }, ['I1 5', 'I3 5']],
])('%s', (_, over, broken) => {
  expect(ids({ ...mixed, ...over }, 6000)).toEqual(broken)
})

test('each fund counts, of a refund too', () => {
  const funds = { pool: 1, civilServant: 20, enterprise: 300, seriousIllness: 4000, largeAmount: 50_000 }
  const others = { medicalAid: 600_000, disabledSoldier: 7_000_000, other: 80_000_000 }
  const fundTotal = 87_654_321
  const money = {
    total: fundTotal,
    inScope: fundTotal,
    fundTotal,
    personPart: 0,
    account: 0,
    familyAccount: 0,
    cash: 0,
  }
  const whole = { ...mixed, ...funds, ...others, ...money, funds: [{ ...mixed.funds![0]!, amount: fundTotal }] }
  expect(ids(whole)).toEqual([])
  const back = negated({ ...plain, ...whole })
  expect(ids(back)).toEqual([])
  expect([otherFundsOf({ ...plain, ...whole }), otherFundsOf(back)]).toEqual([87_000_000, -87_000_000])
})

test('one fen is rounding', () => {
  expect(ids({ ...mixed, inScope: 9999, cash: 999 })).toEqual([])
})

test('without a balance before there is nothing to compare', () => {
  expect(ids({ ...mixed, balance: 0 })).toEqual([])
})

test.each(['310200', '320200', '390300', '390500'])('the account listed among the funds (%s) is no fund', (fund) => {
  const account = { fund, inScope: 0, limitBefore: 0, amount: 2000 }
  expect(ids({ ...mixed, funds: [...mixed.funds!, account] })).toEqual([])
})

test('an area that counts the account as fund: what is read has it once', () => {
  const sent = parseExact(JSON.stringify({ ...settled, setlinfo: { ...settled.setlinfo, fund_pay_sumamt: '60.00' } }))
  const by = { ...suzhou, fundIncludesAcct: true }
  const read = settle.read(sent, by)!
  expect(read).toMatchObject({ fundTotal: 0, account: 6000, cash: 2560 })
  expect(brokenIdentities(read)).toEqual([])
  expect(brokenIdentities({ ...read, fundTotal: 100 }).map(({ id }) => id)).toEqual(['I2', 'I3', 'I5'])
  expect(brokenIdentities(settle.read(sent, suzhou)!).map(({ id }) => id)).toEqual(['I2', 'I3', 'I5'])
})

test('an area that counts the account as fund: the person’s part may be the cash alone, or the account and the cash', () => {
  const money = { ...settled.setlinfo, fund_pay_sumamt: '60.00' }
  const broken = (psn_part_amt: string, fundIncludesAcct = true) => {
    const sent = parseExact(JSON.stringify({ ...settled, setlinfo: { ...money, psn_part_amt } }))
    return brokenIdentities(settle.read(sent, { ...suzhou, fundIncludesAcct })!).map(({ id }) => id)
  }
  // 85.60 = 60.00 of the account + 25.60 in cash.
  expect([broken('25.60'), broken('85.60')]).toEqual([[], []])
  expect([broken('60.00'), broken('25.50')]).toEqual([['I4'], ['I4']])
  expect(broken('25.60', false), 'elsewhere the account is the person’s').toContain('I4')
})

test('an area that keeps the family’s payment apart: what is read has it within the account', () => {
  const money = { ...settled.setlinfo, acct_pay: '50.00', acct_mulaid_pay: '10.00' }
  const sent = parseExact(JSON.stringify({ ...settled, setlinfo: money }))
  const by = { ...suzhou, mulaidInAcct: false }
  const read = settle.read(sent, by)!
  expect(read).toMatchObject({ fundTotal: 0, account: 6000, familyAccount: 1000, cash: 2560 })
  expect(brokenIdentities(read, 5000)).toEqual([])
  expect(brokenIdentities(settle.read(sent, suzhou)!, 4000).map(({ id }) => id)).toEqual(['I4'])
  const counted = settle.read(sent, { ...by, fundIncludesAcct: true })!
  expect([counted.account, counted.fundTotal]).toEqual([6000, -5000])
})

test('the preferential fund may stand beside the others or inside them', () => {
  expect(ids({ ...mixed, medicalAid: 700, preferential: 300 })).toEqual([])
  expect(ids({ ...mixed, preferential: 300 })).toEqual([])
  expect(ids({ ...mixed, medicalAid: 600, preferential: 300 })).toEqual(['I2 400'])
})
