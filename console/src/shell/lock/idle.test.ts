import { beforeEach, expect, test } from 'vitest'
import { idleWatch } from './idle.ts'

const minute = 60_000
let at = 0
let last = 0
let busy = false
let locked = 0
const world = {
  now: () => at,
  last: () => last,
  keep: (moment: number) => {
    last = moment
  },
  underWay: () => busy,
  lock: () => {
    locked++
  },
}
beforeEach(() => {
  at = 1_800_000_000_000
  last = 0
  busy = false
  locked = 0
})

test('it begins with the first look, and locks when the minutes are over and not before', () => {
  const { look } = idleWatch(5, world)
  look()
  at += 5 * minute - 1
  look()
  expect(locked).toBe(0)
  at += 1
  look()
  expect(locked).toBe(1)
})

test('a hand at the console begins it anew, in whichever window', () => {
  const [here, beside] = [idleWatch(5, world), idleWatch(5, world)]
  here.look()
  at += 4 * minute
  beside.touch()
  at += 4 * minute
  here.look()
  expect(locked).toBe(0)
  at += minute
  here.look()
  expect(locked).toBe(1)
})

test('the first touch after a PC slept locks, and is no activity: no timer needs to have run', () => {
  const { look, touch } = idleWatch(5, world)
  look()
  at += 3 * 60 * minute
  touch()
  expect(locked).toBe(1)
  expect(at - last).toBe(3 * 60 * minute)
})

test('who comes back to a window that was closed for long finds the lock', () => {
  last = at - 6 * minute
  idleWatch(5, world).look()
  expect(locked).toBe(1)
})

test('a card that is being read, or money on its way, is waited for; then it begins anew', () => {
  const { look } = idleWatch(1, world)
  look()
  busy = true
  for (let n = 0; n < 60; n++) {
    at += 5000
    look()
  }
  busy = false
  at += minute - 1
  look()
  expect(locked).toBe(0)
  at += 1
  look()
  expect(locked).toBe(1)
})

test('a clock that is put back neither locks at once nor never', () => {
  const { look } = idleWatch(1, world)
  look()
  at -= 24 * 60 * minute
  look()
  expect(locked).toBe(0)
  at += minute
  look()
  expect(locked).toBe(1)
})

test('what is written for all windows is written every two seconds at most', () => {
  const { look, touch } = idleWatch(1, world)
  look()
  const first = last
  at += 1999
  touch()
  expect(last).toBe(first)
  at += 1
  touch()
  expect(last).toBe(first + 2000)
})
