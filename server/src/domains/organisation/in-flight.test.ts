import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { leftOf, minutesOf } from './in-flight.ts'

const minute = 60_000
const clock = testClock()
let leapt = 0
const steady = () => clock().getTime() - leapt
const server = opened(() => startTestServer({ handlers: {}, clock, steady }))
const leap = (ms: number) => {
  clock.advance(ms)
  leapt += ms
}
/** Of a message whose connection is open for a minute at most, in an area whose messages travel ten. */
const left = (closedAt: Date | null) => leftOf(server.deps, '320500', { closedAt }, minute)

test('ten minutes from when its connection was closed, or will be at the latest', async () => {
  expect(await left(null)).toBe(0)
  const closed = clock()
  expect(await left(closed)).toBe(10 * minute)
  expect(await left(new Date(closed.getTime() + minute))).toBe(11 * minute)
  clock.advance(10 * minute - 1)
  expect(await left(closed)).toBe(1)
  clock.advance(1)
  expect(await left(closed)).toBe(0)
})

test('of one whose leaving is known, from when its connection is closed at the latest', async () => {
  const leftSince = (sentAt: Date | null) => leftOf(server.deps, '320500', { sentAt }, minute)
  expect(await leftSince(null)).toBe(0)
  const sentAt = clock()
  expect(await leftSince(sentAt)).toBe(11 * minute)
  clock.advance(11 * minute - 1)
  expect(minutesOf(await leftSince(sentAt))).toBe(1)
  clock.advance(1)
  expect(await leftSince(sentAt)).toBe(0)
})

test('what the clock is set forward is no time: neither after it was closed, nor while it was open', async () => {
  const closed = clock()
  leap(120 * minute)
  expect(await left(closed)).toBe(10 * minute)
  // It leaves now, will be closed in a minute at the latest, and in between the clock is set.
  const atLatest = new Date(clock().getTime() + minute)
  clock.advance(1000)
  leap(120 * minute)
  expect(await left(atLatest)).toBe(11 * minute - 1000)
  clock.advance(11 * minute - 1000)
  expect(await left(atLatest)).toBe(0)
})

test('set back, it is waited for longer and never shorter, also right behind the leap', async () => {
  clock.advance(1000)
  leap(-120 * minute)
  clock.advance(1000)
  // Its connection is closed a second after a clock that shows these hours for the second time.
  expect(await left(clock())).toBe(10 * minute)
})
