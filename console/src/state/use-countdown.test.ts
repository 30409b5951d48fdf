import { expect, test, vi } from 'vitest'
import { endIn, secondsTo } from './use-countdown.ts'

test('a lockout is counted down by whichever clock comes first: the day’s may be set, the other stands in a sleep', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const end = endIn(60_000)
  expect(secondsTo(end)).toBe(60)
  vi.advanceTimersByTime(20_000)
  expect(secondsTo(end)).toBe(40)
  vi.setSystemTime(Date.now() - 600_000)
  expect(secondsTo(end), 'set back').toBe(40)
  vi.setSystemTime(Date.now() + 8 * 3_600_000)
  expect(secondsTo(end), 'slept').toBe(0)
  vi.useRealTimers()
})
