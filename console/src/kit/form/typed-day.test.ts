import { expect, test } from 'vitest'
import { typedDay } from './typed-day.ts'

test('a day as people write it, and nothing that is none', () => {
  for (const text of ['2026-01-05', '2026/1/5', '2026.1.05', '20260105', '2026年1月5日', '２０２６／１／５'])
    expect(typedDay(text, 'day')).toBe('2026-01-05')
  for (const text of ['', '2026', '2026-2-30', '2026-13-01', '下个月', '202601', '1/5/2026'])
    expect(typedDay(text, 'day')).toBeUndefined()
})

test('a moment: without a clock it is the beginning of its day', () => {
  expect(typedDay('2026/1/5 8:30', 'time')).toBe('2026-01-05 08:30:00')
  expect(typedDay('2026-01-05 08:30:15', 'time')).toBe('2026-01-05 08:30:15')
  expect(typedDay('2026/1/5', 'time')).toBe('2026-01-05 00:00:00')
  expect(typedDay('2026/1/5 25:00', 'time')).toBeUndefined()
})

test('a month', () => {
  for (const text of ['2026-01', '2026/1', '2026.1', '202601', '2026年1月', '２０２６年１月'])
    expect(typedDay(text, 'month')).toBe('2026-01')
  for (const text of ['', '2026', '2026-13', '2026-0', '2026-01-05', '1/2026'])
    expect(typedDay(text, 'month')).toBeUndefined()
})
