import { expect, test } from 'vitest'
import { usedOf } from './used.ts'

const row = (code: string, fen: number, { year = '2026', month = '' } = {}) => ({
  ...{ insurance: '390', year, month, code, value: String(fen / 100), fen },
})
const chronic = { code: 'M01600', kind: 'chronic' as const }
const sugar = { code: 'M01600', kind: 'twoDiseases' as const }
const pressure = { code: 'M03900', kind: 'twoDiseases' as const }

test('only funds count, of this year, and of this very disease', () => {
  const all = [
    row('D390101_BIZ14_ILLM01600', 100),
    row('D390201_BIZ14_ILLM01600', 20),
    row('D390501_BIZ14_ILLM01600', 4000),
    row('S0000_BIZ14_ILLM01600', 5000),
    row('D390101_BIZ14_ILLM016001', 6000),
    row('D390101_BIZ14_ILLM01600', 7000, { year: '2025' }),
    row('D390101_BIZ14', 8000),
    row('D390101_BIZ9901_ILLM01600', 3),
  ]
  expect(usedOf(all, chronic, '2026')).toBe(120)
  expect(usedOf(all, sugar, '2026')).toBe(3)
  expect(usedOf(all, { code: 'M05300', kind: 'chronic' }, '2026')).toBeUndefined()
})

test('the year’s own row says it all; of a centre that lists only months they are added up', () => {
  const months = [row('D390101_BIZ14_ILLM01600', 1, { month: '202601' }), row('D390101_BIZ14_ILLM01600_PRDM02', 2)]
  expect(usedOf(months, chronic, '2026')).toBe(3)
  expect(usedOf([...months, row('D390101_BIZ14_ILLM01600', 5)], chronic, '2026')).toBe(5)
})

test('门诊两病 are counted by their own kind of treatment; together they say nothing of one', () => {
  const one = [row('D390102_TRE9901002', 10), row('D390102_TRE9901002_PRDM03', 10), row('F0000_TRE9901002', 99)]
  expect([usedOf(one, pressure, '2026'), usedOf(one, sugar, '2026')]).toEqual([10, undefined])
  expect(usedOf([...one, row('D390102_TRE9901004', 7)], pressure, '2026')).toBeUndefined()
})
