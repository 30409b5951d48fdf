import { addDays } from '@yibao/shared/time.ts'
import { expect, test } from 'vitest'
import { latencyPlot, latencySentence, worstPlot, worstSentence } from './area-plots.ts'
import { daysPlot, daysSentence, hoursPlot, hoursSentence, typesSentence } from './home-plots.ts'
import { change, mostOf } from './plot.ts'

const day = (name: string, cash: string, fund = '0.00') => ({ day: name, count: 1, fund, account: '0.00', cash })

test('a change against nothing says nothing', () => {
  expect([change(112, 100), change(80, 100), change(5, 0), change(0, -1)]).toEqual(['+12%', '-20%', '', ''])
  expect(change(1001, 1000)).toBe('持平')
})

test('days: yesterday against a week before it, because today is not over; a negative day is below the axis', () => {
  const days = Array.from({ length: 10 }, (_, i) => day(addDays('2026-11-10', i), i === 8 ? '112.00' : '100.00'))
  expect(daysSentence(days)).toBe('昨天 112.00 元，比上周同日 +12%')
  expect(daysSentence(days.slice(-3))).toBe('')
  const plot = daysPlot([day('2026-11-01', '-5.00', '0.01'), day('2026-11-02', '3.00', '1.00')])
  expect(plot.names).toEqual(['11-01', '11-02'])
  expect(mostOf(plot)).toBe(400)
  expect(plot.series[0]!.text(plot.series[0]!.values[0]!)).toBe('-5.00')
  expect(mostOf(daysPlot([day('2026-11-01', '-5.00')])), 'never nothing to divide by').toBe(1)
})

const hours = (known: Record<number, [number, number]>) =>
  Array.from({ length: 24 }, (_, hour) => ({ hour, today: known[hour]?.[0] ?? 0, before: known[hour]?.[1] ?? 0 }))

test('hours: from the first to the last with a settlement; whole hours are compared', () => {
  const some = hours({ 8: [2, 4], 9: [4, 4], 10: [9, 0], 17: [0, 20] })
  expect(hoursPlot(some).names[0]).toBe('8 时')
  expect(hoursPlot(some).names.at(-1)).toBe('17 时')
  expect(hoursSentence(some, '2026-11-21 10:31:00')).toBe('10 时前 6 笔，比上周同日 -25%，那天 17 时最忙')
  expect(hoursSentence(hours({}), '2026-11-21 10:31:00')).toBe('10 时前 0 笔')
})

test('kinds of visits: the share of the greatest', () => {
  const type = (name: string, total: string) => ({ key: name, name, count: 1, total })
  expect(typesSentence([type('普通购药', '80.00'), type('慢特病', '20.00')])).toBe('普通购药占 80%')
  expect(typesSentence([type('普通购药', '-1.00')])).toBe('')
  expect(typesSentence([])).toBe('')
})

test('differences: the worst store, or that all are dealt with', () => {
  const worst = [
    { id: '1', name: '䶮店', open: 3, handled: 1 },
    { id: '2', name: '𠮷店', open: 0, handled: 5 },
  ]
  expect(mostOf(worstPlot(worst))).toBe(5)
  expect(worstSentence(worst)).toBe('䶮店最多，3 笔未处理')
  expect(worstSentence(worst.slice(1))).toBe('差异都已处理')
})

test('the centre: 24 hours in steps with gaps, and the band where too many calls had no answer', () => {
  const at = '2026-11-21 10:31:00'
  const latency = [
    { at: '2026-11-20 10:40:00', calls: 10, unanswered: 2, p95: 900 },
    { at: '2026-11-21 10:20:00', calls: 10, unanswered: 3, p95: 5000 },
    { at: '2026-11-21 10:30:00', calls: 1, unanswered: 0, p95: 40 },
  ]
  const { names, series, bands } = latencyPlot(latency, at)
  expect([names.length, names[0], names.at(-1)]).toEqual([144, '11-20 10:40', '11-21 10:30'])
  expect(series[0]!.values.map((value, i) => (value ? `${i}:${value}` : '')).filter(Boolean)).toEqual([
    '0:900',
    '142:5000',
    '143:40',
  ])
  expect(bands?.map((band, i) => (band ? i : -1)).filter((i) => i >= 0)).toEqual([142])
  expect(latencySentence(latency)).toBe('P95 最高 5000 毫秒（10:20），1 个时段无应答较多，最近 10:20')
  expect(latencySentence(latency.slice(2))).toBe('P95 最高 40 毫秒（10:30），没有故障时段')
})
