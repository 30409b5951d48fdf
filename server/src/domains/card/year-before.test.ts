import { expect, test } from 'vitest'
import { parseFen } from '../../centre/decimal.ts'
import { yearBeforeOf } from './year-before.ts'

const at = new Date('2026-11-29T04:00:00Z')
const row = (code: string, value: string, more: { year?: string; month?: string; insurance?: string } = {}) => ({
  ...{ insurance: '310', year: '2026', month: more.year ?? '2026', code, value, fen: parseFen(value) ?? 0 },
  ...more,
})
const of = (...rows: ReturnType<typeof row>[]) => yearBeforeOf(rows, at)

test('each amount is the sum of its codes, and no part of a code is counted beside the whole', () => {
  const said = of(
    row('F0000_BIZ41', '100.00'),
    row('F0000_BIZ14', '20.50'),
    row('F0000_TRE410', '100.00'),
    row('F0000_BIZ14_ILLM01600', '20.50'),
    row('D310101', '30.00'),
    row('D310101_BIZ14', '30.00'),
    row('D390101', '1.00', { insurance: '390' }),
    row('D390102', '2.00', { insurance: '390' }),
    row('D390201', '4.00'),
    row('D310301', '8.00'),
    row('D310201', '5.00'),
    row('D390501', '6.00'),
    row('C0000_BIZ2101', '2.00'),
    row('C0000_BIZ52', '1'),
    row('C0000_BIZ41', '9.00'),
    row('F0000_BIZ41', '7000.00', { year: '2025' }),
  )
  expect(said).toEqual({
    ...{ at: '2026-11-29T04:00:00.000Z', year: '2026', stays: 3, total: 12050, poolFund: 3300 },
    ...{ seriousIllness: 400, account: 1100 },
  })
})

test('months add up only where the year is not said, and what is no number is not known', () => {
  const months = [row('D330101', '1.00', { month: '202601' }), row('D330101', '2.00', { month: '202602' })]
  expect(of(...months)).toMatchObject({ largeAmount: 300 })
  expect(of(...months, row('D330101', '2.50'))).toMatchObject({ largeAmount: 250 })
  expect(of(row('D320101', '0E-8'))).toMatchObject({ civilServant: 0 })
  expect(of(row('F0000_BIZ41', '1.00'), row('F0000_BIZ14', '无'))).toBeUndefined()
  expect(of(row('C0000_BIZ2101', '1.50'))).toBeUndefined()
  expect(of()).toBeUndefined()
})
