import { expect, test } from 'vitest'
import { fen, halfUp, product, scaled, share, yuan } from './fixed.ts'
import { addUp, splitLine } from './lines.ts'
import { policyOf } from './policy.ts'
import { type Situation, splitPurchase } from './split.ts'

const line = (amount: number, price = '1', quantity = '1') => ({
  amount,
  price: scaled(price, 6)!,
  quantity: scaled(quantity, 4)!,
  prescribed: false,
})
const terms = (level: string, selfpay = 0, cap = '0') => ({ level, selfpay, cap: scaled(cap, 6)! })
const plain: Situation = {
  policy: policyOf('ACCT', '310', 'active'),
  insutype: '310',
  cvlserv: false,
  rescue: false,
  eligible: 0,
  cumDedc: 0,
  cumFund: 0,
  cumOwn: 0,
  acctUsed: true,
  balance: 0,
  familyBalance: 0,
}

test('rounds half away from zero and never through a float', () => {
  expect(halfUp(5n, 10n)).toBe(1n)
  expect(halfUp(-5n, 10n)).toBe(-1n)
  expect(halfUp(49n, 100n)).toBe(0n)
  expect(product(scaled('1.005', 6)!, scaled('1', 4)!)).toBe(101)
  expect(product(scaled('0.123456', 6)!, scaled('10.5', 4)!)).toBe(130)
  expect(share(29678, 6500)).toBe(19291)
  expect(scaled('1.23456', 4)).toBeUndefined()
  expect(scaled('1e3', 4)).toBeUndefined()
  expect([fen('-0.05'), yuan(-5), yuan(123456)]).toEqual([-5, '-0.05', '1234.56'])
})

test('example A: account purchase', () => {
  const lines = addUp([
    splitLine(line(4000), terms('1')),
    splitLine(line(3000), terms('2', 1000)),
    splitLine(line(1560), terms('3', 10_000)),
  ])
  expect(lines).toEqual({ ownpay: 1560, overlimit: 0, preself: 300, inscp: 6700 })
  const split = splitPurchase(lines, { ...plain, eligible: lines.inscp, balance: 6000 })
  expect(split).toMatchObject({ medfee: 8560, fund: 0, part: 8560, acct: 6000, cash: 2560, balance: 0 })
})

test('example B: outpatient pool of a retired employee', () => {
  const lines = splitLine(line(20_000), terms('01'))
  const policy = policyOf('POOL', '310', 'retired')
  const split = splitPurchase(lines, { ...plain, policy, eligible: 20_000, cumDedc: 35_000, balance: 50_000 })
  expect(split).toMatchObject({ dedc: 5000, hifp: 10_500, part: 9500, acct: 9500, cash: 0, balance: 40_500 })
})

test('example C: chronic disease of a resident', () => {
  const lines = splitLine(line(31_240), terms('2', 500))
  const policy = policyOf('CHRONIC', '390', 'resident')
  const split = splitPurchase(lines, { ...plain, policy, insutype: '390', eligible: lines.inscp })
  expect(lines).toMatchObject({ preself: 1562, inscp: 29_678 })
  expect(split).toMatchObject({ dedc: 0, hifp: 19_291, part: 11_949, acct: 0, cash: 11_949 })
})

test('example D: price limit', () => {
  const split = splitLine(line(3840, '12.80', '3'), terms('1', 0, '10.00'))
  expect(split).toEqual({ ownpay: 0, overlimit: 840, preself: 0, inscp: 3000 })
})

test('an item without a mapping is all own pay', () => {
  expect(splitLine(line(999), undefined)).toEqual({ ownpay: 999, overlimit: 0, preself: 0, inscp: 0 })
})

test('the yearly cap stops the pool; large-amount insurance and civil-servant aid never pay more than is left', () => {
  const lines = { ownpay: 0, overlimit: 0, preself: 0, inscp: 10_000 }
  const policy = policyOf('POOL', '310', 'active')
  const situation = { ...plain, policy, eligible: 10_000, cumDedc: 60_000, cumFund: 599_000 }
  const capped = splitPurchase(lines, situation)
  expect(capped).toMatchObject({ limit: 1000, hifp: 1000, hifob: 4250, cash: 4750 })
  const civil = splitPurchase(lines, { ...situation, cumFund: 600_000, cvlserv: true })
  expect(civil).toMatchObject({ hifp: 0, cvlserv: 5000, hifob: 5000, cash: 0 })
})

test("serious-illness insurance pays a resident's own share above the threshold, medical aid part of the rest", () => {
  const lines = { ownpay: 0, overlimit: 0, preself: 0, inscp: 20_000 }
  const policy = policyOf('CHRONIC', '390', 'resident')
  const split = splitPurchase(lines, {
    ...plain,
    policy,
    insutype: '390',
    eligible: 20_000,
    cumOwn: 1_499_000,
    rescue: true,
  })
  // 7000 is left by the pool, 6000 of it above the threshold: 3600; aid takes 70 % of the remaining 3400.
  expect(split).toMatchObject({ hifp: 13_000, hifmi: 3600, maf: 2380, cash: 1020 })
})

test('the family account pays what the own one cannot', () => {
  const lines = { ownpay: 5000, overlimit: 0, preself: 0, inscp: 0 }
  const split = splitPurchase(lines, { ...plain, balance: 1000, familyBalance: 2500 })
  expect(split).toMatchObject({ acct: 3500, mulaid: 2500, cash: 1500, balance: 0 })
  expect(splitPurchase(lines, { ...plain, balance: 1000, familyBalance: 2500, acctUsed: false })).toMatchObject({
    acct: 0,
    mulaid: 0,
    cash: 5000,
    balance: 1000,
  })
})

test('a retired cadre pays only what lies outside the catalogue and over the limit', () => {
  const lines = { ownpay: 100, overlimit: 200, preself: 300, inscp: 400 }
  const split = splitPurchase(lines, {
    ...plain,
    insutype: '340',
    policy: policyOf('FULL', '340', 'cadre'),
    eligible: 400,
  })
  expect(split).toMatchObject({ oth: 700, fund: 700, cash: 300 })
})
