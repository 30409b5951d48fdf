import { expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'

test('a probe that fails opens again at once, however long ago the first failures are', () => {
  let now = 0
  const breaker = createBreaker(() => now)
  for (let n = 0; n < 3; n++) breaker.failed()
  expect(breaker.waitMs()).toBe(60_000)
  now += 6 * 60_000
  expect(breaker.waitMs()).toBe(0)
  breaker.failed()
  expect(breaker.waitMs()).toBe(60_000)
})

test('three failures within five minutes, no two, and none that are older', () => {
  let now = 0
  const breaker = createBreaker(() => now)
  for (let n = 0; n < 10; n++) {
    breaker.failed()
    expect(breaker.waitMs()).toBe(0)
    now += 3 * 60_000
  }
})
