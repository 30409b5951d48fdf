import { expect, test } from 'vitest'
import { formatTime, parseTime } from '../time.ts'
import { lastDue, nextDue, periodText, type Rhythm, reportedPeriod, rhythmText } from './rhythm.ts'

const at = (text: string) => parseTime(`${text}:00`)
const shown = (date: Date) => formatTime(date).slice(0, 16)
const daily = { rhythm: 'day', clock: '06:00' } as const
const weekly = { rhythm: 'week', weekday: '1', clock: '06:00' } as const
const first = { rhythm: 'month', monthDay: '1', clock: '06:00' } as const
const end = { rhythm: 'month', monthDay: 'last', clock: '23:30' } as const

test.each<[string, Rhythm, string, string, string]>([
  ['a plan saved before its hour', daily, '2026-11-21 05:59', '2026-11-20 06:00', '2026-11-21 06:00'],
  ['its hour itself is reached', daily, '2026-11-21 06:00', '2026-11-21 06:00', '2026-11-22 06:00'],
  ['a plan saved after its hour today', daily, '2026-11-21 09:00', '2026-11-21 06:00', '2026-11-22 06:00'],
  ['a year ends', daily, '2026-12-31 23:59', '2026-12-31 06:00', '2027-01-01 06:00'],
  ['midnight in Shanghai', { ...daily, clock: '00:00' }, '2026-11-21 00:00', '2026-11-21 00:00', '2026-11-22 00:00'],
  ['Sunday belongs to the week before', weekly, '2026-11-22 07:00', '2026-11-16 06:00', '2026-11-23 06:00'],
  ['Monday before its hour', weekly, '2026-11-23 05:59', '2026-11-16 06:00', '2026-11-23 06:00'],
  ['Monday after it', weekly, '2026-11-23 06:01', '2026-11-23 06:00', '2026-11-30 06:00'],
  ['a Sunday plan', { ...weekly, weekday: '7' }, '2026-11-23 05:00', '2026-11-22 06:00', '2026-11-29 06:00'],
  ['the first of a month', first, '2026-11-21 09:00', '2026-11-01 06:00', '2026-12-01 06:00'],
  ['a year of months', first, '2026-12-05 09:00', '2026-12-01 06:00', '2027-01-01 06:00'],
  ['the last of 28 days', end, '2026-02-15 00:00', '2026-01-31 23:30', '2026-02-28 23:30'],
  ['the last of 29 days', end, '2028-02-28 23:45', '2028-01-31 23:30', '2028-02-29 23:30'],
  ['the last of 30 days', end, '2026-10-31 23:30', '2026-10-31 23:30', '2026-11-30 23:30'],
  ['the last of 31 days', end, '2026-11-30 23:31', '2026-11-30 23:30', '2026-12-31 23:30'],
  // Elsewhere clocks go back on these days; an hour in Shanghai is an hour.
  ['an autumn Sunday', { ...daily, clock: '02:30' }, '2026-10-25 02:29', '2026-10-24 02:30', '2026-10-25 02:30'],
])('%s', (_, rhythm, now, last, next) => {
  expect([shown(lastDue(rhythm, at(now))), shown(nextDue(rhythm, at(now)))]).toEqual([last, next])
})

test('three years of each rhythm come one by one, none twice and none left out', () => {
  for (const rhythm of [daily, weekly, first, end, { ...first, monthDay: '28' } as const]) {
    let due = nextDue(rhythm, at('2026-01-01 00:00'))
    const all: Date[] = []
    while (due < at('2029-01-01 00:00')) {
      all.push(due)
      expect(lastDue(rhythm, due)).toEqual(due)
      expect(lastDue(rhythm, new Date(due.getTime() - 1))).toEqual(
        all.at(-2) ?? lastDue(rhythm, at('2026-01-01 00:00')),
      )
      due = nextDue(rhythm, due)
    }
    expect(all.length).toBe({ day: 1096, week: 156, month: 36 }[rhythm.rhythm])
  }
})

test.each<[Rhythm, string, string]>([
  [daily, '2026-03-01 06:00', '2026-02-28'],
  [daily, '2028-03-01 00:00', '2028-02-29'],
  [weekly, '2026-11-23 06:00', '2026-11-16 至 2026-11-22'],
  [{ ...weekly, weekday: '7' }, '2026-11-22 06:00', '2026-11-09 至 2026-11-15'],
  [first, '2026-03-01 06:00', '2026-02-01 至 2026-02-28'],
  [first, '2028-03-01 06:00', '2028-02-01 至 2028-02-29'],
  [first, '2026-12-01 06:00', '2026-11-01 至 2026-11-30'],
  [first, '2027-01-01 06:00', '2026-12-01 至 2026-12-31'],
  // The month of its last day is not over yet.
  [end, '2026-11-30 23:30', '2026-10-01 至 2026-10-31'],
])('%o at %s reports %s', (rhythm, due, period) => {
  expect(periodText(reportedPeriod(rhythm, at(due)))).toBe(period)
})

test('in words', () => {
  expect([daily, weekly, { ...weekly, weekday: '7' } as const, first, end].map(rhythmText)).toEqual([
    ...['每天 06:00', '每周一 06:00', '每周日 06:00', '每月 1 日 06:00', '每月最后一天 23:30'],
  ])
})
