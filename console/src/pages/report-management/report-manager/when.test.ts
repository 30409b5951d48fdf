import { parseTime } from '@yibao/shared/time.ts'
import { expect, test } from 'vitest'
import { earlyText, nextTimes, typedClock } from './when.ts'

test.each([
  ['6:00', '06:00'],
  ['7:5', '07:05'],
  ['0600', '06:00'],
  [' ２３：３０ ', '23:30'],
  ['06:00', '06:00'],
  // Left as it was typed, for the field to say what is wrong.
  ['六点', '六点'],
  ['', ''],
])('%s is typed for %s', (typed, clock) => {
  expect(typedClock(typed)).toBe(clock)
})

test('the next three times, each with what it reports', () => {
  const now = parseTime('2027-12-31 07:00:00')
  expect(nextTimes({ rhythm: 'month', monthDay: 'last', clock: '06:00' }, now)).toEqual([
    '2028-01-31 06:00，统计 2027-12-01 至 2027-12-31',
    '2028-02-29 06:00，统计 2028-01-01 至 2028-01-31',
    '2028-03-31 06:00，统计 2028-02-01 至 2028-02-29',
  ])
  expect(nextTimes({ rhythm: 'day', clock: '06:00' }, now)[0]).toBe('2028-01-01 06:00，统计 2027-12-31')
})

test('who wants a report before the night has compared its last day reads it', () => {
  expect(earlyText('00:10')).toContain('可能还没有对账')
  expect(earlyText('06:00')).toBe('')
})
