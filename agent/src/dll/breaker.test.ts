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

test('two failures and a third in the last moment of five minutes keep it out, one a moment later does not', () => {
  const waitAfter = (ms: number) => {
    let now = 1_000_000
    const breaker = createBreaker(() => now)
    breaker.failed()
    now += 120_000
    breaker.failed()
    now += ms - 120_000
    breaker.failed()
    return breaker.waitMs()
  }
  expect([waitAfter(299_999), waitAfter(300_000)]).toEqual([60_000, 0])
})

test('a call that works forgets no failure before it, a probe that works does: a reader that is back is not out again', () => {
  let now = 0
  const breaker = createBreaker(() => now)
  const fail = (times: number) => {
    for (let n = 0; n < times; n++) breaker.failed()
    return breaker.waitMs()
  }
  expect(fail(2)).toBe(0)
  breaker.worked()
  expect(fail(1)).toBe(60_000)
  now += 60_000
  breaker.worked()
  expect([fail(1), fail(1), fail(1)]).toEqual([0, 0, 60_000])
})

test('the breaker counts failures within five minutes only', () => {
  let now = 0
  const breaker = createBreaker(() => now)
  for (const minute of [0, 3, 6]) {
    now = minute * 60_000
    breaker.failed()
  }
  expect(breaker.waitMs()).toBe(0)
  now += 1000
  breaker.failed()
  expect(breaker.waitMs()).toBe(60_000)
  now += 59_999
  expect(breaker.waitMs()).toBe(1)
  now += 1
  breaker.worked()
  breaker.failed()
  expect(breaker.waitMs()).toBe(0)
})
