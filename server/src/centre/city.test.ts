import { expect, test } from 'vitest'
import { outFlagOf } from '../domains/card/out-flag.ts'
import { sameCity } from './city.ts'

test.each([
  ['320500', '320506', true],
  ['320500', '320100', false],
  // A municipality’s districts and counties are its own.
  ['500000', '500112', true],
  ['310000', '310104', true],
  ['500100', '500230', true],
  ['110000', '120000', false],
  // A province’s own insurance is no city’s.
  ['320500', '320000', false],
  // Counties that are no city’s are each one of their own.
  ['429004', '429005', false],
  ['429004', '429004', true],
])('%s and %s: one city is %s', (area, insured, same) => expect(sameCity(area, insured)).toBe(same))

test('whoever is insured in a district of the same municipality is local, in the other one of another province', () => {
  expect([outFlagOf('310000', '310104'), outFlagOf('310000', '500112'), outFlagOf('320500', '320100')]).toEqual([
    ...['0', '2', '1'],
  ])
})
