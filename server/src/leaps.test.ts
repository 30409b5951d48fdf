import { expect, test } from 'vitest'
import { Leaps } from './leaps.ts'

const hours = 3_600_000

const clocks = () => {
  let [passed, set] = [0, 0]
  const wall = () => new Date(1_800_000_000_000 + passed + set)
  return {
    wall,
    leaps: new Leaps(wall, () => passed),
    pass: (ms: number) => {
      passed += ms
    },
    set: (ms: number) => {
      set += ms
    },
  }
}

test('time passes as it does; what the clock is set forward is no time, for what was before and only for that', () => {
  const { wall, leaps, pass, set } = clocks()
  const before = wall()
  pass(5_000)
  expect(leaps.since(before)).toBe(5_000)
  pass(300)
  set(2 * hours)
  pass(200)
  const after = wall()
  expect(leaps.since(before)).toBe(5_500)
  pass(1_000)
  expect([leaps.since(before), leaps.since(after)]).toEqual([6_500, 1_000])
  set(hours)
  expect([leaps.since(before), leaps.since(after)]).toEqual([6_500, 1_000])
})

test('a clock that is kept right is none that was set; one set back makes nothing shorter, and set again it is even', () => {
  const { wall, leaps, pass, set } = clocks()
  const before = wall()
  for (let n = 0; n < 10; n++) {
    pass(1_000)
    set(3)
    leaps.look()
  }
  expect(leaps.since(before)).toBe(10_030)
  set(-600_000)
  expect(leaps.since(before)).toBe(10_030 - 600_000)
  const behind = wall()
  pass(600_000)
  expect(leaps.since(before), 'it may be of the hour that came again').toBe(10_030)
  set(600_000)
  expect(leaps.since(behind)).toBe(600_000)
  const even = wall()
  set(150_000)
  leaps.look()
  set(-150_000)
  pass(1_000)
  expect(leaps.since(even)).toBe(1_000)
})
