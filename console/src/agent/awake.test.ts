import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onAwake } from './awake.ts'

let page: EventTarget & { visibilityState?: string }
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('looked at again, network back, or asleep without a word; never while the PC just runs', () => {
  const heard = vi.fn()
  onAwake(heard)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(600_000)
  expect(heard).toHaveBeenCalledTimes(0)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  page.dispatchEvent(new Event('online'))
  expect(heard).toHaveBeenCalledTimes(2)
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(10_000)
  expect(heard).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(60_000)
  expect(heard).toHaveBeenCalledTimes(3)
})
