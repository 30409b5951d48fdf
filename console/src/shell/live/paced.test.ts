import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from './paced.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('at once, then once in a while, and never short of the last call', () => {
  let runs = 0
  const call = paced(5000, () => runs++)
  call()
  expect(runs).toBe(1)
  for (let n = 0; n < 50; n++) call()
  expect(runs).toBe(1)
  vi.advanceTimersByTime(4999)
  expect(runs).toBe(1)
  vi.advanceTimersByTime(1)
  expect(runs).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(runs, 'nothing was called').toBe(2)
  call()
  expect(runs).toBe(3)
})
