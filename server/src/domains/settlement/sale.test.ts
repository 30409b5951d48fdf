import { expect, test } from 'vitest'
import type { Settlement } from '../../centre/operations/settlement.ts'
import type { Line } from '../order/types.ts'
import { saleOf, splitLines, splitOf } from './sale.ts'

test('a line keeps the cap that the centre names, and none where there is none', () => {
  const line = (no: number) => ({ no, ownCode: '100001', price: '20', amount: 2000 }) as Line
  const cut = (sn: string, priceLimit: bigint) => ({
    sn,
    priceLimit,
    itemClass: '02',
    feeClass: '09',
    selfPayRatio: 1000,
  })
  const answer = { lines: [cut('1', 12_345_600n), cut('2', 0n)] } as unknown as Settlement
  const [capped, free, unknown] = splitLines([line(1), line(2), line(3)], answer)
  expect(capped).toMatchObject({ priceLimit: '12.345600', itemClass: '乙', selfPayRatio: '0.1000' })
  // As the database keeps it: what is undefined is not there.
  expect(JSON.parse(JSON.stringify(free))).not.toHaveProperty('priceLimit')
  expect(unknown).toEqual(line(3))
})

test('each fund that paid is in the split, and all of them together are what insurance paid', () => {
  const funds = {
    ...{ pool: 1, civilServant: 10, enterprise: 100, seriousIllness: 1000, largeAmount: 10_000, medicalAid: 100_000 },
    ...{ other: 1_000_000, disabledSoldier: 10_000_000, preferential: 100_000_000 },
  }
  const split = splitOf({ ...funds, fundTotal: 111_111_111, poolRatio: 8500, funds: [] } as unknown as Settlement)
  const { poolFund, civilServant, enterprise, seriousIllness, largeAmount, medicalAid, otherFund } = split
  expect(poolFund + civilServant + enterprise + seriousIllness + largeAmount + medicalAid + otherFund).toBe(
    split.fundTotal,
  )
  expect(split.poolRatio).toBe('0.8500')
  // Of an area that counts the preferential fund among the others it is there once, too.
  const inside = { ...funds, other: 101_000_000, fundTotal: 111_111_111, poolRatio: 8500, funds: [] }
  expect(splitOf(inside as unknown as Settlement).otherFund).toBe(111_000_000)
})

test('what the organisation bears is in the split where the centre said it', () => {
  const of = (hospitalPart?: number) => splitOf({ hospitalPart, funds: [] } as unknown as Settlement)
  expect([of(1234).hospitalPart, of(0).hospitalPart]).toEqual([1234, 0])
  expect(of()).not.toHaveProperty('hospitalPart')
})

test('what a prescription is for goes out on it; of one from the circulation every line is', () => {
  const line = (no: number, prescription: boolean) => ({ no, quantity: '1', price: '1', prescription }) as Line
  const sent = (basket: object) => {
    const row = { lines: [line(1, true), line(2, false)], basket: { accountUsed: true, ...basket }, insutype: '310' }
    return saleOf(row as never, {} as never, new Date(0)).lines.map((one) => [
      one.outsidePrescription,
      one.prescriptionNo,
    ])
  }
  const none = [false, undefined]
  const prescription = { number: 'RX1' }
  expect(sent({})).toEqual([none, none])
  expect(sent({ prescription })).toEqual([[true, 'RX1'], none])
  expect(sent({ prescription, circulated: true })).toEqual([
    [true, 'RX1'],
    [true, 'RX1'],
  ])
})

test('what the catalogue does not know goes out under the shop’s own code', () => {
  const line = (nationalCode: string) => ({ no: 1, ownCode: '100009', nationalCode, quantity: '1', price: '1' }) as Line
  const row = { lines: [line(''), line('XA01')], basket: { accountUsed: true }, insutype: '390' }
  const sent = saleOf(row as never, {} as never, new Date(0)).lines
  expect(sent.map((one) => [one.nationalCode, one.itemCode])).toEqual([
    ['100009', '100009'],
    ['XA01', '100009'],
  ])
})
