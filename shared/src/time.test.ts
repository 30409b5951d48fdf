import { expect, test } from 'vitest'
import { elapsed, formatDay, formatTime, parseTime, quarter, relativeTime, startOfDay } from './time.ts'

const then = new Date('2026-11-26T02:31:05Z')

test('a moment is told as year-month-day hour:minute:second of Shanghai, also in its summers of long ago', () => {
  expect(formatTime(then)).toBe('2026-11-26 10:31:05')
  expect(formatTime(new Date('1988-07-01T00:00:00Z'))).toBe('1988-07-01 09:00:00')
})

test.each(['01', '07'])(
  'in month %s too, what is told is read as the same moment, though this process is elsewhere',
  (month) => {
    const at = new Date(`2026-${month}-15T16:30:00Z`)
    expect(at.getTimezoneOffset(), 'vitest.config.ts puts it into another zone').not.toBe(-480)
    expect([formatTime(at), formatDay(at)]).toEqual([`2026-${month}-16 00:30:00`, `2026-${month}-16`])
    expect(parseTime(formatTime(at))).toEqual(at)
    expect(startOfDay(formatDay(at))).toEqual(new Date(`2026-${month}-15T16:00:00Z`))
  },
)

// Seconds since then (SPEC 9). Nobody reads of two hours where it was one and a minute.
test.each([
  [0, '刚刚'],
  [29, '刚刚'],
  [30, '1分钟前'],
  [61, '1分钟前'],
  [3599, '59分钟前'],
  [3600, '1小时前'],
  [3660, '1小时前'],
  [86_399, '23小时前'],
  [86_400, '1天前'],
  [172_799, '1天前'],
  [172_800, '2026-11-26 10:31:05'],
])('%i seconds later it was %s', (seconds, words) => {
  expect(relativeTime(then, new Date(then.getTime() + seconds * 1000))).toBe(words)
})

test.each([
  [0, '0分钟'],
  [3_599_999, '59分钟'],
  [3_600_000, '1小时'],
  [86_399_999, '23小时'],
  [86_400_000, '1天'],
  [200_000_000, '2天'],
])('%i ms are %s', (ms, words) => {
  expect(elapsed(ms)).toBe(words)
})

test('a quarter begins and ends on its month-days', () => {
  expect(([1, 2, 3, 4] as const).map((number) => Object.values(quarter(number)).join(' '))).toEqual([
    '01-01 03-31',
    '04-01 06-30',
    '07-01 09-30',
    '10-01 12-31',
  ])
})
